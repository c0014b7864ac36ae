// The same as recall/hybrid for a question with filters: in the indexes where they can be, on the memory otherwise.
// mode:   read
// params: user_id, filters, vector, query, keys, longer, candidates, texts, among, only, spread, turns_distance, words_share, words_power, language, unheard, unheard_turn, linked_weight, common_types, common_share, seeds, hub, rare, about_most, sought, of_me, kept, each, whole, closely, text_most
// rows:   candidates
CYPHER 25
MATCH (user:User {id: $user_id})
CALL () {
  MATCH (chunk:Chunk)
    SEARCH chunk IN (VECTOR INDEX chunk_embedding FOR $vector
                     WHERE chunk.user_id = $user_id AND chunk.status = $filters.status
                       AND chunk.project >= $filters.project_low AND chunk.project <= $filters.project_high
                       AND chunk.category >= $filters.category_low AND chunk.category <= $filters.category_high
                       AND chunk.session_id >= $filters.session_low AND chunk.session_id <= $filters.session_high
                       AND chunk.created_at >= $filters.created_from AND chunk.created_at <= $filters.created_to
                     LIMIT $candidates) SCORE AS score
  RETURN chunk, 2 * score - 1 AS cosine, 0.0 AS words
  UNION ALL
  CALL db.index.fulltext.queryNodes('chunk_words', $query, {limit: $texts})
  YIELD node AS chunk, score
  WITH chunk, score
  WHERE $only IS NULL AND chunk:Chunk AND chunk.user_id = $user_id AND chunk.status = $filters.status
    AND chunk.created_at >= $filters.created_from AND chunk.created_at <= $filters.created_to
  MATCH (chunk)-[:PART_OF]->(memory)
  WHERE memory.user_id = $user_id AND memory.created_at >= $filters.created_from AND memory.created_at <= $filters.created_to
    AND ($filters.project IS NULL OR memory.project = $filters.project)
    AND ($filters.category IS NULL OR memory.category = $filters.category)
    AND ($filters.session_id IS NULL OR memory.session_id = $filters.session_id)
    AND all(tag IN $filters.tags WHERE tag IN memory.tags)
    AND ($filters.channel IS NULL OR memory.channel = $filters.channel)
    AND ($filters.source IS NULL OR memory.source = $filters.source)
    AND ($filters.language IS NULL OR memory.language = $filters.language)
    AND ($filters.occurred_from IS NULL OR memory.occurred_at >= $filters.occurred_from)
    AND ($filters.occurred_to IS NULL OR memory.occurred_at <= $filters.occurred_to)
    AND ($filters.min_importance IS NULL OR memory.importance >= $filters.min_importance)
    AND (size($filters.entities) = 0 OR EXISTS {
          MATCH (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(named:Entity {user_id: $user_id})
          WHERE named.id IN $filters.entities OR named.key IN $filters.entities OR named.name IN $filters.entities })
  // They come best first: as soon as there are enough that pass the filters, no more are looked at.
  WITH chunk, score
  LIMIT $candidates
  RETURN chunk, null AS cosine, score AS words
  UNION ALL
  // What is ranked in any case keeps what its words are worth; the id of a chunk begins with that of its memory.
  UNWIND $among[..1] AS some
  CALL db.index.fulltext.queryNodes('chunk_words', $query, {limit: $texts})
  YIELD node AS chunk, score
  WITH chunk, score
  WHERE chunk:Chunk AND chunk.user_id = $user_id AND chunk.status = $filters.status
    AND split(chunk.id, '.')[0] IN $among
  RETURN chunk, null AS cosine, score AS words
  UNION ALL
  // Memories that are ranked whatever the indexes give.
  UNWIND $among AS id
  MATCH (listed:Memory {id: id, user_id: $user_id})
  USING INDEX SEEK listed:Memory(id)
  MATCH (listed)<-[:PART_OF]-(chunk)
  WHERE chunk.user_id = $user_id AND chunk.status = $filters.status
  RETURN chunk, null AS cosine, 0.0 AS words
}
WITH user, chunk, max(words) AS words, max(cosine) AS cosine
MATCH (chunk)-[:PART_OF]->(memory)
WHERE memory.user_id = $user_id AND memory.created_at >= $filters.created_from AND memory.created_at <= $filters.created_to
  AND ($only IS NULL OR memory.id IN $only)
  AND ($filters.project IS NULL OR memory.project = $filters.project)
  AND ($filters.category IS NULL OR memory.category = $filters.category)
  AND ($filters.session_id IS NULL OR memory.session_id = $filters.session_id)
  AND all(tag IN $filters.tags WHERE tag IN memory.tags)
  AND ($filters.channel IS NULL OR memory.channel = $filters.channel)
  AND ($filters.source IS NULL OR memory.source = $filters.source)
  AND ($filters.language IS NULL OR memory.language = $filters.language)
  AND ($filters.occurred_from IS NULL OR memory.occurred_at >= $filters.occurred_from)
  AND ($filters.occurred_to IS NULL OR memory.occurred_at <= $filters.occurred_to)
  AND ($filters.min_importance IS NULL OR memory.importance >= $filters.min_importance)
  AND (size($filters.entities) = 0 OR EXISTS {
        MATCH (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(named:Entity {user_id: $user_id})
        WHERE named.id IN $filters.entities OR named.key IN $filters.entities OR named.name IN $filters.entities })
// A chunk that only its words led to still gets its true cosine, and what is archived, by the vector it keeps.
WITH user, chunk, words,
     coalesce(cosine, 2 * vector.similarity.cosine(coalesce(chunk.embedding, chunk.kept_embedding), $vector) - 1) AS cosine
WITH user, collect({chunk: chunk, words: words, cosine: cosine}) AS pool,
     max(cosine) AS best_cosine, max(CASE WHEN chunk.speaker IS NOT NULL THEN cosine END) AS best_turn,
     max(words) AS best_words
// How rare an entity is among the user's chunks, on 0–1: ln(1 + N / n) / ln(1 + N).
WITH pool, best_cosine, best_turn, CASE WHEN best_words > 0 THEN best_words ELSE 1.0 END AS best_words,
     toFloat(user.chunk_count) AS total, log(1 + user.chunk_count) AS scale
// The entities the question names: what stands in it only inside longer known names is none of them.
CALL () {
  UNWIND $keys AS key
  MATCH (name:Name {user_id: $user_id, key: key})
  WHERE name.type IS NOT NULL
  MATCH (name)-[:ALIAS_OF*0..1]->(:Name)-[:NAMES]->(entity:Entity)
  WITH DISTINCT key, entity
  WITH collect({key: key, entity: entity}) AS found
  RETURN [one IN found WHERE $longer[one.key] IS NULL
                             OR any(place IN $longer[one.key] WHERE none(other IN found WHERE other.key IN place))
          | one.entity] AS asked
}
// What a passage with a title is about, its title says; of one without, its topic has to do. A turn is about nothing
// for long: of talks this is asked in vain (REALTALK − 1.1, LoCoMo − 0.2 when it counts).
CALL (asked, total, scale) {
  UNWIND asked AS entity
  CALL (entity) {
    MATCH (entity)<-[tie:DESCRIBES]-(chunk:Chunk {user_id: $user_id, status: $filters.status})
    MATCH (chunk)-[:PART_OF]->(memory)
    WHERE memory.user_id = $user_id AND chunk.speaker IS NULL AND (tie.titled OR NOT memory.titled)
    WITH chunk
    LIMIT $about_most + 1
    RETURN collect(chunk) AS abouts
  }
  WITH entity, abouts
  WHERE size(abouts) <= $about_most AND entity.mention_count > 0
  UNWIND abouts AS chunk
  WITH chunk, max(log(1 + total / entity.mention_count) / scale) AS linked
  RETURN collect({chunk: chunk, linked: linked}) AS links
}
CALL (pool, links) {
  UNWIND pool AS item
  WITH item.chunk AS chunk, item.words AS words, item.cosine AS cosine
  RETURN chunk, words, cosine, 0.0 AS linked
  UNION ALL
  UNWIND links AS item
  WITH item.chunk AS chunk, item.linked AS linked
  RETURN chunk, 0.0 AS words,
         2 * vector.similarity.cosine(coalesce(chunk.embedding, chunk.kept_embedding), $vector) - 1 AS cosine, linked
}
WITH asked, total, scale, best_cosine, best_turn, best_words,
     chunk, max(words) AS words, max(cosine) AS cosine, max(linked) AS linked
// Cosines crowd together, the more the larger the model's spread: what counts is the distance to the best. A turn means
// what its talk means as well, and its distance to the best of turns says less.
WITH asked, total, scale, chunk, words, cosine, linked,
     // What waits to be understood has no vector yet: its words alone speak for it, and nothing against it.
     CASE WHEN cosine IS NULL THEN 0.0
          WHEN chunk.speaker IS NULL THEN 1 - $spread * (coalesce(best_cosine, cosine) - cosine)
          ELSE 1 - $spread * (best_cosine - best_turn + $turns_distance * (best_turn - cosine)) END AS meaning,
     // What shares half of the words with the question is less than half an answer.
     (words / best_words) ^ $words_power AS heard
WITH asked, total, scale, chunk, words, cosine, linked, meaning,
     // In another language it could share but a few, however well it answers: what it means stands for its words.
     // A turn has more words of the turns around it than of its own: half of what it means or holds.
     CASE WHEN coalesce(chunk.language, $language) = $language THEN heard
          WHEN chunk.speaker IS NOT NULL THEN $unheard_turn * CASE WHEN heard > meaning THEN heard ELSE meaning END
          WHEN meaning <= 0 THEN heard
          WHEN heard + $unheard * meaning > 1 THEN 1.0
          ELSE heard + $unheard * meaning END AS heard
WITH asked, total, scale, chunk, words, cosine, linked,
     (1 - $words_share) * meaning + $words_share * heard AS base
WITH asked, total, scale, chunk, words, cosine, linked, CASE WHEN base > 0 THEN base ELSE 0.0 END AS base
ORDER BY base DESC, chunk.id
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
    MATCH (entity)<-[:DESCRIBES]-(other:Chunk {user_id: $user_id, status: $filters.status})
    WHERE other <> origin
    // Of many about one thing each is less likely the one.
    RETURN other, 1.0 / COUNT { (entity)<-[:DESCRIBES]-() } ^ 0.25 AS kind
    UNION ALL
    WITH entity, origin
    WHERE entity.mention_count <= $rare
    MATCH (entity)<-[:MENTIONS]-(other:Chunk {user_id: $user_id, status: $filters.status})
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
MATCH (chunk)-[:PART_OF]->(memory)
WHERE memory.user_id = $user_id AND memory.created_at >= $filters.created_from AND memory.created_at <= $filters.created_to
  AND ($only IS NULL OR memory.id IN $only)
  AND ($filters.project IS NULL OR memory.project = $filters.project)
  AND ($filters.category IS NULL OR memory.category = $filters.category)
  AND ($filters.session_id IS NULL OR memory.session_id = $filters.session_id)
  AND all(tag IN $filters.tags WHERE tag IN memory.tags)
  AND ($filters.channel IS NULL OR memory.channel = $filters.channel)
  AND ($filters.source IS NULL OR memory.source = $filters.source)
  AND ($filters.language IS NULL OR memory.language = $filters.language)
  AND ($filters.occurred_from IS NULL OR memory.occurred_at >= $filters.occurred_from)
  AND ($filters.occurred_to IS NULL OR memory.occurred_at <= $filters.occurred_to)
  AND ($filters.min_importance IS NULL OR memory.importance >= $filters.min_importance)
  AND (size($filters.entities) = 0 OR EXISTS {
        MATCH (memory)<-[:PART_OF]-(:Chunk)-[:MENTIONS|DESCRIBES]->(named:Entity {user_id: $user_id})
        WHERE named.id IN $filters.entities OR named.key IN $filters.entities OR named.name IN $filters.entities })
WITH asked, chunk, memory, words, cosine, linked, base, ties,
     base + best * ($linked_weight * linked + coalesce(ties[0].weight, 0.0)) AS rough
ORDER BY rough DESC, chunk.id
// A long memory must not leave too little room for others: a few chunks of each will do.
WITH asked, memory, collect({chunk: chunk, words: words, cosine: cosine, linked: linked, base: base, ties: ties,
                             rough: rough})[..$each] AS few
UNWIND few AS one
WITH asked, memory, one.chunk AS chunk, one.words AS words, one.cosine AS cosine, one.linked AS linked, one.base AS base,
     one.ties AS ties, one.rough AS rough
ORDER BY rough DESC, chunk.id
LIMIT $kept
WITH asked, collect({chunk: chunk, memory: memory, words: words, cosine: cosine, linked: linked, base: base, ties: ties})
     AS rows
// Only the rows that are likely to be shown travel whole; the others carry what ranking needs. Times travel as text:
// the driver takes several times as long over its own form of them. All rows go in one record, which costs the driver
// and the server less than one each.
UNWIND range(0, size(rows) - 1) AS place
WITH asked, place, rows[place].chunk AS chunk, rows[place].memory AS memory, rows[place] AS row
RETURN collect({chunk_id: chunk.id, language: chunk.language,
       memory: CASE WHEN place < $whole
            THEN memory {.*, text: CASE WHEN size(memory.text) <= $text_most THEN memory.text END,
                         created_at: toString(memory.created_at), updated_at: toString(memory.updated_at),
                         occurred_at: toString(memory.occurred_at), last_used_at: toString(memory.last_used_at)}
            ELSE memory {.id, .user_id, .title, .language, .status, .importance, .speaker,
                         created_at: toString(memory.created_at), occurred_at: toString(memory.occurred_at)}
       END,
       text: CASE WHEN place < $whole OR place < $closely OR chunk.speaker IS NOT NULL
            THEN coalesce(chunk.text, chunk.kept_text, '') ELSE '' END,
       start: chunk.start, end: chunk.end, asks: coalesce(chunk.asks, false),
       // The turn just before, where somebody else asks: what was asked there this one may answer.
       answers: head([(before:Chunk {user_id: $user_id, asks: true})-[:NEXT]->(chunk)
             WHERE before.speaker <> chunk.speaker | before.id]),
       // Of all that are tied to an answer alike, the nearest to the question comes first.
       cosine: coalesce(row.cosine, 2 * vector.similarity.cosine(coalesce(chunk.embedding, chunk.kept_embedding), $vector) - 1),
       words: row.words, base: row.base, linked: row.linked, ties: row.ties,
       // What may be what is asked for, and is neither what the question names nor the user ("me").
       names: CASE WHEN size($sought) > 0
              THEN [(chunk)-[:MENTIONS|DESCRIBES]->(named:Entity)
                    WHERE named.type IN $sought AND NOT named IN asked AND named.key <> 'me' | named.name]
              ELSE [] END,
       // Whether it tells of others alone where somebody asks about themselves; what is said in a talk is another thing.
       strangers: $of_me AND size(asked) = 1 AND chunk.speaker IS NULL
                  AND EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(other:Person) WHERE NOT other IN asked }
                  AND NOT EXISTS { (chunk)-[:STATES]->(:Fact)-[:SUBJECT]->(mine:Entity) WHERE mine IN asked },
       sentences: CASE WHEN place < $closely THEN chunk.sentences END}) AS candidates
