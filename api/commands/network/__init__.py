"""Commands about entities and what ties them."""
