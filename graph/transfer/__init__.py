"""Everything of a user out into one file, and in again without loss."""
