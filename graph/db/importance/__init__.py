"""How much memories matter, as the database keeps it: scores, uses, and what they are computed from."""
