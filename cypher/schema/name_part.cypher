// Counts a user's names of people, whole ones and parts.
// mode:   schema
// params: 
// rows:
CREATE INDEX name_part IF NOT EXISTS
FOR (name:Name) ON (name.user_id, name.part)
