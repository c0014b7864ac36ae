// The names of the migrations that were applied.
// mode:   read
// params:
// rows:   name
MATCH (migration:Migration)
RETURN migration.name AS name
