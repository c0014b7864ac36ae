// One node for each normalised name and type that a user's memories gave.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT name_of_type IF NOT EXISTS
FOR (name:Name) REQUIRE (name.user_id, name.key, name.type) IS UNIQUE
