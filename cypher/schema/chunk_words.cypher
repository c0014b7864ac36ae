// Finds chunks by the tokens that were made in Python; facets hold one token a filter.
// mode:   schema
// params: 
// rows:
CREATE FULLTEXT INDEX chunk_words IF NOT EXISTS
FOR (chunk:Chunk) ON EACH [chunk.words_en, chunk.words_ja, chunk.turn_words_en, chunk.turn_words_ja, chunk.facets]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
