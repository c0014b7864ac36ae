// Takes away the vectors of a user's chunks and their sentences.
// mode:   batch
// params: user_id
// rows:   emptied
MATCH (chunk:Chunk {user_id: $user_id})
WHERE chunk.id >= '' AND (chunk.embedding IS NOT NULL OR chunk.kept_embedding IS NOT NULL
                          OR chunk.own_embedding IS NOT NULL OR chunk.sentences IS NOT NULL)
CALL (chunk) {
  SET chunk.embedding = null, chunk.kept_embedding = null, chunk.own_embedding = null, chunk.sentences = null
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS emptied
