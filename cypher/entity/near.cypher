// The names that may be one with those that were touched, with their entities, blocks, aliases and surroundings.
// mode:   read
// params: user_id, keys, blocks, entities, all_parts, block_most, words_most, context_most
// rows:   step, name, entity, held, was, blocks, aliases, given, apart, proposed, refers, sessions, projects, beside, people
MATCH (user:User {id: $user_id})
WITH coalesce(user.share, -1.0) AS share,
     COUNT { (name:Name {user_id: $user_id, part: 'whole'}) } AS known,
     COUNT { (name:Name {user_id: $user_id, part: 'part'}) } AS parts,
     COUNT {
       MATCH (name:Name {user_id: $user_id, part: 'part'})
       WHERE EXISTS { (name)-[:NAMES]->(:Entity)-[:MAY_BE]->(:Entity) } } AS referring
CALL () {
  UNWIND $keys AS key
  MATCH (name:Name {user_id: $user_id, key: key})
  WHERE name.type IS NOT NULL
  RETURN name
  UNION
  MATCH (name:Name {user_id: $user_id, part: 'part'})
  WHERE $all_parts
  RETURN name
  UNION
  UNWIND $entities AS id
  MATCH (:Entity {id: id, user_id: $user_id})<-[:NAMES]-(name:Name)
  RETURN name
  UNION
  UNWIND $blocks AS key
  MATCH (block:Block {user_id: $user_id, key: key})
  WHERE COUNT { (block)<-[:IN_BLOCK]-() } <= CASE WHEN block.key STARTS WITH 'w:' THEN $words_most ELSE $block_most END
  MATCH (block)<-[:IN_BLOCK]-(name:Name)
  RETURN name
}
WITH share, known, parts, referring, collect(name) AS touched
CALL (touched) {
  UNWIND touched AS name
  RETURN name, 0 AS step
  UNION ALL
  UNWIND touched AS one
  MATCH (one)-[:ALIAS_OF]-(name:Name)
  RETURN name, 1 AS step
  UNION ALL
  UNWIND touched AS one
  MATCH (one)-[:NAMES]->(:Entity)<-[:NAMES]-(name:Name)
  RETURN name, 1 AS step
  UNION ALL
  UNWIND touched AS one
  MATCH (one)-[own:IN_BLOCK]->(block:Block)
  WITH block, max(coalesce(own.seeks, true)) AS seeking
  WHERE COUNT { (block)<-[:IN_BLOCK]-() } <= CASE WHEN block.key STARTS WITH 'w:' THEN $words_most ELSE $block_most END
  MATCH (block)<-[its:IN_BLOCK]-(name:Name)
  WHERE seeking OR coalesce(its.seeks, true)
  RETURN DISTINCT name, 1 AS step
}
WITH share, known, parts, referring, name, min(step) AS step
WITH share, known, parts, referring, collect({name: name, step: step}) AS nearest
// What is only part of a name needs all whom it may mean; whole names need those that may be the same.
CALL (nearest) {
  UNWIND nearest AS row
  RETURN row.name AS name, row.step AS step
  UNION ALL
  UNWIND nearest AS row
  WITH row.name AS one
  MATCH (name:Name {user_id: $user_id, key: one.key})
  WHERE name.type IS NOT NULL
  RETURN name, 2 AS step
  UNION ALL
  UNWIND nearest AS row
  WITH row.name AS one
  MATCH (one)-[:ALIAS_OF]-(name:Name)
  RETURN name, 2 AS step
  UNION ALL
  UNWIND nearest AS row
  WITH row.name AS one
  MATCH (one)-[:NAMES]->(:Entity)<-[:NAMES]-(name:Name)
  RETURN name, 2 AS step
  UNION ALL
  UNWIND nearest AS row
  WITH row.name AS one
  MATCH (one)-[own:IN_BLOCK]->(block:Block)
  WHERE NOT block.wide OR NOT EXISTS { (one)-[:IN_BLOCK]->(:Block {wide: false}) }
  WITH block, max(coalesce(own.seeks, true)) AS seeking
  WHERE COUNT { (block)<-[:IN_BLOCK]-() } <= CASE WHEN block.key STARTS WITH 'w:' THEN $words_most ELSE $block_most END
  MATCH (block)<-[its:IN_BLOCK]-(name:Name)
  WHERE seeking OR coalesce(its.seeks, true)
  RETURN DISTINCT name, 2 AS step
}
WITH share, known, parts, referring, name, min(step) AS step
WITH share, known, parts, referring, collect({name: name, step: step}) AS near
CALL (near) {
  UNWIND near AS row
  RETURN row.name AS name, row.step AS step
  UNION ALL
  UNWIND near AS row
  WITH row.name AS one
  MATCH (one)-[:NAMES]->(:Entity)<-[:NAMES]-(name:Name)
  RETURN name, 3 AS step
  UNION ALL
  UNWIND near AS row
  WITH row.name AS one
  MATCH (one)-[own:IN_BLOCK]->(block:Block {wide: false})
  WITH block, max(coalesce(own.seeks, true)) AS seeking
  WHERE COUNT { (block)<-[:IN_BLOCK]-() } <= CASE WHEN block.key STARTS WITH 'w:' THEN $words_most ELSE $block_most END
  MATCH (block)<-[its:IN_BLOCK]-(name:Name)
  WHERE seeking OR coalesce(its.seeks, true)
  RETURN DISTINCT name, 3 AS step
}
WITH share, known, parts, referring, name, min(step) AS step
MATCH (name)-[belongs:NAMES]->(entity:Entity)
CALL (name, entity, step) {
  // Where a name is used matters only to persons who share a surname or a given name with others.
  WITH name, entity, step
  WHERE step < 2 AND name.part IS NOT NULL AND EXISTS {
    (name)-[:IN_BLOCK]->(block:Block {wide: true}) WHERE COUNT { (block)<-[:IN_BLOCK]-() } > 1 }
  MATCH (entity)<-[tie:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id})
  WHERE tie.key = name.key AND tie.kind = name.type
  WITH entity, chunk
  ORDER BY chunk.created_at DESC, chunk.id
  LIMIT $context_most
  OPTIONAL MATCH (chunk)-[beside:MENTIONS|DESCRIBES]->(other:Entity {user_id: $user_id})
  WHERE other <> entity
  RETURN collect(DISTINCT chunk.session_id) AS sessions, collect(DISTINCT chunk.project) AS projects,
         collect(DISTINCT beside.key) AS beside
}
RETURN step,
       name {.key, .type, .name, .names, .subtype, .confidence, .forms, .part, .count, .first_seen, .last_seen} AS name,
       entity {.id, .key, .kind, .name, .type, .edited, .mention_count, .merged_from, .version} AS entity,
       coalesce(belongs.held, false) AS held, coalesce(belongs.was, []) AS was,
       [(name)-[:IN_BLOCK]->(block:Block)
          WHERE COUNT { (block)<-[:IN_BLOCK]-() } <= $block_most | block.key]
         AS blocks,
       [(alias:Name)-[:ALIAS_OF]->(name) | [alias.key, alias.type]] AS aliases,
       [(:Name)-[alias:ALIAS_OF {held: true}]->(name) WHERE alias.name IS NOT NULL | alias.name] AS given,
       [(entity)-[:KEPT_APART]-(other:Entity) | other.id] AS apart,
       EXISTS { (entity)-[:SAME_AS_PROPOSED]-(:Entity) } AS proposed, EXISTS { (entity)-[:MAY_BE]->(:Entity) } AS refers,
       sessions, projects, beside, [known, parts, referring, share] AS people
