// Finds chunks by the tokens that were made in Python; facets hold one token a filter.
// mode:   schema
// params: 
// rows:
CREATE FULLTEXT INDEX chunk_words IF NOT EXISTS
FOR (chunk:Chunk) ON EACH [chunk.words, chunk.facets]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'whitespace', `fulltext.eventually_consistent`: false}}
