"""English amounts of money and quantities."""
