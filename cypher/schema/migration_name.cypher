// Each migration is applied once.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT migration_name IF NOT EXISTS
FOR (migration:Migration) REQUIRE migration.name IS UNIQUE
