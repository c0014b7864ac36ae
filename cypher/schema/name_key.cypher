// Finds names by their normalised form, whatever their type.
// mode:   schema
// params: 
// rows:
CREATE INDEX name_key IF NOT EXISTS
FOR (name:Name) ON (name.user_id, name.key)
