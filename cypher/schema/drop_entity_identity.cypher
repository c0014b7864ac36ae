// Gives up that the name and the type of an entity are its identity.
// mode:   schema
// params: 
// rows:
DROP CONSTRAINT entity_identity IF EXISTS
