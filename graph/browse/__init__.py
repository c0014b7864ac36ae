"""Reads without ranking: lists, single memories, exact text search, counts."""
