// The entities the question names, as `asked`: what stands in it only inside longer known names is none of them.
CALL () {
  UNWIND $keys AS key
  MATCH (name:Name {user_id: $user_id, key: key})
  WHERE name.type IS NOT NULL
  MATCH (name)-[:ALIAS_OF*0..1]->(:Name)-[:NAMES]->(entity:Entity)
  WITH DISTINCT key, entity
  WITH collect({key: key, entity: entity}) AS found
  RETURN [one IN found WHERE $longer[one.key] IS NULL
                             OR any(place IN $longer[one.key] WHERE none(other IN found WHERE other.key IN place))
          | one.entity] AS asked
}
