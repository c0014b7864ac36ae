// Writes what a batch knows: names with their entities, blocks and aliases, ties of chunks to them, facts with sums.
// mode:   write
// params: user_id, names, mentions, descriptions, facts, places, nearly, often, symmetric, mistaken
// rows:   key, type, id, name, kind, rejected, open, fresh
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
      name.names = [], name.forms = [], name.count = 0, name.first_seen = row.seen, name.last_seen = row.seen_last
  CREATE (entity:Entity {id: row.id})
  SET entity:$(row.type), entity.user_id = $user_id, entity.key = row.key, entity.kind = row.type,
      entity.type = row.type, entity.name = row.name, entity.subtype = row.subtype, entity.aliases = [],
      entity.first_seen = row.seen, entity.last_seen = row.seen_last, entity.mention_count = 0, entity.confidence = 0.0,
      entity.validation_status = 'unvalidated', entity.version = user.writes
  CREATE (name)-[:NAMES]->(entity)
}
CALL (user) {
  UNWIND $names AS row
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(:Entity|Rejected)
  // An edit took away all that gave this name, and gives it again.
  WHERE name.name IS NULL
  SET name.version = user.writes, name.name = row.name, name.confidence = row.confidence, name.subtype = row.subtype,
      name.part = null, name.names = [], name.forms = [], name.first_seen = row.seen, name.last_seen = row.seen_last
}
CALL (user) {
  UNWIND $names AS row
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(entity:Entity|Rejected)
  // Of all mentions the surest gives the name, then the shortest, whatever order they come in.
  WITH user, row, name, entity, any(one IN row.forms WHERE NOT one IN name.forms) AS grown,
       row.confidence > name.confidence OR (row.confidence = name.confidence AND (size(row.name) < size(name.name)
       OR (size(row.name) = size(name.name) AND (row.name > name.name
       OR (row.name = name.name AND row.subtype > coalesce(name.subtype, '')))))) AS better
  SET name.name = CASE WHEN better THEN row.name ELSE name.name END,
      name.subtype = CASE WHEN better THEN row.subtype ELSE name.subtype END,
      name.confidence = CASE WHEN better THEN row.confidence ELSE name.confidence END,
      name.names = name.names + [one IN row.names WHERE NOT one IN name.names],
      name.part = coalesce(row.part, name.part),
      name.version = CASE WHEN grown THEN user.writes ELSE name.version END,
      name.forms = name.forms + [one IN row.forms WHERE NOT one IN name.forms],
      name.first_seen = CASE WHEN row.seen < name.first_seen THEN row.seen ELSE name.first_seen END,
      name.last_seen = CASE WHEN row.seen_last > name.last_seen THEN row.seen_last ELSE name.last_seen END,
      name.common = row.common AND coalesce(name.common, true),
      name.raised = CASE WHEN row.confidence > name.confidence THEN user.writes ELSE name.raised END
  WITH row, name, entity,
       name.key = entity.key AND name.type = entity.kind AND NOT 'name' IN coalesce(entity.edited, []) AS naming
  SET entity.to_embed = true,
      entity.name = CASE WHEN naming THEN name.name ELSE entity.name END,
      entity.subtype = CASE WHEN naming THEN name.subtype ELSE entity.subtype END,
      entity.confidence = CASE WHEN row.confidence > entity.confidence THEN row.confidence ELSE entity.confidence END,
      entity.first_seen = CASE WHEN row.seen < entity.first_seen THEN row.seen ELSE entity.first_seen END,
      entity.last_seen = CASE WHEN row.seen_last > entity.last_seen THEN row.seen_last ELSE entity.last_seen END
  WITH DISTINCT entity
  SET entity.aliases = COLLECT {
    MATCH (entity)<-[:NAMES]-(any:Name)
    UNWIND any.names + [(:Name)-[given:ALIAS_OF {held: true}]->(any) WHERE given.name IS NOT NULL | given.name] AS form
    WITH DISTINCT form
    WHERE form <> entity.name
    RETURN form ORDER BY form }
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
  // A chunk counts once for an entity, by however many names it mentions it.
  WITH chunk, entity, collect({row: row, name: name}) AS given
  SET entity.mention_count = entity.mention_count
                             + CASE WHEN EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(entity) } THEN 0 ELSE 1 END
  WITH chunk, entity, given
  UNWIND given AS one
  WITH chunk, entity, one.row AS row, one.name AS name
  MERGE (chunk)-[tie:MENTIONS {key: row.key, kind: row.type}]->(entity)
  ON CREATE SET tie += row.properties, name.count = name.count + 1
}
CALL () {
  UNWIND $descriptions AS row
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(entity:Entity|Rejected)
  // A chunk counts once for an entity, by however many names it mentions it.
  WITH chunk, entity, collect({row: row, name: name}) AS given
  SET entity.mention_count = entity.mention_count
                             + CASE WHEN EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(entity) } THEN 0 ELSE 1 END
  WITH chunk, entity, given
  UNWIND given AS one
  WITH chunk, entity, one.row AS row, one.name AS name
  MERGE (chunk)-[tie:DESCRIBES {key: row.key, kind: row.type}]->(entity)
  ON CREATE SET tie += row.properties, name.count = name.count + 1
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
  ORDER BY row.properties.confidence DESC, row.properties.lemma, row.id
  WITH source, target, row.type AS type, collect({row: row, turned: turned}) AS facts
  MERGE (source)-[relation:$(type)]->(target)
  ON CREATE SET relation.user_id = $user_id, relation.evidence_count = 0, relation.confidence = 0.0,
                relation.validation_status = 'unvalidated'
  WITH relation, facts, head(facts).row.properties AS best, head(facts).turned AS turned
  WITH relation, facts, best, turned,
       // The surest fact tells the predicate, whatever order they come in; a relation only judged till now has none.
       relation.predicate IS NULL OR best.confidence > coalesce(relation.surest, 0.0)
         OR (best.confidence = relation.surest AND best.lemma < relation.predicate) AS better
  SET relation.evidence_count = relation.evidence_count + size(facts),
      // Independent evidence: the chance that all of it is wrong is the product of the single chances.
      relation.confidence = 1 - reduce(wrong = 1 - relation.confidence, fact IN facts |
                                       wrong * (1 - fact.row.properties.confidence)),
      relation.turned = CASE WHEN better THEN nullIf(turned, false) ELSE relation.turned END,
      relation.predicate = CASE WHEN better THEN best.lemma ELSE relation.predicate END,
      relation.method = CASE WHEN better THEN best.method ELSE relation.method END,
      relation.surest = CASE WHEN better THEN best.confidence ELSE relation.surest END,
      relation.first_seen = reduce(low = coalesce(relation.first_seen, head(facts).row.seen), fact IN facts |
                                   CASE WHEN fact.row.seen < low THEN fact.row.seen ELSE low END),
      relation.last_seen = reduce(high = coalesce(relation.last_seen, head(facts).row.seen), fact IN facts |
                                  CASE WHEN fact.row.seen > high THEN fact.row.seen ELSE high END)
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
             WHERE coalesce(nullIf(chunk.session_id, ''), split(chunk.id, '.')[0]) IN $places }) } AS open,
       // What older chunks hold unread: names that are new, and those of which another reading is the surest now.
       EXISTS { (:Candidate {user_id: $user_id, key: row.key}) }
         AND (name.version = user.writes OR (name.raised = user.writes AND EXISTS {
           (other:Name {user_id: $user_id, key: row.key}) WHERE other.type <> row.type })) AS fresh
