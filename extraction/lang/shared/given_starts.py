"""Where a document tells its reader that sentences begin, whatever the parser makes of them: at lines, behind times."""

from typing import Final

GIVEN_STARTS: Final = "enishi sentence starts"
"""The key of the places of these words among what a spaCy document carries."""
