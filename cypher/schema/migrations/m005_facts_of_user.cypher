// The planner took the old index of facts by user alone where it must not.

// name: fact_of_user
// Counts and finds the facts of a user, for those who ask when they were said: seeking all of them is never a short cut.
CREATE INDEX fact_of_user IF NOT EXISTS
FOR (fact:Fact) ON (fact.user_id, fact.said_at);

// name: drop_fact_user
// Gives up an index that a new database's planner took for the way from an entity to its facts: all facts, each time.
DROP INDEX fact_user IF EXISTS;
