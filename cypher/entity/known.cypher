// Names with their entities, aliases and surroundings, as they are judged by.
// mode:   read
// params: user_id, names, context_most
// rows:   name, entity, held, was, aliases, given, apart, proposed, refers, fits, around, people
MATCH (user:User {id: $user_id})
WITH coalesce(user.share, -1.0) AS share,
     COUNT { (name:Name {user_id: $user_id, part: 'whole'}) } AS known,
     COUNT { (name:Name {user_id: $user_id, part: 'part'}) } AS parts,
     COUNT {
       MATCH (name:Name {user_id: $user_id, part: 'part'})
       WHERE EXISTS { (name)-[:NAMES]->(:Entity)-[:MAY_BE]->(:Entity) }
          OR EXISTS { (name)-[:NAMES]->(:Entity)<-[:NAMES]-(:Name {part: 'whole'}) } } AS referring
CALL () {
  UNWIND $names AS row
  WITH row
  WHERE row.placed
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})-[:NAMES]->(entity:Entity)
  CALL (name, entity) {
    OPTIONAL MATCH (entity)<-[tie:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id})
    WHERE tie.key = name.key AND tie.kind = name.type
    RETURN chunk
    ORDER BY chunk.created_at DESC, chunk.text, chunk.id
    LIMIT $context_most
  }
  // A chunk is read once, of however many of these names it is the context.
  WITH chunk, chunk.session_id AS session, chunk.project AS project, collect({row: row, name: name}) AS some
  // By name, not by entity: which names are one is only being judged.
  WITH session, project, some, COLLECT {
    MATCH (chunk)-[beside:MENTIONS|DESCRIBES]->(:Entity {user_id: $user_id})
    RETURN DISTINCT beside.key } AS keys
  UNWIND some AS one
  UNWIND CASE keys WHEN [] THEN [null] ELSE keys END AS key
  WITH one.name AS name, one.row AS row, session, project, key
  RETURN name, row.together AS together, collect(DISTINCT session) AS sessions, collect(DISTINCT project) AS projects,
         collect(DISTINCT CASE WHEN key <> row.key THEN key END) AS beside
  UNION ALL
  UNWIND $names AS row
  WITH row
  WHERE NOT row.placed
  MATCH (name:Name {user_id: $user_id, key: row.key, type: row.type})
  RETURN name, row.together AS together, [] AS sessions, [] AS projects, [] AS beside
}
MATCH (name)-[belongs:NAMES]->(entity:Entity)
CALL (together, name, entity) {
  WITH together, name, entity
  WHERE together
  MATCH (entity)<-[tie:MENTIONS|DESCRIBES]-(chunk:Chunk {user_id: $user_id})
  WHERE tie.key = name.key AND tie.kind = name.type
  // The id of a chunk begins with that of its memory.
  RETURN collect(DISTINCT coalesce(nullIf(chunk.session_id, ''), split(chunk.id, '.')[0])) AS places
}
RETURN name {.key, .type, .name, .names, .subtype, .confidence, .part, .count, .common} AS name,
       entity {.id, .key, .kind, .name, .type, .edited, .mention_count, .merged_from, .version} AS entity,
       coalesce(belongs.held, false) AS held, coalesce(belongs.was, []) AS was,
       [(alias:Name)-[:ALIAS_OF]->(name) | [alias.key, alias.type]] AS aliases,
       [(:Name)-[alias:ALIAS_OF {held: true}]->(name) WHERE alias.name IS NOT NULL | alias.name] AS given,
       [(entity)-[:KEPT_APART]-(other:Entity) | other.id] AS apart,
       EXISTS { (entity)-[:SAME_AS_PROPOSED]-(:Entity) } AS proposed,
       EXISTS { (entity)-[:MAY_BE]->(:Entity) } AS refers,
       name.part = 'part' AND (EXISTS { (entity)-[:MAY_BE]->(:Entity) }
                               OR EXISTS { (entity)<-[:NAMES]-(:Name {part: 'whole'}) }) AS fits,
       {sessions: sessions, projects: projects, beside: beside, places: places,
        facing: CASE name.part WHEN 'part' THEN COLLECT {
          // What is said of two is not said of one.
          MATCH (entity)<-[its:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id})-[end:SUBJECT|OBJECT]->(:Entity)
          WHERE its.key = name.key AND its.kind = name.type AND end.key <> name.key
          RETURN DISTINCT end.key } ELSE [] END} AS around,
       [known, parts, referring, share] AS people
