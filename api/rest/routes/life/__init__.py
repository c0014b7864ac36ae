"""Routes of what becomes of memories: how much they matter, rotation, history, index care, feedback."""
