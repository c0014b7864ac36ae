"""Finding the project of a message."""
