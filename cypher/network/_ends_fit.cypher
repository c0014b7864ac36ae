// Whether the ends of a fact are of the types that a kind of relations may tie.
(kind.sources IS NULL OR EXISTS {
  (fact)-[:SUBJECT]->(first:Entity) WHERE first.type IN kind.sources OR first.subtype IN kind.sources })
AND (kind.targets IS NULL OR EXISTS {
  (fact)-[:OBJECT]->(last:Entity) WHERE last.type IN kind.targets OR last.subtype IN kind.targets })
