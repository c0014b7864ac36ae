// Ends a category whose memories are in another now.
// mode:   write
// params: user_id, path, into
// rows:   path
MATCH (user:User {id: $user_id})
MATCH (category:Category {user_id: $user_id, path: $path})
// What was computed of the graph before is not the newest any more.
SET user.writes = coalesce(user.writes, 0) + 1
WITH category, category.created_at AS created_at
DETACH DELETE category
MERGE (new:Category {user_id: $user_id, path: $into})
ON CREATE SET new.created_at = created_at
RETURN new.path AS path
