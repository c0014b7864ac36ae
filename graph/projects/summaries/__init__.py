"""Extractive summaries of projects and sessions: quotations with their sources."""
