// A fact of the kinds, place, confidence and time that were asked for.
fact.confidence >= $least AND (
// include: network/_of_kind
)
AND (NOT $holding OR fact.holds)
AND ($predicate IS NULL OR toLower(fact.predicate) CONTAINS $predicate OR toLower(fact.lemma) CONTAINS $predicate)
AND ($place IS NULL OR toLower(fact.place) CONTAINS $place)
AND ($at IS NULL OR (fact.valid_from <= $at AND fact.valid_to > $at))
