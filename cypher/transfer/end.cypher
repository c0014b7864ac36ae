// Ends an import: the user has what the one had of whom it was exported.
// mode:   write
// params: user_id, properties
// rows:   ended
MATCH (user:User {id: $user_id})
SET user += $properties, user.import_digest = null, user.import_done = null
RETURN count(*) AS ended
