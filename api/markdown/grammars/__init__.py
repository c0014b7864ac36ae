"""How a Markdown file holds memories: each grammar takes a text apart into memories and all that stands around them."""
