// The chunks of one memory with all that the indexes hold of them.
// mode:   read
// params: user_id, id
// rows:   id, ordinal, text, kept_text, words, kept_words, embedding, kept
MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(:Memory {id: $id, user_id: $user_id})
RETURN chunk.id AS id, chunk.ordinal AS ordinal, chunk.text AS text,
       chunk.kept_text AS kept_text, chunk.words AS words, chunk.kept_words AS kept_words,
       chunk.embedding AS embedding, chunk.kept_embedding AS kept
ORDER BY ordinal
