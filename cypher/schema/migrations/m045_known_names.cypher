// Ties to names that other memories make known have a method of their own: the dictionary of person names has another.

// name: tell_known_names
// Ties from before that a chunk has by such a name say so.
// mode: batch
// rows: told
MATCH (chunk:Chunk)-[:MAY_NAME]->(:Candidate)
WITH DISTINCT chunk
MATCH (chunk)-[tie:MENTIONS {method: 'dictionary'}]->(:Entity)
WHERE tie.reasons = ['known-name']
CALL (tie) {
  SET tie.method = 'known-name'
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS told;
