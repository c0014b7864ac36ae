// Gives up an index of the backlog by the times that memories were given: it is worked off as it came.
// mode:   schema
// params: 
// rows:
DROP INDEX memory_pending IF EXISTS
