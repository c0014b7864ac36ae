// Facts whose ends need not be entities are nodes of their own kind, which no relation and no inference reads.

// name: literal_fact_id
// They are found by their id.
CREATE CONSTRAINT literal_fact_id IF NOT EXISTS
FOR (fact:LiteralFact) REQUIRE fact.id IS UNIQUE;

// name: literal_fact_of_user
// They are counted and found by user.
CREATE INDEX literal_fact_of_user IF NOT EXISTS
FOR (fact:LiteralFact) ON (fact.user_id, fact.said_at);
