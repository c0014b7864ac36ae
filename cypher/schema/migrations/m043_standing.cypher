// What somebody asked an assistant to mind always is there whenever something is to be done.

// name: chunk_standing
// Finds the standing instructions of a user among all turns.
CREATE INDEX chunk_standing IF NOT EXISTS
FOR (chunk:Chunk) ON (chunk.user_id, chunk.standing);

// name: name_of_standing
// Makes the name known: a statement that asks for one that no node has yet is warned of.
// mode: write
// rows: name
CALL db.createProperty('standing')
RETURN 'standing' AS name;
