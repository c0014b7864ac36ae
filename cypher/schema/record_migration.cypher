// Records that a migration was applied.
// mode:   write
// params: name, now
// rows:   name
MERGE (migration:Migration {name: $name})
ON CREATE SET migration.applied_at = $now
RETURN migration.name AS name
