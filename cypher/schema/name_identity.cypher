// One node for each normalised name a user's entities go by.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT name_identity IF NOT EXISTS
FOR (name:Name) REQUIRE (name.user_id, name.key) IS UNIQUE
