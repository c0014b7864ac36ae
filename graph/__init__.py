"""What is kept, and what may be asked of it. Knows Neo4j; knows neither spaCy nor HTTP."""
