// Finds the names that older chunks were not searched for yet.
// mode:   schema
// params: 
// rows:
CREATE INDEX name_to_match IF NOT EXISTS
FOR (name:Name) ON (name.to_match, name.user_id)
