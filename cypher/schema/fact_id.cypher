// Facts are found by their id.
// mode:   schema
// params: 
// rows:
CREATE CONSTRAINT fact_id IF NOT EXISTS
FOR (fact:Fact) REQUIRE fact.id IS UNIQUE
