// What takes the indexes of a side away, once nobody reads its vectors.

// name: chunk_index
// The index of the chunks' vectors.
DROP INDEX chunk_embedding IF EXISTS;

// name: entity_index
// The index of the entities' vectors.
DROP INDEX entity_embedding IF EXISTS;
