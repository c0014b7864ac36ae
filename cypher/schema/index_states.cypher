// The indexes of the database and whether each can be asked.
// mode:   read
// params:
// rows:   name, state
SHOW INDEXES YIELD name, state, type
WHERE type <> 'LOOKUP'
RETURN name, state
