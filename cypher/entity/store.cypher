// Writes what a batch knows: names with their entities, blocks and aliases, ties of chunks to them, facts with sums.
// mode:   write
// params: user_id, names, chunks, ties, facts, times, places, nearly, often, symmetric, mistaken
// rows:   key, type, id, name, kind, made, rejected, open, fresh, rejects
// Ties and facts say by its place in `names` which name they are of, by its place in `chunks` which chunk, and when by a
// place in `times`: each node is looked for once, and each time travels once.
MATCH (user:User {id: $user_id})
WITH user, user.writes AS writes, coalesce(user.rejects, false) AS rejects
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
CALL () {
  UNWIND $names AS row
  OPTIONAL MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})
  RETURN collect(CASE WHEN name IS NULL THEN row END) AS unknown,
         collect(CASE WHEN name IS NOT NULL THEN {row: row, name: name} END) AS known
}
CALL (writes, unknown) {
  // Of a name that nobody gave before all is known at once, its entity too.
  UNWIND unknown AS row
  WITH writes, row, $times[row.seen] AS seen, $times[row.seen_last] AS seen_last
  CREATE (name:Name {user_id: $user_id, key: row.key, type: row.type, name: row.name, subtype: row.subtype,
                     confidence: row.confidence, names: row.names, forms: row.forms, part: row.part,
                     common: row.common, count: 0, first_seen: seen, last_seen: seen_last, version: writes})
  CREATE (entity:Entity {id: row.id, user_id: $user_id, key: row.key, kind: row.type, type: row.type, name: row.name,
                         subtype: row.subtype, aliases: [form IN row.names WHERE form <> row.name],
                         confidence: row.confidence, mention_count: 0, first_seen: seen, last_seen: seen_last,
                         validation_status: 'unvalidated', to_embed: true, version: writes})
  SET entity:$(row.type)
  CREATE (name)-[:NAMES]->(entity)
  RETURN collect({row: row, name: name, entity: entity, made: true}) AS made
}
CALL (made) {
  UNWIND made AS one
  WITH one.name AS name, one.row AS row
  UNWIND row.blocks AS place
  WITH place.key AS key, collect({name: name, seeks: place.seeks}) AS members
  MERGE (block:Block {user_id: $user_id, key: key})
  WITH block, members
  UNWIND members AS one
  WITH block, one.name AS name, one.seeks AS seeks
  CREATE (name)-[:IN_BLOCK {seeks: seeks}]->(block)
}
CALL (writes, known) {
  UNWIND known AS one
  WITH writes, one.row AS row, one.name AS name
  WHERE NOT EXISTS { (name)-[:NAMES]->(:Entity|Rejected) }
  SET name.version = writes, name.name = row.name, name.confidence = row.confidence, name.subtype = row.subtype,
      name.names = [], name.forms = [], name.count = 0, name.first_seen = $times[row.seen],
      name.last_seen = $times[row.seen_last]
  CREATE (entity:Entity {id: row.id, user_id: $user_id, key: row.key, kind: row.type, type: row.type, name: row.name,
                         subtype: row.subtype, aliases: [], confidence: 0.0, mention_count: 0,
                         first_seen: $times[row.seen], last_seen: $times[row.seen_last],
                         validation_status: 'unvalidated', version: writes})
  SET entity:$(row.type)
  CREATE (name)-[:NAMES]->(entity)
}
CALL (writes, known) {
  UNWIND known AS one
  WITH writes, one.row AS row, one.name AS name
  // An edit took away all that gave this name, and gives it again.
  WHERE name.name IS NULL
  SET name.version = writes, name.name = row.name, name.confidence = row.confidence, name.subtype = row.subtype,
      name.part = null, name.names = [], name.forms = [], name.first_seen = $times[row.seen],
      name.last_seen = $times[row.seen_last]
}
CALL (writes, known) {
  UNWIND known AS one
  WITH writes, one.row AS row, one.name AS name
  MATCH (name)-[:NAMES]->(entity:Entity|Rejected)
  WITH writes, row, name, entity, $times[row.seen] AS seen, $times[row.seen_last] AS seen_last,
       // Of all mentions the surest gives the name, then the shortest, whatever order they come in.
       [one IN row.names WHERE NOT one IN name.names] AS names, [one IN row.forms WHERE NOT one IN name.forms] AS forms,
       row.confidence > name.confidence AS raised,
       row.confidence > name.confidence OR (row.confidence = name.confidence AND (size(row.name) < size(name.name)
       OR (size(row.name) = size(name.name) AND (row.name > name.name
       OR (row.name = name.name AND row.subtype > coalesce(name.subtype, '')))))) AS better
  SET name.name = CASE WHEN better THEN row.name ELSE name.name END,
      name.subtype = CASE WHEN better THEN row.subtype ELSE name.subtype END,
      name.confidence = CASE WHEN better THEN row.confidence ELSE name.confidence END,
      name.names = name.names + names,
      name.part = coalesce(row.part, name.part),
      name.version = CASE WHEN size(forms) > 0 THEN writes ELSE name.version END,
      name.forms = name.forms + forms,
      name.first_seen = CASE WHEN seen < name.first_seen THEN seen ELSE name.first_seen END,
      name.last_seen = CASE WHEN seen_last > name.last_seen THEN seen_last ELSE name.last_seen END,
      name.common = row.common AND coalesce(name.common, true),
      name.raised = CASE WHEN raised THEN writes ELSE name.raised END
  WITH row, name, entity, seen, seen_last,
       name.key = entity.key AND name.type = entity.kind AND NOT 'name' IN coalesce(entity.edited, []) AS naming
  SET entity.to_embed = true,
      entity.name = CASE WHEN naming THEN name.name ELSE entity.name END,
      entity.subtype = CASE WHEN naming AND NOT 'subtype' IN coalesce(entity.edited, []) THEN name.subtype ELSE entity.subtype END,
      entity.confidence = CASE WHEN row.confidence > entity.confidence THEN row.confidence ELSE entity.confidence END,
      entity.first_seen = CASE WHEN seen < entity.first_seen THEN seen ELSE entity.first_seen END,
      entity.last_seen = CASE WHEN seen_last > entity.last_seen THEN seen_last ELSE entity.last_seen END
  WITH entity, collect({row: row, name: name, entity: entity, made: false}) AS ones
  SET entity.aliases = COLLECT {
    MATCH (entity)<-[:NAMES]-(any:Name)
    UNWIND any.names + [(:Name)-[given:ALIAS_OF {held: true}]->(any) WHERE given.name IS NOT NULL | given.name] AS form
    WITH DISTINCT form
    WHERE form <> entity.name
    RETURN form ORDER BY form }
  WITH ones
  UNWIND ones AS one
  RETURN collect(one) AS standing
}
CALL (standing) {
  // A name that was there is in most of its blocks already.
  UNWIND standing AS one
  WITH one.row AS row, one.name AS name
  WITH row, name, [(name)-[held:IN_BLOCK]->(block:Block) | [block.key, coalesce(held.seeks, 'unsaid')]] AS held
  UNWIND row.blocks AS place
  WITH name, place, held
  WHERE NOT ([place.key, true] IN held OR (NOT place.seeks AND [place.key, false] IN held))
  MERGE (block:Block {user_id: $user_id, key: place.key})
  MERGE (name)-[place_of:IN_BLOCK]->(block)
  SET place_of.seeks = place.seeks OR coalesce(place_of.seeks, false)
}
CALL (made, standing) {
  UNWIND made + standing AS one
  WITH one.row.at AS at, head(collect(one)) AS one
  ORDER BY at
  RETURN collect(one) AS given
}
CALL (writes, given) {
  UNWIND given AS one
  WITH writes, one.row AS row, one.name AS name
  UNWIND row.aliases AS key
  MERGE (alias:Name {user_id: $user_id, key: key, type: row.type})
  WITH writes, name, alias
  WHERE NOT EXISTS { (alias)-[:ALIAS_OF]->(name) }
  CREATE (alias)-[:ALIAS_OF]->(name)
  SET alias.version = writes, name.version = writes
}
CALL () {
  UNWIND $chunks AS id
  OPTIONAL MATCH (chunk:Chunk {id: id, user_id: $user_id})
  // Of a new chunk nothing has to be looked for that may be there.
  RETURN collect({chunk: chunk, valid: chunk.status <> 'invalid',
                  bare: NOT EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(:Entity|Rejected) }}) AS places
}
CALL (given, places) {
  UNWIND $ties AS row
  WITH row, given[row.name] AS one, places[row.chunk] AS place
  WHERE place.chunk IS NOT NULL AND one IS NOT NULL
  // A chunk counts once for an entity, by however many names it mentions it.
  WITH place.chunk AS chunk, one.entity AS entity, place.bare AS bare, collect({row: row, name: one.name}) AS some
  WITH entity, collect({chunk: chunk, bare: bare, some: some}) AS held,
       sum(CASE WHEN bare OR NOT EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(entity) } THEN 1 ELSE 0 END) AS more
  SET entity.mention_count = entity.mention_count + more
  WITH entity, held
  UNWIND held AS place
  UNWIND place.some AS one
  WITH entity, place.chunk AS chunk, place.bare AS bare, one.row AS row, one.name AS name
  WHERE bare OR NOT EXISTS {
    (chunk)-[tie:MENTIONS|DESCRIBES]->(entity)
    WHERE tie.key = row.properties.key AND tie.kind = row.properties.kind AND type(tie) = row.type }
  CREATE (chunk)-[tie:$(row.type)]->(entity)
  SET tie = row.properties
  WITH name, count(*) AS ties
  SET name.count = name.count + ties
}
CALL (given, places) {
  UNWIND $facts AS row
  WITH row, places[row.chunk] AS place, given[row.subject].entity AS subject, given[row.object].entity AS object
  // A repeated write finds its facts there and adds nothing to the sums.
  WHERE place.chunk IS NOT NULL AND subject:Entity AND object:Entity
    AND NOT EXISTS { (:Fact {id: row.id, user_id: $user_id}) }
  WITH row, place.chunk AS chunk, place.valid AS valid, subject, object, $times[row.said_at] AS seen
  CREATE (chunk)-[:STATES]->(fact:Fact)
  CREATE (fact)-[:SUBJECT {key: row.subject_key, kind: row.subject_type}]->(subject)
  CREATE (fact)-[:OBJECT {key: row.object_key, kind: row.object_type}]->(object)
  SET fact = row.properties, fact.said_at = seen, fact.valid_from = $times[row.valid_from],
      fact.valid_to = $times[row.valid_to], subject.to_infer = true, object.to_infer = true
  // What is denied, asked or planned ties nothing, nor what was taken back, nor what two names of one entity say of it.
  WITH row, valid, subject, object, seen
  WHERE subject <> object AND row.properties.holds AND valid
  // What says the same from either end begins with the lower id; `turned` tells that it was told from the other one.
  WITH row, subject, object, seen, row.type IN $symmetric AND object.id < subject.id AS turned
  WITH row, seen, turned, CASE WHEN turned THEN object ELSE subject END AS source,
       CASE WHEN turned THEN subject ELSE object END AS target
  ORDER BY row.properties.confidence DESC, row.properties.lemma, row.id
  WITH source, target, row.type AS type, collect({row: row, seen: seen, turned: turned}) AS facts
  // include: entity/_relation
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
      relation.first_seen = reduce(low = coalesce(relation.first_seen, head(facts).seen), fact IN facts |
                                   CASE WHEN fact.seen < low THEN fact.seen ELSE low END),
      relation.last_seen = reduce(high = coalesce(relation.last_seen, head(facts).seen), fact IN facts |
                                  CASE WHEN fact.seen > high THEN fact.seen ELSE high END)
  // In a clause of its own: the values of one SET are read before any of them is written. Rejected ones lead nowhere.
  // include: entity/_weigh
}
WITH writes, rejects, given
UNWIND given AS one
WITH writes, rejects, one.row AS row, one.name AS name, one.entity AS entity, one.made AS made
// What another mention can change is open: new names and forms, persons, what has several names or readings, and what
// would be one with another if both were spoken of in one place, where the other is spoken of in a place of these. For
// one that is spoken of often nobody looks: it is cheaper to judge.
RETURN row.key AS key, row.type AS type, entity.id AS id, entity.name AS name, entity.type AS kind, made,
       entity:Rejected AS rejected,
       made OR name.version = writes OR name.part IS NOT NULL OR COUNT { (entity)<-[:NAMES]-() } > 1
         OR EXISTS { (other:Name {user_id: $user_id, key: row.key}) WHERE other.type <> row.type }
         OR EXISTS {
           (entity)-[asked:SAME_AS_PROPOSED]-(other:Entity)
           WHERE asked.score >= $nearly AND (other.mention_count > $often OR EXISTS {
             (other)<-[:MENTIONS|DESCRIBES]-(chunk:Chunk)
             // The id of a chunk begins with that of its memory.
             WHERE coalesce(nullIf(chunk.session_id, ''), split(chunk.id, '.')[0]) IN $places }) } AS open,
       // What older chunks hold unread: names that are new, and those of which another reading is the surest now.
       EXISTS { (:Candidate {user_id: $user_id, key: row.key}) }
         AND (name.version = writes OR (name.raised = writes AND EXISTS {
           (other:Name {user_id: $user_id, key: row.key}) WHERE other.type <> row.type })) AS fresh, rejects
