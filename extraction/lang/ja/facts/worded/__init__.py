"""Facts in the words of the text: their ends need no names."""
