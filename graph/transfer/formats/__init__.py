"""Exports in the shapes that other programs read, made of the lines of our own."""
