"""English telegraphic notes, which leave out whom they are about."""
