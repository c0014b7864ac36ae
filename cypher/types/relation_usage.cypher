// How many facts of a user that hold are of each type and told by each word.
// mode:   read
// params: user_id
// rows:   type, word, count
MATCH (fact:Fact {user_id: $user_id})
WHERE fact.holds
RETURN fact.type AS type, toLower(fact.lemma) AS word, count(*) AS count
