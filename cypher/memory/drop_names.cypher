// Removes the names of a user that name nothing any more.
// mode:   write
// params: user_id
// rows:   dropped
MATCH (name:Name {user_id: $user_id})
WHERE name.key IS NOT NULL AND NOT EXISTS { (name)-[:NAMES]->(:Entity {user_id: $user_id}) }
DELETE name
RETURN count(*) AS dropped
