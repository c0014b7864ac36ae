"""The Japanese spaCy pipeline: tokenizer, parse repair, and the parse as plain values."""
