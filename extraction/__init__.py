"""Text to knowledge. Knows spaCy and vectors; knows neither Neo4j nor HTTP."""
