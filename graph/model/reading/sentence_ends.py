"""Where a full stop ends no sentence: behind "Mr", "Dr", "e.g" and the like."""

import re
from typing import Final

_SHORTENED: Final = ("Mr", "Mrs", "Ms", "Dr", "Prof", "Rev", "St", "vs", "e.g", "i.e", "cf")
"""Words with a stop behind which more is sure to come; "etc." and "Jr." may end a sentence."""
NO_ABBREVIATION: Final = "".join(rf"(?<!\b{re.escape(word)})" for word in _SHORTENED)
"""What stands before a full stop that may end a sentence, as part of a regular expression."""
