// One node a user.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT user_id IF NOT EXISTS
FOR (user:User) REQUIRE user.id IS UNIQUE
