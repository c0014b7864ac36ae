// Each group of users has its index words in fields of its own: what others tell no longer says how rare a word is.

// name: drop_chunk_words
// Gives up the index of the words of all users together.
DROP INDEX chunk_words IF EXISTS;

// name: words_of_groups
// Words that lie in the fields of all move into those of their user's group, the first letter of whose facet it has.
// mode: batch
// rows: moved
MATCH (chunk:Chunk)
WHERE chunk.words_en IS NOT NULL OR chunk.words_ja IS NOT NULL
   OR chunk.turn_words_en IS NOT NULL OR chunk.turn_words_ja IS NOT NULL
CALL (chunk) {
  WITH chunk, substring(head([token IN split(chunk.facets, ' ') WHERE token STARTS WITH 'u']), 1, 1) AS letter
  UNWIND ['words_en', 'words_ja', 'turn_words_en', 'turn_words_ja'] AS field
  WITH chunk, letter, field, chunk[field] AS words
  WHERE words IS NOT NULL
  // What has no facet of a user cannot be found: the check of the index names it, and a repair writes it anew.
  SET chunk[field + '_' + coalesce(letter, '0')] = words
  SET chunk[field] = null
} IN TRANSACTIONS OF 1000 ROWS
RETURN count(*) AS moved;

// name: chunk_terms
// Finds chunks by the tokens that were made in Python; facets hold one token a filter.
CREATE FULLTEXT INDEX chunk_terms IF NOT EXISTS
FOR (chunk:Chunk) ON EACH [
   chunk.words_en_0, chunk.words_ja_0, chunk.turn_words_en_0, chunk.turn_words_ja_0,
   chunk.words_en_1, chunk.words_ja_1, chunk.turn_words_en_1, chunk.turn_words_ja_1,
   chunk.words_en_2, chunk.words_ja_2, chunk.turn_words_en_2, chunk.turn_words_ja_2,
   chunk.words_en_3, chunk.words_ja_3, chunk.turn_words_en_3, chunk.turn_words_ja_3,
   chunk.words_en_4, chunk.words_ja_4, chunk.turn_words_en_4, chunk.turn_words_ja_4,
   chunk.words_en_5, chunk.words_ja_5, chunk.turn_words_en_5, chunk.turn_words_ja_5,
   chunk.words_en_6, chunk.words_ja_6, chunk.turn_words_en_6, chunk.turn_words_ja_6,
   chunk.words_en_7, chunk.words_ja_7, chunk.turn_words_en_7, chunk.turn_words_ja_7,
   chunk.words_en_8, chunk.words_ja_8, chunk.turn_words_en_8, chunk.turn_words_ja_8,
   chunk.words_en_9, chunk.words_ja_9, chunk.turn_words_en_9, chunk.turn_words_ja_9,
   chunk.words_en_a, chunk.words_ja_a, chunk.turn_words_en_a, chunk.turn_words_ja_a,
   chunk.words_en_b, chunk.words_ja_b, chunk.turn_words_en_b, chunk.turn_words_ja_b,
   chunk.words_en_c, chunk.words_ja_c, chunk.turn_words_en_c, chunk.turn_words_ja_c,
   chunk.words_en_d, chunk.words_ja_d, chunk.turn_words_en_d, chunk.turn_words_ja_d,
   chunk.words_en_e, chunk.words_ja_e, chunk.turn_words_en_e, chunk.turn_words_ja_e,
   chunk.words_en_f, chunk.words_ja_f, chunk.turn_words_en_f, chunk.turn_words_ja_f,
   chunk.facets]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}};
