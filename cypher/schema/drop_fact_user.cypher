// Gives up an index that a new database's planner took for the way from an entity to its facts: all facts, each time.
// mode:   schema
// params:
// rows:
DROP INDEX fact_user IF EXISTS
