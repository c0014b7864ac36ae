// Records that some migrations were applied.
// mode:   write
// params: names, now
// rows:   name
UNWIND $names AS name
MERGE (migration:Migration {name: name})
ON CREATE SET migration.applied_at = $now
RETURN migration.name AS name
