// Removes what memories mention: names given nowhere else and entities without names go, others keep what remains.
// mode:   write
// params: user_id, ids, again, mistaken
// rows:   keys, blocks, entities, dropped, gone
MATCH (user:User {id: $user_id})
UNWIND $ids AS id
MATCH (:Memory {id: id, user_id: $user_id})<-[:PART_OF]-(:Chunk {user_id: $user_id})-[tie:MENTIONS|DESCRIBES]
      ->(entity:Entity|Rejected {user_id: $user_id})
WITH user, entity, tie.key AS key, tie.kind AS kind, collect(tie) AS ties
WITH user, entity, key, kind, ties, size(ties) AS number
FOREACH (tie IN ties | DELETE tie)
WITH user, entity, key, kind, number
MATCH (name:Name {user_id: $user_id, key: key, type: kind})
WITH user, entity, name, number,
     [(name)-[:IN_BLOCK]->(block:Block) | block.key] AS blocks,
     [(name)-[:ALIAS_OF]-(other:Name) | other.key] + [name.key] AS keys,
     // What comes again at once stays, though nothing gives it just now.
     any(one IN $again WHERE one.key = name.key AND one.type = name.type) AS again
CALL (entity, name, again) {
  // What no memory gives any more is no name where other memories only hold its words: they are words again.
  WITH entity, name, again
  WHERE NOT again AND NOT EXISTS {
    MATCH (entity)<-[left:MENTIONS|DESCRIBES {key: name.key, kind: name.type}]-(:Chunk)
    WHERE coalesce(left.method, '') <> 'known-name'
  }
  MATCH (entity)<-[known:MENTIONS {key: name.key, kind: name.type}]-(chunk:Chunk {user_id: $user_id})
  MATCH (chunk)-[:PART_OF]->(memory:Memory)
  SET memory.to_link = true
  WITH entity, name, chunk, known
  OPTIONAL MATCH (chunk)-[:STATES]->(:LiteralFact)-[end:SUBJECT|OBJECT {key: name.key, kind: name.type}]->(entity)
  DELETE end, known
}
CALL (entity, name) {
  OPTIONAL MATCH (entity)<-[left:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id})
  WHERE left.key = name.key AND left.kind = name.type
  WITH left
  ORDER BY left.confidence DESC, size(left.name), left.name DESC
  // What others only hold names nothing: a name is written as those write it that give it.
  WITH count(left) AS remaining, [one IN collect(left) WHERE coalesce(one.method, '') <> 'known-name'] AS lefts
  RETURN remaining, head(lefts) AS best,
         reduce(all = [], one IN lefts | all + [n IN one.names WHERE NOT n IN all]) AS names,
         reduce(all = [], one IN lefts | all + [k IN one.keys WHERE NOT k IN all]) AS given,
         reduce(all = [], one IN lefts | all + [f IN one.forms WHERE NOT f IN all]) AS forms
}
SET name.count = remaining, name.name = best.name, name.confidence = best.confidence, name.subtype = best.subtype,
    name.names = names, name.forms = [form IN name.forms WHERE left(form, 12) IN forms]
WITH user, entity, name, number, blocks, keys, given, remaining = 0 AND NOT again AS gone
CALL (user, entity, name, gone) {
  // What comes again read as another type takes the place of a name that goes, with all that a person said of it.
  WITH user, entity, name,
       head([one IN $again WHERE gone AND one.key = name.key AND one.type = entity.type | one.type]
            + [one IN $again WHERE gone AND one.key = name.key AND name.type IN $mistaken[one.type] | one.type]) AS type
  WHERE type IS NOT NULL
  MERGE (heir:Name {user_id: $user_id, key: name.key, type: type})
  WITH user, entity, name, heir
  WHERE NOT EXISTS { (heir)-[:NAMES]->(other:Entity|Rejected) WHERE other <> entity }
  MATCH (name)-[old:NAMES]->(entity)
  MERGE (heir)-[new:NAMES]->(entity)
  ON CREATE SET new = properties(old), heir.count = 0
  SET entity.kind = CASE WHEN entity.key = name.key AND entity.kind = name.type THEN heir.type ELSE entity.kind END
  WITH user, name, heir
  MATCH (alias:Name)-[given:ALIAS_OF {held: true}]->(name)
  MERGE (form:Name {user_id: $user_id, key: alias.key, type: heir.type})
  MERGE (form)-[held:ALIAS_OF]->(heir)
  SET held += properties(given), form.version = user.writes
}
CALL (entity, name, gone, given) {
  MATCH (alias:Name)-[old:ALIAS_OF]->(name)
  WHERE gone OR NOT (alias.key IN given OR coalesce(old.held, false))
  DELETE old
}
CALL (entity, name, gone) {
  WITH entity, name, gone
  WHERE gone
  MATCH (name)-[old:NAMES]->(entity)
  OPTIONAL MATCH (name)-[belongs:IN_BLOCK]->(:Block)
  DELETE old, belongs
  REMOVE name.name, name.names, name.forms, name.subtype, name.confidence, name.count, name.part, name.first_seen,
         name.last_seen, name.raised, name.common
}
WITH collect(DISTINCT entity) AS entities, sum(number) AS dropped, collect(keys) AS keys, collect(blocks) AS blocks
CALL (entities) {
  UNWIND entities AS entity
  WITH entity
  WHERE NOT EXISTS { (entity)<-[:NAMES]-(:Name) }
  WITH collect(entity) AS empty
  WITH empty, size(empty) AS gone
  FOREACH (entity IN empty | DETACH DELETE entity)
  RETURN gone
}
CALL (entities) {
  UNWIND entities AS entity
  MATCH (entity)<-[:NAMES]-(:Name)
  WITH DISTINCT entity
  // What the memory said is in the vector until it is made anew.
  REMOVE entity.embedding, entity.embedding_b
  SET entity.to_embed = true, entity.mention_count = size(COLLECT {
        MATCH (entity)<-[:MENTIONS|DESCRIBES]-(chunk:Chunk) RETURN DISTINCT chunk.id })
  RETURN collect(entity.id) AS left_over
}
RETURN reduce(all = [], some IN keys | all + [k IN some WHERE NOT k IN all]) AS keys,
       reduce(all = [], some IN blocks | all + [b IN some WHERE NOT b IN all]) AS blocks,
       left_over AS entities, dropped, gone
