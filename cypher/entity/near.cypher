// The names that may be one with those that were touched, with their entities, blocks, aliases and surroundings.
// mode:   read
// params: user_id, keys, blocks, entities, all_parts, block_most, context_most
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
  WHERE COUNT { (block)<-[:IN_BLOCK]-(:Name) } <= $block_most
  MATCH (block)<-[:IN_BLOCK]-(name:Name)
  RETURN name
}
WITH share, known, parts, referring, collect(name) AS touched
CALL (touched) {
  UNWIND touched AS name
  RETURN name
  UNION
  UNWIND touched AS one
  MATCH (one)-[:ALIAS_OF]-(name:Name)
  RETURN name
  UNION
  UNWIND touched AS one
  MATCH (one)-[:NAMES]->(:Entity)<-[:NAMES]-(name:Name)
  RETURN name
  UNION
  UNWIND touched AS one
  MATCH (one)-[:IN_BLOCK]->(block:Block)
  WITH DISTINCT block
  WHERE COUNT { (block)<-[:IN_BLOCK]-(:Name) } <= $block_most
  MATCH (block)<-[:IN_BLOCK]-(name:Name)
  RETURN name
}
WITH share, known, parts, referring, touched, collect(name) AS nearest
// What is only part of a name needs all whom it may mean; whole names need those that may be the same.
CALL (nearest) {
  UNWIND nearest AS name
  RETURN name
  UNION
  UNWIND nearest AS one
  MATCH (name:Name {user_id: $user_id, key: one.key})
  WHERE name.type IS NOT NULL
  RETURN name
  UNION
  UNWIND nearest AS one
  MATCH (one)-[:ALIAS_OF]-(name:Name)
  RETURN name
  UNION
  UNWIND nearest AS one
  MATCH (one)-[:NAMES]->(:Entity)<-[:NAMES]-(name:Name)
  RETURN name
  UNION
  UNWIND nearest AS one
  MATCH (one)-[:IN_BLOCK]->(block:Block)
  WHERE NOT block.wide OR NOT EXISTS { (one)-[:IN_BLOCK]->(:Block {wide: false}) }
  WITH DISTINCT block
  WHERE COUNT { (block)<-[:IN_BLOCK]-(:Name) } <= $block_most
  MATCH (block)<-[:IN_BLOCK]-(name:Name)
  RETURN name
}
WITH share, known, parts, referring, touched, nearest, collect(name) AS near
CALL (near) {
  UNWIND near AS name
  RETURN name
  UNION
  UNWIND near AS one
  MATCH (one)-[:NAMES]->(:Entity)<-[:NAMES]-(name:Name)
  RETURN name
  UNION
  UNWIND near AS one
  MATCH (one)-[:IN_BLOCK]->(block:Block {wide: false})
  WITH DISTINCT block
  WHERE COUNT { (block)<-[:IN_BLOCK]-(:Name) } <= $block_most
  MATCH (block)<-[:IN_BLOCK]-(name:Name)
  RETURN name
}
WITH share, known, parts, referring, touched, nearest, near, name
MATCH (name)-[belongs:NAMES]->(entity:Entity)
WITH share, known, parts, referring, name, belongs, entity,
     CASE WHEN name IN touched THEN 0 WHEN name IN nearest THEN 1 WHEN name IN near THEN 2 ELSE 3 END AS step
CALL (name, entity, step) {
  // Where a name is used matters only to those who share a surname or a given name with others.
  WITH name, entity, step
  WHERE step < 2 AND EXISTS {
    (name)-[:IN_BLOCK]->(block:Block {wide: true}) WHERE COUNT { (block)<-[:IN_BLOCK]-(:Name) } > 1 }
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
       [(name)-[:IN_BLOCK]->(block:Block) WHERE COUNT { (block)<-[:IN_BLOCK]-(:Name) } <= $block_most | block.key]
         AS blocks,
       [(alias:Name)-[:ALIAS_OF]->(name) | [alias.key, alias.type]] AS aliases,
       [(:Name)-[alias:ALIAS_OF {held: true}]->(name) WHERE alias.name IS NOT NULL | alias.name] AS given,
       [(entity)-[:KEPT_APART]-(other:Entity) | other.id] AS apart,
       EXISTS { (entity)-[:SAME_AS_PROPOSED]-(:Entity) } AS proposed, EXISTS { (entity)-[:MAY_BE]->(:Entity) } AS refers,
       sessions, projects, beside, [known, parts, referring, share] AS people
