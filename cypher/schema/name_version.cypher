// Finds the names that are newer than those a process has seen.
// mode:   schema
// params: 
// rows:
CREATE INDEX name_version IF NOT EXISTS
FOR (name:Name) ON (name.user_id, name.version)
