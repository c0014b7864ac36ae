// Finds chunks by their raw text, in Japanese by pairs of characters.
// mode:   schema
// params: 
// rows:
CREATE FULLTEXT INDEX chunk_text IF NOT EXISTS
FOR (chunk:Chunk) ON EACH [chunk.text]
OPTIONS {indexConfig: {`fulltext.analyzer`: 'cjk', `fulltext.eventually_consistent`: false}}
