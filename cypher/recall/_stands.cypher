// A condition: `chunk` says what shall always be minded; of a memory that is no turn its kind tells.
(coalesce(chunk.standing, false) OR EXISTS {
   MATCH (chunk)-[:PART_OF]->(ruling:Memory)
   WHERE ruling.kind IN $standing_kinds AND (chunk.speaker IS NULL OR ruling.session_id = '')
     AND NOT toLower(coalesce(chunk.speaker, '')) IN $assistants })
