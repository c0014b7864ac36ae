// A relation that holds, of the types and at least as sure as asked for, and told to be so at a time where one is asked for.
relation.weight > 0 AND relation.confidence >= coalesce($thresholds[type(relation)], $least)
AND (size($kinds) = 0 OR any(kind IN $kinds WHERE type(relation) = kind.type AND
    // include: network/_relation_fits
    )
  OR (any(kind IN $kinds WHERE size(kind.words) > 0) AND EXISTS {
    (near)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id, holds: true})-[:SUBJECT|OBJECT]->(far)
    WHERE fact.type = type(relation) AND any(kind IN $kinds WHERE
      (toLower(fact.lemma) IN kind.words OR toLower(fact.predicate) IN kind.words) AND
      // include: network/_ends_fit
    ) }))
AND ($at IS NULL OR EXISTS {
  (near)<-[:SUBJECT|OBJECT]-(fact:Fact {user_id: $user_id, holds: true})-[:SUBJECT|OBJECT]->(far)
  WHERE fact.type = type(relation) AND fact.valid_from <= $at AND fact.valid_to > $at })
