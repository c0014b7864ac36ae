// A fact of the types, words, place, confidence and time that were asked for.
fact.confidence >= $least AND (size($types) = 0 OR fact.type IN $types OR toLower(fact.lemma) IN $words
     OR toLower(fact.predicate) IN $words)
AND (NOT $holding OR fact.holds)
AND ($predicate IS NULL OR toLower(fact.predicate) CONTAINS $predicate OR toLower(fact.lemma) CONTAINS $predicate)
AND ($place IS NULL OR toLower(fact.place) CONTAINS $place)
AND ($at IS NULL OR (fact.valid_from <= $at AND fact.valid_to > $at))
