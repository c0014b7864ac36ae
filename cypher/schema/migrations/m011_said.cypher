// Who is whose sister is looked up while somebody waits: by what facts say, not among all of a user's.

// name: fact_lemma
// Finds the facts of a user that say one thing: whose sister somebody is.
CREATE INDEX fact_lemma IF NOT EXISTS
FOR (fact:Fact) ON (fact.user_id, fact.lemma);
