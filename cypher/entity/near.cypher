// The names that those asked for meet: one with them by key, alias or entity, and those of the blocks of all these.
// mode:   read
// params: user_id, keys, blocks, entities, all_parts, block_most, words_most
// rows:   step, key, type, entity, several, forms, tied, full
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
WITH collect(name) AS asked
CALL (asked) {
  UNWIND asked AS name
  RETURN name, 0 AS step
  UNION ALL
  // Those asked for by a key are all of that key.
  UNWIND asked AS one
  WITH one
  WHERE NOT one.key IN $keys
  MATCH (name:Name {user_id: $user_id, key: one.key})
  WHERE name.type IS NOT NULL
  RETURN name, 1 AS step
  UNION ALL
  UNWIND asked AS one
  MATCH (one)-[:ALIAS_OF]-(name:Name)
  RETURN name, 1 AS step
  UNION ALL
  UNWIND asked AS one
  MATCH (one)-[:NAMES]->(:Entity)<-[:NAMES]-(name:Name)
  RETURN name, 1 AS step
}
WITH name, min(step) AS step
WITH collect({name: name, step: step}) AS bound
CALL (bound) {
  UNWIND bound AS row
  RETURN row.name AS name, row.step AS step
  UNION ALL
  // What is bound to what is bound: the other names of an entity that another reading of a key names. What is bound to
  // those asked for is there.
  UNWIND bound AS row
  WITH row.name AS one, row.step AS step
  WHERE step = 1
  MATCH (one)-[:NAMES]->(:Entity)<-[:NAMES]-(name:Name)
  RETURN name, 1 AS step
  UNION ALL
  UNWIND bound AS row
  WITH row.name AS one, row.step AS step
  WHERE step = 1
  MATCH (name:Name {user_id: $user_id, key: one.key})
  WHERE name.type IS NOT NULL
  RETURN name, 1 AS step
  UNION ALL
  UNWIND bound AS row
  WITH row.name AS one, row.step AS step
  WHERE step = 1
  MATCH (one)-[:ALIAS_OF]-(name:Name)
  RETURN name, 1 AS step
}
WITH name, min(step) AS step
WITH collect({name: name, step: step}) AS bound
CALL (bound) {
  UNWIND bound AS row
  RETURN row.name AS name, row.step AS step
  UNION ALL
  UNWIND bound AS row
  WITH row.name AS one
  MATCH (one)-[own:IN_BLOCK]->(block:Block)
  WITH block, max(coalesce(own.seeks, true)) AS seeking
  WHERE COUNT { (block)<-[:IN_BLOCK]-() } <= CASE WHEN block.key STARTS WITH 'w:' THEN $words_most ELSE $block_most END
  MATCH (block)<-[its:IN_BLOCK]-(name:Name)
  WHERE seeking OR coalesce(its.seeks, true)
  RETURN DISTINCT name, 2 AS step
}
WITH name, min(step) AS step
WITH collect({name: name, step: step}) AS near
CALL (near) {
  UNWIND near AS row
  RETURN row.name AS name, row.step AS step
  UNION ALL
  // Whom part of a name may mean is looked for where any of that person's names is spoken of.
  UNWIND near AS row
  WITH row.name AS one
  WHERE one.part = 'whole'
  MATCH (one)-[:NAMES]->(:Entity)<-[:NAMES]-(name:Name)
  RETURN name, 2 AS step
}
WITH name, min(step) AS step
MATCH (name)-[:NAMES]->(entity:Entity)
RETURN step, name.key AS key, name.type AS type, entity.id AS entity,
       COUNT { (entity)<-[:NAMES]-() } > 1 AS several, name.forms AS forms,
       [(name)-[:ALIAS_OF]-(other:Name) | other.key] AS tied,
       CASE WHEN step < 2 THEN [
         (name)-[:IN_BLOCK]->(block:Block)
         WHERE COUNT { (block)<-[:IN_BLOCK]-() }
               > CASE WHEN block.key STARTS WITH 'w:' THEN $words_most ELSE $block_most END | block.key]
       ELSE [] END AS full
