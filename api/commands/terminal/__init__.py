"""How answers and progress look at a terminal, whatever command they are of."""
