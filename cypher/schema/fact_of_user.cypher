// Counts and finds the facts of a user, for those who ask when they were said: seeking all of them is never a short cut.
// mode:   schema
// params:
// rows:
CREATE INDEX fact_of_user IF NOT EXISTS
FOR (fact:Fact) ON (fact.user_id, fact.said_at)
