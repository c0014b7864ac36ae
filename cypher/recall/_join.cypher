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
CALL (pool, joined) {
  UNWIND pool AS item
  RETURN item.chunk AS chunk, item.words AS words, item.cosine AS cosine, item.linked AS linked, item.base AS base,
         [] AS ties
  UNION ALL
  UNWIND joined AS item
  RETURN item.chunk AS chunk, null AS words, null AS cosine, 0.0 AS linked, 0.0 AS base, item.ties AS ties
}
WITH asked, best, chunk, max(words) AS words, max(cosine) AS cosine, max(linked) AS linked, max(base) AS base,
     reduce(all = [], some IN collect(ties) | all + some) AS ties
