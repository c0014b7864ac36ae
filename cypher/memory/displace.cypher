// Takes a memory out of the project it left, and removes the project and the category it left if they hold nothing else.
// mode:   write
// params: user_id, id, left
// rows:   displaced
MATCH (memory:Memory {id: $id, user_id: $user_id})
CALL (memory) {
  MATCH (memory)-[tie:IN_PROJECT]->(project:Project {user_id: $user_id})
  WHERE project.path <> memory.project
  DELETE tie
  WITH project
  WHERE project.kept IS NULL AND NOT EXISTS { (:Memory {user_id: $user_id})-[:IN_PROJECT]->(project) }
  DETACH DELETE project
}
CALL (memory) {
  MATCH (category:Category {user_id: $user_id, path: $left})
  WHERE NOT EXISTS { (other:Memory {user_id: $user_id}) WHERE other.category = $left AND other.created_at IS NOT NULL }
  DETACH DELETE category
}
RETURN count(*) AS displaced
