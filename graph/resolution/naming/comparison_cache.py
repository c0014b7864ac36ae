"""A cache of name comparisons: how likely two names are one entity, computed once a pair."""

from graph.model.reading.name_forms import NameForms, NameKind
from graph.resolution.naming.person_similarity import full_likeness, part_match
from graph.resolution.naming.similarity import UNLIKE, Likeness
from graph.resolution.naming.thing_similarity import Traits, sure_likeness, traits


class Comparisons:
    """Likenesses of pairs by the names' ids; valid as long as the names' forms stay the same."""

    def __init__(self) -> None:
        self._likenesses: dict[tuple[str, str], Likeness | Traits] = {}
        self._parts: dict[tuple[str, str], tuple[float, str]] = {}

    def of(self, first_id: str, first: NameForms, second_id: str, second: NameForms) -> Likeness | Traits:
        """How likely two whole names are one; `Traits` where that takes weighing against third names."""
        pair = (first_id, second_id) if first_id < second_id else (second_id, first_id)
        likeness = self._likenesses.get(pair)
        if likeness is None:
            likeness = self._likenesses[pair] = (
                _compared(first, second) if first_id < second_id else _compared(second, first)
            )
        return likeness

    def part(self, part_id: str, part: NameForms, whole_id: str, whole: NameForms) -> tuple[float, str]:
        """How well part of a name fits a whole one, 0–1, and as which part."""
        match = self._parts.get((part_id, whole_id))
        if match is None:
            match = self._parts[part_id, whole_id] = part_match(part, whole)
        return match


def shorter(first_id: str, first: NameForms, second_id: str, second: NameForms) -> str:
    """The id of the name with fewer words, or letters."""
    return min(
        (len(forms.words), len(forms.spelled), name) for name, forms in ((first_id, first), (second_id, second))
    )[2]


def _compared(first: NameForms, second: NameForms) -> Likeness | Traits:
    if first.kind is NameKind.PERSON or second.kind is NameKind.PERSON:
        return full_likeness(first, second) if first.kind is second.kind else UNLIKE
    return sure_likeness(first, second) or traits(first, second)
