// Says of each fact from before whether its sentence tells that it is so, by what was kept of its polarity and modality.
// mode:   batch
// params: held
// rows:   marked
MATCH (fact:Fact)
WHERE fact.holds IS NULL
CALL (fact) {
  SET fact.holds = [fact.polarity, fact.modality] IN $held
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS marked
