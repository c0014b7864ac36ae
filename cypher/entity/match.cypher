// Ties chunks, and ends of their facts, to names they hold unread and others give: of names that overlap the longest.
// mode:   write
// params: user_id, unread, keys, weak, most, nearly
// rows:   chunk_id, key, type, id, name, kind, properties, open, beside
CALL () {
  UNWIND $unread AS row
  MATCH (chunk:Chunk {id: row.chunk_id, user_id: $user_id})
  MERGE (candidate:Candidate {user_id: $user_id, key: row.key})
  MERGE (chunk)-[place:MAY_NAME]->(candidate)
  SET place.start = row.start, place.end = row.end, place.surface = row.surface
  RETURN collect(DISTINCT chunk) AS newer
}
CALL (newer) {
  UNWIND $keys AS key
  MATCH (candidate:Candidate {user_id: $user_id, key: key})
  WHERE COUNT { (candidate)<-[:MAY_NAME]-() } <= $most
  MATCH (candidate)<-[:MAY_NAME]-(chunk:Chunk {user_id: $user_id})
  RETURN collect(DISTINCT chunk) AS older
}
UNWIND newer + older AS chunk
WITH DISTINCT chunk
CALL (chunk) {
  MATCH (chunk)-[place:MAY_NAME]->(candidate:Candidate {user_id: $user_id})
  WHERE COUNT { (candidate)<-[:MAY_NAME]-() } <= $most
  CALL (candidate) {
    MATCH (name:Name {user_id: $user_id, key: candidate.key})-[:NAMES]->(entity:Entity {user_id: $user_id})
    // Days and amounts are read in every text.
    WHERE name.name IS NOT NULL AND name.type <> 'TimeUnit' AND NOT coalesce(name.subtype, '') IN ['money', 'quantity']
    RETURN name, entity
    ORDER BY name.type IN $weak, name.confidence DESC, name.type
    LIMIT 1
  }
  RETURN collect({start: place.start, end: place.end, surface: place.surface, name: name, entity: entity}) AS known
}
WITH chunk, [one IN known WHERE none(other IN known WHERE other.start < one.end AND one.start < other.end
                                     AND other.end - other.start > one.end - one.start)] AS standing
CALL (chunk, standing) {
  // A longer name is known now, or another reading of the name is the surest.
  MATCH (chunk)-[old:MENTIONS {method: 'known-name'}]->(entity:Entity {user_id: $user_id})
  WHERE none(one IN standing WHERE one.name.key = old.key AND one.name.type = old.kind)
  WITH chunk, entity, old
  MATCH (name:Name {user_id: $user_id, key: old.key, type: old.kind})
  SET name.count = name.count - 1
  DELETE old
  WITH chunk, entity, name
  CALL (chunk, entity, name) {
    MATCH (chunk)-[:STATES]->(fact:LiteralFact)-[end:SUBJECT|OBJECT {key: name.key, kind: name.type}]->(entity)
    WHERE name.key = CASE type(end) WHEN 'SUBJECT' THEN fact.subject_key ELSE fact.object_key END
    DELETE end
  }
  WITH DISTINCT entity
  SET entity.to_embed = true, entity.mention_count = size(COLLECT {
    MATCH (entity)<-[:MENTIONS|DESCRIBES]-(held:Chunk) RETURN DISTINCT held.id })
}
MATCH (chunk)-[:PART_OF]->(memory:Memory {user_id: $user_id})
UNWIND standing AS one
WITH chunk, one.entity AS entity, one, coalesce(memory.occurred_at, memory.created_at) AS seen
WHERE NOT EXISTS { (chunk)-[:MENTIONS|DESCRIBES {key: one.name.key, kind: one.name.type}]->(entity) }
WITH chunk, entity, seen, collect(one) AS given
SET entity.mention_count = entity.mention_count
                           + CASE WHEN EXISTS { (chunk)-[:MENTIONS|DESCRIBES]->(entity) } THEN 0 ELSE 1 END
WITH chunk, entity, seen, given
UNWIND given AS one
WITH chunk, entity, seen, one, one.name AS name
CREATE (chunk)-[tie:MENTIONS {key: name.key, kind: name.type}]->(entity)
SET tie.link_type = 'MENTIONS', tie.titled = false, tie.starts = [one.start], tie.ends = [one.end],
    tie.surfaces = [one.surface], tie.name = one.surface, tie.names = [one.surface], tie.keys = [name.key],
    tie.forms = [], tie.confidence = 0.7, tie.reasons = ['known-name'], tie.method = 'known-name',
    name.count = name.count + 1, entity.to_embed = true,
    name.first_seen = CASE WHEN seen < name.first_seen THEN seen ELSE name.first_seen END,
    name.last_seen = CASE WHEN seen > name.last_seen THEN seen ELSE name.last_seen END,
    entity.first_seen = CASE WHEN seen < entity.first_seen THEN seen ELSE entity.first_seen END,
    entity.last_seen = CASE WHEN seen > entity.last_seen THEN seen ELSE entity.last_seen END
CALL (chunk, entity, name) {
  // Ends of facts that were words until now.
  MATCH (chunk)-[:STATES]->(fact:LiteralFact)
  WITH fact, entity, name.key AS key, name.type AS kind
  // include: memory/_known_ends
}
RETURN chunk.id AS chunk_id, name.key AS key, name.type AS type, entity.id AS id, entity.name AS name,
       entity.type AS kind, properties(tie) AS properties,
       name.part IS NOT NULL OR COUNT { (entity)<-[:NAMES]-() } > 1
         OR EXISTS { (other:Name {user_id: $user_id, key: name.key}) WHERE other.type <> name.type }
         OR EXISTS {
           (entity)-[asked:SAME_AS_PROPOSED]-(other:Entity {user_id: $user_id}) WHERE asked.score >= $nearly } AS open,
       [(chunk)-[beside:MENTIONS|DESCRIBES]->(:Entity {user_id: $user_id})<-[:NAMES]-(near:Name)
        WHERE near.key = beside.key AND near.part IS NOT NULL | near.key] AS beside
