"""Text before any model: language, sentences, chunks, plain text and index words."""
