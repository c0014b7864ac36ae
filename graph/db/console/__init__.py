"""What an operator asks of the database in statements of their own."""
