// Vectors lie on one of two sides, so that those of another model can be made beside those that answer.

// name: names_of_sides
// Makes the names of both sides known: a statement that asks for one that no node has yet is warned of.
// mode: write
// rows: name
UNWIND ['side', 'state', 'embedding', 'kept_embedding', 'own_embedding', 'sentences',
        'embedding_b', 'kept_embedding_b', 'own_embedding_b', 'sentences_b'] AS name
CALL db.createProperty(name)
RETURN name;

// name: side_of_model
// The vectors of a database from before lie on side a.
// mode: write
// rows: sides
MATCH (model:EmbeddingModel {slot: 'current'})
SET model.side = coalesce(model.side, 'a')
RETURN count(*) AS sides;
