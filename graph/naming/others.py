"""How likely two names mean one organisation, place, work or thing, as far as the names alone tell."""

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import Final

from graph.naming.forms import Completeness, NameForms, NameKind
from graph.naming.likeness import UNLIKE, Likeness
from graph.naming.sounds import same_sound

_HAN: Final = re.compile(r"[㐀-䶿一-鿿々豈-﫿]")


def group_likeness(one: NameForms, other: NameForms) -> Likeness:
    """How likely two names of anything but persons are one."""
    if one.spelled == other.spelled:
        return Likeness(1.0, ("same name",))
    return UNLIKE
