"""English facts: typed statements between names, made from the claims between tokens."""
