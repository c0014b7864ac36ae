"""Commands about messages and talks: where one belongs, what it begins with, what is kept of it."""
