// Entities are found by what they are called: their names and aliases among those of one user.

// name: drop_entity_names
// Gives up the index of names of all users together, which no statement asked.
DROP INDEX entity_names IF EXISTS;

// name: entity_called
// Finds the entities of a user by the words of a name or an alias.
CREATE FULLTEXT INDEX entity_called IF NOT EXISTS
FOR (entity:Entity) ON EACH [entity.user_id, entity.name, entity.aliases]
// By white space: a name of signs alone is found, and what is very long is cut (`keyword` would stop the server at it).
OPTIONS {indexConfig: {`fulltext.analyzer`: 'unicode_whitespace', `fulltext.eventually_consistent`: false}};
