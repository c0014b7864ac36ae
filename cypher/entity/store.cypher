// Writes what a batch knows: names with their entities, blocks and aliases, ties of chunks to them, facts with sums.
// mode:   write
// params: user_id, names, mentions, descriptions, facts, places, nearly, often, symmetric, mistaken
// rows:   key, type, id, name, kind, rejected, open
MATCH (user:User {id: $user_id})
CALL (user) {
  // What a person took away stays so when it is read as another type, unless something else goes by that name.
  WITH user
  WHERE EXISTS { (any:Rejected {user_id: $user_id}) WHERE any.id IS NOT NULL }
  UNWIND $names AS row
  MATCH (other:Name {user_id: $user_id, key: row.key})-[:NAMES]->(rejected:Rejected)
  WHERE other.type IN $mistaken[row.type] AND NOT EXISTS {
    (same:Name {user_id: $user_id, key: row.key})-[:NAMES]->(there:Entity|Rejected)
    WHERE same.type = row.type OR (there:Entity AND same.type IN $mistaken[row.type]) }
  WITH row, rejected
  ORDER BY rejected.id
  WITH row, head(collect(rejected)) AS rejected
  MERGE (name:Name {user_id: $user_id, key: row.key, type: row.type})
  SET name.count = 0
  CREATE (name)-[:NAMES]->(rejected)
}
CALL (user) {
  UNWIND $names AS row
  MERGE (name:Name {user_id: $user_id, key: row.key, type: row.type})
  WITH user, row, name
  WHERE NOT EXISTS { (name)-[:NAMES]->(:Entity|Rejected) }
  SET name.version = user.writes, name.name = row.name, name.confidence = row.confidence, name.subtype = row.subtype,
      name.names = [], name.forms = [], name.count = 0, name.first_seen = row.seen, name.last_seen = row.seen
  CREATE (entity:Entity {id: row.id})
  SET entity:$(row.type), entity.user_id = $user_id, entity.key = row.key, entity.kind = row.type,
      entity.type = row.type, entity.name = row.name, entity.subtype = row.subtype, entity.aliases = [],
      entity.first_seen = row.seen, entity.last_seen = row.seen, entity.mention_count = 0, entity.confidence = 0.0,
      entity.validation_status = 'unvalidated', entity.version = user.writes
  CREATE (name)-[:NAMES]->(entity)
}
CALL (user) {
  UNWIND $names AS row
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(:Entity|Rejected)
  // An edit took away all that gave this name, and gives it again.
  WHERE name.name IS NULL
  SET name.version = user.writes, name.name = row.name, name.confidence = row.confidence, name.subtype = row.subtype,
      name.part = null, name.names = [], name.forms = [], name.first_seen = row.seen, name.last_seen = row.seen
}
CALL (user) {
  UNWIND $names AS row
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(entity:Entity|Rejected)
  // Of all mentions the surest gives the name, then the shortest, whatever order they come in.
  WITH user, row, name, entity, any(one IN row.forms WHERE NOT one IN name.forms) AS grown,
       row.confidence > name.confidence OR (row.confidence = name.confidence AND (size(row.name) < size(name.name)
       OR (size(row.name) = size(name.name) AND row.name > name.name))) AS better
  SET name.name = CASE WHEN better THEN row.name ELSE name.name END,
      name.subtype = CASE WHEN better THEN row.subtype ELSE name.subtype END,
      name.confidence = CASE WHEN better THEN row.confidence ELSE name.confidence END,
      name.names = name.names + [one IN row.names WHERE NOT one IN name.names],
      name.part = coalesce(row.part, name.part),
      name.version = CASE WHEN grown THEN user.writes ELSE name.version END,
      name.forms = name.forms + [one IN row.forms WHERE NOT one IN name.forms],
      name.first_seen = CASE WHEN row.seen < name.first_seen THEN row.seen ELSE name.first_seen END,
      name.last_seen = CASE WHEN row.seen > name.last_seen THEN row.seen ELSE name.last_seen END,
      // What nothing was about before, older chunks may hold unseen; before the first batch there are none.
      name.to_match = CASE WHEN row.sought AND user.writes > 1
                             AND NOT EXISTS { (entity)<-[:DESCRIBES {key: row.key, kind: row.type}]-(:Chunk) }
                           THEN true ELSE name.to_match END
  WITH row, name, entity,
       name.key = entity.key AND name.type = entity.kind AND NOT 'name' IN coalesce(entity.edited, []) AS naming
  SET entity.to_embed = true,
      entity.name = CASE WHEN naming THEN name.name ELSE entity.name END,
      entity.subtype = CASE WHEN naming THEN name.subtype ELSE entity.subtype END,
      entity.confidence = CASE WHEN row.confidence > entity.confidence THEN row.confidence ELSE entity.confidence END,
      entity.first_seen = CASE WHEN row.seen < entity.first_seen THEN row.seen ELSE entity.first_seen END,
      entity.last_seen = CASE WHEN row.seen > entity.last_seen THEN row.seen ELSE entity.last_seen END
  WITH row, name, entity
  SET entity.aliases = [one IN entity.aliases WHERE one <> entity.name]
                       + [one IN row.names WHERE NOT one IN entity.aliases AND one <> entity.name]
}
CALL (user) {
  UNWIND $names AS row
  UNWIND row.blocks AS place
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})
  MERGE (block:Block {user_id: $user_id, key: place.key})
  MERGE (name)-[place_of:IN_BLOCK]->(block)
  SET place_of.seeks = place.seeks OR coalesce(place_of.seeks, false)
}
CALL (user) {
  UNWIND $names AS row
  UNWIND row.aliases AS key
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})
  MERGE (alias:Name {user_id: $user_id, key: key, type: row.type})
  WITH user, name, alias
  WHERE NOT EXISTS { (alias)-[:ALIAS_OF]->(name) }
  CREATE (alias)-[:ALIAS_OF]->(name)
  SET alias.version = user.writes, name.version = user.writes
}
CALL () {
  UNWIND $mentions AS row
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(entity:Entity|Rejected)
  WITH row, chunk, name, entity, EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(entity) } AS there
  MERGE (chunk)-[tie:MENTIONS {key: row.key, kind: row.type}]->(entity)
  ON CREATE SET tie += row.properties, name.count = name.count + 1,
                entity.mention_count = entity.mention_count + CASE WHEN there THEN 0 ELSE 1 END
}
CALL () {
  UNWIND $descriptions AS row
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(entity:Entity|Rejected)
  WITH row, chunk, name, entity, EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(entity) } AS there
  MERGE (chunk)-[tie:DESCRIBES {key: row.key, kind: row.type}]->(entity)
  ON CREATE SET tie += row.properties, name.count = name.count + 1,
                entity.mention_count = entity.mention_count + CASE WHEN there THEN 0 ELSE 1 END
}
CALL () {
  UNWIND $facts AS row
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  MATCH (:Name {user_id: $user_id, key: row.subject_key, type: row.subject_type})-[:NAMES]->(subject:Entity)
  // A repeated write finds its facts there and adds nothing to the sums.
  WITH row, chunk, subject, EXISTS { (:Fact {id: row.id, user_id: $user_id}) } AS there
  WHERE NOT there
  MATCH (:Name {user_id: $user_id, key: row.object_key, type: row.object_type})-[:NAMES]->(object:Entity)
  CREATE (chunk)-[:STATES]->(fact:Fact)
  CREATE (fact)-[:SUBJECT {key: row.subject_key, kind: row.subject_type}]->(subject)
  CREATE (fact)-[:OBJECT {key: row.object_key, kind: row.object_type}]->(object)
  SET fact = row.properties, subject.to_infer = true, object.to_infer = true
  // What is denied, asked or planned ties nothing, nor what was taken back, nor what two names of one entity say of it.
  WITH row, chunk, subject, object
  WHERE subject <> object AND row.properties.holds AND chunk.status <> 'invalid'
  // What says the same from either end begins with the lower id; `turned` tells that it was told from the other one.
  WITH row, subject, object, row.type IN $symmetric AND object.id < subject.id AS turned
  WITH row, turned, CASE WHEN turned THEN object ELSE subject END AS source,
       CASE WHEN turned THEN subject ELSE object END AS target
  MERGE (source)-[relation:$(row.type)]->(target)
  ON CREATE SET relation.user_id = $user_id, relation.evidence_count = 0, relation.confidence = 0.0,
                relation.validation_status = 'unvalidated'
  SET relation.evidence_count = relation.evidence_count + 1,
      // Independent evidence: the chance that all of it is wrong is the product of the single chances.
      relation.confidence = 1 - (1 - relation.confidence) * (1 - row.properties.confidence),
      // A relation that was only judged till now has neither.
      relation.turned = CASE WHEN relation.predicate IS NULL THEN nullIf(turned, false) ELSE relation.turned END,
      relation.predicate = coalesce(relation.predicate, row.properties.lemma),
      relation.method = coalesce(relation.method, row.properties.method),
      relation.first_seen = CASE WHEN relation.first_seen < row.seen THEN relation.first_seen ELSE row.seen END,
      relation.last_seen = CASE WHEN relation.last_seen > row.seen THEN relation.last_seen ELSE row.seen END
  // In a clause of its own: the values of one SET are read before any of them is written. Rejected ones lead nowhere.
  SET relation.weight = CASE relation.validation_status WHEN 'rejected' THEN 0.0
                        ELSE 1 - 1.0 / (1 + relation.evidence_count) END
}
WITH user
UNWIND $names AS row
MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(entity:Entity|Rejected)
// What another mention can change is open: new names and forms, persons, what has several names or readings, and what
// would be one with another if both were spoken of in one place, where the other is spoken of in a place of these. For
// one that is spoken of often nobody looks: it is cheaper to judge.
RETURN name.key AS key, name.type AS type, entity.id AS id, entity.name AS name, entity.type AS kind,
       entity:Rejected AS rejected,
       name.version = user.writes OR name.part IS NOT NULL OR COUNT { (entity)<-[:NAMES]-() } > 1
         OR EXISTS { (other:Name {user_id: $user_id, key: row.key}) WHERE other.type <> row.type }
         OR EXISTS {
           (entity)-[asked:SAME_AS_PROPOSED]-(other:Entity)
           WHERE asked.score >= $nearly AND (other.mention_count > $often OR EXISTS {
             (other)<-[:MENTIONS|DESCRIBES]-(chunk:Chunk)
             // The id of a chunk begins with that of its memory.
             WHERE coalesce(nullIf(chunk.session_id, ''), split(chunk.id, '.')[0]) IN $places }) } AS open
