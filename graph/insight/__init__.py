"""What follows from memories: links between them, inferred relations, contradictions."""
