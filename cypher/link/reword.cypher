// Keeps what a person said of the links and duplicates of memories whose words change; who finds them looks anew.
// mode:   write
// params: user_id, ids
// rows:   kept
UNWIND $ids AS id
MATCH (memory:Memory {id: id, user_id: $user_id})
CALL (memory) {
  MATCH (memory)<-[:FROM|TO]-(judged:Inference {user_id: $user_id})
  // In a pattern of its own: of one it may be the same end, and a pattern takes no relationship twice.
  MATCH (judged)-[:FROM]->(later:Memory {user_id: $user_id})
  SET judged.to_infer = true, judged.reasons = [], later.to_link = true
  REMOVE judged.flagged, judged.similarity
}
MATCH (memory)-[link
// include: link/_kinds
]-(other:Memory {user_id: $user_id})
WHERE link.validation_status IN ['confirmed', 'rejected'] AND link.method <> 'manual'
// What it rested on are words that go; it is shown again when it is found in the new ones.
SET link.to_link = true, link.reasons = [], link.keywords = []
FOREACH (found IN CASE WHEN link.found_by = other.id THEN [other] ELSE [] END | SET found.to_link = true)
RETURN count(*) AS kept
