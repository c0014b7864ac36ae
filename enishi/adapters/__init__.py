"""Enishi where programs for language models already are: LangChain, LangGraph, neo4j-graphrag. Each is an extra."""
