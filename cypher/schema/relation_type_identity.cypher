// One row for each relation type of the system or of a user.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT relation_type_identity IF NOT EXISTS
FOR (type:RelationType) REQUIRE (type.user_id, type.name) IS UNIQUE
