// Gives up that a name is one node whatever its type.
// mode:   schema
// params: 
// rows:
DROP CONSTRAINT name_identity IF EXISTS
