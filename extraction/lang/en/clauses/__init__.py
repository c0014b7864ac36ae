"""English clauses, read off the dependency parse, and the claims between two tokens that they make."""
