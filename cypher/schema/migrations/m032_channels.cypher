// What a person took away does not come back by itself; overviews of projects have backups; channels know their users.

// name: tombstone_key
// Finds the mark of a text that was taken away, by its hash.
CREATE CONSTRAINT tombstone_key IF NOT EXISTS
FOR (stone:Tombstone) REQUIRE (stone.user_id, stone.key) IS UNIQUE;

// name: project_backup
// Finds the backups of a project's overview.
CREATE CONSTRAINT project_backup IF NOT EXISTS
FOR (backup:ProjectBackup) REQUIRE (backup.user_id, backup.path, backup.id) IS UNIQUE;

// name: session_source
// Finds the session that was held at a source.
CREATE INDEX session_source IF NOT EXISTS
FOR (session:Session) ON (session.user_id, session.source_key);

// name: channel_identity
// An id in a channel is one user's.
CREATE CONSTRAINT channel_identity IF NOT EXISTS
FOR (identity:ChannelIdentity) REQUIRE identity.key IS UNIQUE;

// name: channel_identity_user
// Lists the ids of a user.
CREATE INDEX channel_identity_user IF NOT EXISTS
FOR (identity:ChannelIdentity) ON (identity.user_id);

// name: one_source
// Keeps the ids that resume a talk where the ids of all sessions are.
// mode: batch
// rows: moved
MATCH (session:Session)
WHERE session.source IS NOT NULL
CALL (session) {
  SET session.source_ids = coalesce(session.source_ids, session.source),
      session.source_kind = coalesce(session.source_kind, session.channel)
  REMOVE session.source
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS moved;
