"""Japanese amounts of money and quantities."""
