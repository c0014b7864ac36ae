// Counts and deletes the facts of a user.
// mode:   schema
// params:
// rows:
CREATE INDEX fact_user IF NOT EXISTS
FOR (fact:Fact) ON (fact.user_id)
