"""A row: the parameters of one thing to write, or one record that came back."""

from typing import Any

Row = dict[str, Any]
"""Values by the names that a Cypher statement gives them; what a statement needs stands in its head."""
