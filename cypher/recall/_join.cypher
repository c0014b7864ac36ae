// Adds the chunks that share an entity with the best candidates, each with its three strongest `ties`.
WITH asked, total, scale,
     collect({chunk: chunk, words: words, cosine: cosine, linked: linked, base: base}) AS pool
WITH asked, total, scale, pool,
     CASE WHEN size(pool) > 0 AND pool[0].base > 0 THEN pool[0].base ELSE 1.0 END AS best,
     [item IN pool[..$seeds] WHERE item.chunk.speaker IS NULL]
     + [item IN pool[$seeds..] WHERE item.linked > 0 AND item.chunk.speaker IS NULL] AS seeds
CALL (seeds, asked, best, total, scale) {
  UNWIND seeds AS seed
  WITH seed.chunk AS origin, seed.base / best + $linked_weight * seed.linked AS strength
  MATCH (origin)-[:MENTIONS|DESCRIBES]->(entity:Entity)
  WHERE entity.mention_count > 1 AND entity.mention_count <= $hub AND NOT entity IN asked
    // Two that tell of as much money have nothing in common.
    AND NOT coalesce(entity.subtype, '') IN ['money', 'quantity']
  // What a common noun names ties less than what a name does.
  WITH origin, entity, CASE WHEN entity.type IN $common_types THEN $common_share ELSE 1.0 END
                       * strength * log(1 + total / entity.mention_count) / scale AS force
  ORDER BY force DESC, entity.id, origin.id
  LIMIT 100
  CALL (origin, entity) {
    MATCH (entity)<-[:DESCRIBES]-(other:Chunk {user_id: $user_id, status: $status})
    WHERE other <> origin
    // Of many about one thing each is less likely the one.
    RETURN other, 1.0 / COUNT { (entity)<-[:DESCRIBES]-() } ^ 0.25 AS kind
    UNION ALL
    WITH entity, origin
    WHERE entity.mention_count <= $rare
    MATCH (entity)<-[:MENTIONS]-(other:Chunk {user_id: $user_id, status: $status})
    WHERE other <> origin
    RETURN other, 0.5 AS kind
  }
  WITH other, entity, origin, force * kind AS weight
  WHERE weight > 0
  WITH other, entity, origin, weight
  ORDER BY weight DESC, entity.id, origin.id
  WITH other, collect({entity: entity.name, seed: origin.id, weight: weight})[..3] AS ties
  RETURN collect({chunk: other, ties: ties}) AS joined
}
// Where a candidate says what is over, what ended it comes too, and what ended that: for as much as the candidate.
CALL (pool, best) {
  UNWIND pool AS item
  WITH item.chunk AS older, item.base + best * $linked_weight * item.linked AS due
  WHERE older.outdated
  CALL (older) {
    MATCH (older)-[:STATES]->(:Fact)
          ((:Fact)<-[:TO]-(said:Inference WHERE said.user_id = $user_id AND said.kind = 'superseded'
                           AND said.to_infer IS NULL AND coalesce(said.validation_status, '') <> 'rejected')
           -[:FROM]->(:Fact)){1,4}
          (:Fact)<-[:STATES]-(heir:Chunk)
    WHERE heir.user_id = $user_id AND heir.status = $status
    RETURN heir
    UNION
    WITH older
    MATCH (older)-[:PART_OF]->(:Memory)
          ((:Memory)<-[link:CONTRADICTION WHERE link.over_start IS NOT NULL AND link.validation_status <> 'rejected']
           -(:Memory)){1,4}
          (by:Memory)<-[:PART_OF]-(heir:Chunk)
    WHERE heir.user_id = $user_id AND heir.status = $status
      AND heir.start <= last(link).by_start AND last(link).by_start < heir.end
    RETURN heir
  }
  WITH heir, max(due) AS due
  RETURN collect({chunk: heir, due: due}) AS heirs
}
CALL (pool, joined, heirs) {
  UNWIND pool AS item
  RETURN item.chunk AS chunk, item.words AS words, item.cosine AS cosine, item.linked AS linked, item.base AS base,
         [] AS ties, 0.0 AS due
  UNION ALL
  UNWIND joined AS item
  RETURN item.chunk AS chunk, null AS words, null AS cosine, 0.0 AS linked, 0.0 AS base, item.ties AS ties, 0.0 AS due
  UNION ALL
  UNWIND heirs AS item
  RETURN item.chunk AS chunk, null AS words, null AS cosine, 0.0 AS linked, 0.0 AS base, [] AS ties, item.due AS due
}
WITH asked, best, chunk, max(words) AS words, max(cosine) AS cosine, max(linked) AS linked, max(base) AS base,
     reduce(all = [], some IN collect(ties) | all + some) AS ties, max(due) AS due
// What ended a candidate is worth as much as that, or what it is worth itself.
WITH asked, best, chunk, words, cosine, linked, base, ties,
     CASE WHEN due > base + best * ($linked_weight * linked + coalesce(ties[0].weight, 0.0)) THEN due
          ELSE base + best * ($linked_weight * linked + coalesce(ties[0].weight, 0.0)) END
     // The chunks of an assistant's long answer are many, and would leave no room for what people say.
     - CASE WHEN toLower(chunk.speaker) IN $assistants THEN $behind * best ELSE 0.0 END
     + CASE WHEN $standing > 0 AND
       // include: recall/_stands
       THEN $standing_weight * best ELSE 0.0 END
     + CASE WHEN size($asked_kinds) > 0 AND EXISTS { (chunk)-[:PART_OF]->(named:Memory) WHERE named.kind IN $asked_kinds }
       THEN $kind_weight * best ELSE 0.0 END AS rough
