"""What a question asks for: time, amounts, answer type, names, relatives."""
