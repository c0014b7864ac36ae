"""Pairs of names and how likely each is one thing, compared once however often a judgement asks."""

from graph.model.name_forms import NameForms, NameKind
from graph.resolution.naming.likeness import UNLIKE, Likeness
from graph.resolution.naming.others import Traits, sure_likeness, traits
from graph.resolution.naming.people import full_likeness, part_match


class Comparisons:
    """What was found about the pairs of some names, by the names' ids; good as long as their forms stay the same."""

    def __init__(self) -> None:
        self._found: dict[tuple[str, str], Likeness | Traits] = {}
        self._parts: dict[tuple[str, str], tuple[float, str]] = {}

    def of(self, own: str, one: NameForms, others: str, other: NameForms) -> Likeness | Traits:
        """How likely two whole names are one; `Traits` where that takes weighing against third names."""
        pair = (own, others) if own < others else (others, own)
        found = self._found.get(pair)
        if found is None:
            found = self._found[pair] = _compared(one, other) if own < others else _compared(other, one)
        return found

    def part(self, own: str, part: NameForms, others: str, whole: NameForms) -> tuple[float, str]:
        """How well part of a name fits a whole one, 0–1, and as which part."""
        found = self._parts.get((own, others))
        if found is None:
            found = self._parts[own, others] = part_match(part, whole)
        return found


def shorter(own: str, one: NameForms, others: str, other: NameForms) -> str:
    """The id of the name with fewer words, or letters."""
    return min((len(forms.words), len(forms.spelled), name) for name, forms in ((own, one), (others, other)))[2]


def _compared(one: NameForms, other: NameForms) -> Likeness | Traits:
    if one.kind is NameKind.PERSON or other.kind is NameKind.PERSON:
        return full_likeness(one, other) if one.kind is other.kind else UNLIKE
    return sure_likeness(one, other) or traits(one, other)
