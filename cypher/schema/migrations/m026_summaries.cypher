// Summaries: quotations of memories, by the project or session that they are of.

// name: summary_id
// A summary of a user is there once.
CREATE CONSTRAINT summary_id IF NOT EXISTS
FOR (summary:Summary) REQUIRE (summary.user_id, summary.id) IS UNIQUE;

// name: summary_scope
// Finds the current summary of a project or a session.
CREATE INDEX summary_scope IF NOT EXISTS
FOR (summary:Summary) ON (summary.user_id, summary.scope, summary.current);
