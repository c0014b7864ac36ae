// The chunks of one memory with all that the indexes hold of them.
// mode:   read
// params: user_id, id
// rows:   id, ordinal, language, text, kept_text, kept_words, words, embedding, kept
MATCH (chunk:Chunk {user_id: $user_id})-[:PART_OF]->(:Memory {id: $id, user_id: $user_id})
RETURN chunk.id AS id, chunk.ordinal AS ordinal, chunk.language AS language, chunk.text AS text,
       chunk.kept_text AS kept_text, chunk.kept_words AS kept_words,
       coalesce(chunk.words_en, chunk.words_ja, chunk.turn_words_en, chunk.turn_words_ja) AS words,
       chunk.embedding AS embedding, chunk.kept_embedding AS kept
ORDER BY ordinal
