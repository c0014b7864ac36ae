// A fact of one of the types that were asked for, told by its type or by a word, between ends that the type may tie.
size($kinds) = 0 OR any(kind IN $kinds WHERE
  (fact.type = kind.type OR toLower(fact.lemma) IN kind.words OR toLower(fact.predicate) IN kind.words) AND
  // include: network/_ends_fit
)
