"""Index care: what is indexed, making it anew in place, checking that indexes and memories agree, and mending that."""
