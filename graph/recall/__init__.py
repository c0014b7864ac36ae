"""Answering questions: candidates from vectors, full text and the graph, then ranking. Read-only."""
