// Projects of an older database whose paths are none any more get one that is, with all that is theirs (in Python).
// Categories do too, and one always joins: it has nothing but its memories.

// name: session_project
// Finds the sessions that are about a project.
CREATE INDEX session_project IF NOT EXISTS
FOR (session:Session) ON (session.user_id, session.project);
