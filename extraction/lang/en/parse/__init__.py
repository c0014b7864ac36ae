"""The English spaCy pipeline: word forms, parse repair, and the parse as plain lists."""
