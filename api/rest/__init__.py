"""The REST door: one FastAPI application, its routes, wire types, limits and errors."""
