// Finds the facts of a user that say one thing: whose sister somebody is.
// mode:   schema
// params:
// rows:
CREATE INDEX fact_lemma IF NOT EXISTS
FOR (fact:Fact) ON (fact.user_id, fact.lemma)
