// One node a conversation of a user.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT session_identity IF NOT EXISTS
FOR (session:Session) REQUIRE (session.user_id, session.id) IS UNIQUE
