"""The entry point of name analysis: from a surface to the forms of a name."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from extraction.names.forms.group_forms import group_forms
from extraction.names.forms.marks import marks_of
from extraction.names.forms.person_forms import person_forms
from extraction.names.speakers import ME
from extraction.text.well_formed import well_formed
from graph.model.reading.amount_names import is_amount
from graph.model.reading.name_forms import NameForms, NameKind
from graph.model.types import EntityType

_KINDS: Final = {
    EntityType.PERSON: NameKind.PERSON,
    EntityType.ORGANIZATION: NameKind.ORGANIZATION,
    EntityType.LOCATION: NameKind.PLACE,
}
_NAMELESS: Final = frozenset({EntityType.TIME_UNIT})


@lru_cache(maxsize=32768)
def name_forms(name: str, kind: EntityType, surface: str = "") -> NameForms | None:
    """The forms of a name, None for a date, an amount or the user, whose names are not compared.

    `name` is the display form; `surface` the span in the text with its honorifics and titles.
    """
    if kind in _NAMELESS or not name.strip() or name == ME or is_amount(name):
        return None
    name, surface = well_formed(name), well_formed(surface)
    marks = marks_of(surface or name, name)
    forms = (
        person_forms(name, marks)
        if kind is EntityType.PERSON
        else group_forms(name, _KINDS.get(kind, NameKind.OTHER), marks)
    )
    # A block without anything behind its mark would bring together whatever has no sound.
    return replace(forms, blocks=tuple(block for block in forms.blocks if block[2:]))
