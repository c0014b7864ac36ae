// The types of entities that are a user's own, and what a user changed of the system's.
// mode:   read
// params: user_id
// rows:   type
MATCH (type:EntityType {user_id: $user_id})
RETURN type {.name, .name_ja, .name_en, .description, .icon, .colour, .parent, .attributes} AS type
ORDER BY type.name
