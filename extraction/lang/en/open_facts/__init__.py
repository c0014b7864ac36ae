"""English open facts: each clause with all its parts in the words of the text, and how sure it is."""
