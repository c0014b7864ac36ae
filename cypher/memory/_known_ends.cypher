// Ties a literal `fact` to the `entity` that the name of a `key` and `kind` is of, at each end whose words are that key.
FOREACH (_ IN CASE key WHEN fact.subject_key THEN [1] ELSE [] END |
  CREATE (fact)-[:SUBJECT {key: key, kind: kind}]->(entity))
FOREACH (_ IN CASE key WHEN fact.object_key THEN [1] ELSE [] END |
  CREATE (fact)-[:OBJECT {key: key, kind: kind}]->(entity))
