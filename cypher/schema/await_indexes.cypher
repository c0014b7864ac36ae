// Waits until every index answers.
// mode:   schema
// params: seconds
// rows:
CALL db.awaitIndexes($seconds)
