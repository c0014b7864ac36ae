// What the other side has of a `chunk` is of what it was: it is taken away, and made anew while a model is changed.
SET chunk.embedding_b = null, chunk.kept_embedding_b = null, chunk.own_embedding_b = null, chunk.sentences_b = null
