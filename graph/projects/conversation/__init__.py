"""Conversations: what a talk begins with, and what is kept of it, whether the database is there or away."""
