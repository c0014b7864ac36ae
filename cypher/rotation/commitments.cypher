// Which of some memories say what is intended or must be done and is not over, or hold a task that is not ticked.
// mode:   read
// params: user_id, ids, since
// rows:   id
MATCH (memory:Memory {user_id: $user_id})
USING INDEX SEEK memory:Memory(id)
WHERE memory.id IN $ids AND memory.created_at >= $since
  AND (memory.text CONTAINS '- [ ]' OR memory.text CONTAINS '* [ ]' OR EXISTS {
        MATCH (memory)<-[:PART_OF]-(chunk:Chunk {user_id: $user_id})-[:STATES]->(fact:Fact {user_id: $user_id})
        WHERE fact.modality IN ['intended', 'obligatory'] AND fact.polarity = 'positive' AND fact.told_to IS NULL
          AND fact.valid_to >= $since })
RETURN memory.id AS id
