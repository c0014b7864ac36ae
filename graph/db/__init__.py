"""The database: sessions, statements, schema, driver errors, and the mapping between rows and values."""
