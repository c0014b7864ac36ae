// What chunks hold unread and other memories may make known is found by its key, under the lock of a write.

// name: candidate_identity
// One node for each key that stands unread in a user's chunks.
CREATE CONSTRAINT candidate_identity IF NOT EXISTS
FOR (candidate:Candidate) REQUIRE (candidate.user_id, candidate.key) IS UNIQUE;

// name: drop_name_to_match
// Gives up the queue of names that older chunks were searched for.
DROP INDEX name_to_match IF EXISTS;

// name: unmark_names
// Takes the marks of that queue away.
// mode: batch
// rows: unmarked
MATCH (name:Name)
WHERE name.to_match
CALL (name) {
  REMOVE name.to_match
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS unmarked;
