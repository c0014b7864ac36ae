// The types of relations that are a user's own, and what a user changed of the system's.
// mode:   read
// params: user_id
// rows:   type
MATCH (type:RelationType {user_id: $user_id})
RETURN type {.name, .name_ja, .name_en, .description, .parent, .predicates, .source_types, .target_types,
             .default_weight, .threshold, .colour, .line, .arrow} AS type
ORDER BY type.name
