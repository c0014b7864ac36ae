// Names that older chunks were not searched for yet wait in a queue.

// name: name_to_match
// Finds the names that older chunks were not searched for yet.
CREATE INDEX name_to_match IF NOT EXISTS
FOR (name:Name) ON (name.to_match, name.user_id);
