// Finds entities by their names and aliases.
// mode:   schema
// params: 
// rows:
CREATE FULLTEXT INDEX entity_names IF NOT EXISTS
FOR (entity:Entity) ON EACH [entity.name, entity.aliases]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: false}}
