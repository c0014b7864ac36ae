"""Commands about the life of memories: how much they matter, and what fades."""
