"""Which parts of names are surely somebody's: Priya is Priya Nair where she is the only one so called; pure.

    Priya Nair, Priya → one person          Priya Nair, Priya Kapoor, Priya → three, and somebody is asked

Nothing is lost by it: with a second person of the name, or with more strangers about, the part stands alone again.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Final

from graph.model.reading.name_forms import NameForms, NameKind
from graph.resolution.naming.members import Reference
from graph.resolution.naming.partial_name_candidates import SHOW
from graph.resolution.naming.readings import WEAK
from graph.resolution.resolution_plan import GivenName, Standing

_JAPANESE: Final = "\u3040"
"""From this letter on names are written in kana or kanji, and people are called by their surnames."""
_STRANGERS_MOST: Final = 0.2
"""The share of strangers up to which a part of a name is joined: beyond, even where all speaks for somebody, it may be
a namesake's (`bench.run names_open_world`: of those joined 7 in 100 are wrong, without this bound 12)."""
_ROUNDING: Final = 1e-6


def bearers(
    names: Mapping[str, GivenName],
    standing: Mapping[str, Standing],
    groups: Mapping[str, Collection[str]],
    references: Sequence[Reference],
    claims: Mapping[str, Collection[str]],
) -> dict[str, str]:
    """For each part of a name that means one person for sure, a name of that person.

    `groups` are the names that are one with each name, `claims` the names that declare the part to be their alias. It
    is meant surely where nobody else is so called, no other thing has the name, nothing is said of both as of two, and
    either the person goes by it, or it is likely enough and spelled as theirs.
    """
    by_key: defaultdict[str, list[GivenName]] = defaultdict(list)
    for name in names.values():
        by_key[name.identity.key].append(name)
    likely = {reference.id: reference for reference in references}
    borne: dict[str, str] = {}
    for name_id in sorted(names):
        part = names[name_id]
        if not _is_free(part, standing[part.entity]) or not _means_people(by_key[part.identity.key]):
            continue
        trust: defaultdict[str, float] = defaultdict(float)
        reference = likely.get(name_id)
        for referent in reference.referents if reference else ():
            trust[min(groups[referent.id])] += referent.confidence
        claimed = {min(groups[claimant]) for claimant in claims.get(name_id, ())}
        lesser = {min(groups[other]) for other in reference.lesser} if reference else set[str]()
        people = {*trust, *claimed, *lesser} - {min(groups[name_id])}
        if len(people) != 1:
            continue
        (person,) = people
        called = [names[other] for other in groups[person]]
        apart = any(other.identity.key in part.around.facing for other in called)
        likely_enough = reference is not None and is_likely(reference, trust[person])
        if not apart and (person in claimed or (likely_enough and _is_called(part, called))):
            borne[name_id] = person
    return borne


def is_likely(reference: Reference, trust: float) -> bool:
    """Whether somebody who is trusted so far to be meant may be taken for certain."""
    return trust > SHOW - _ROUNDING and reference.stranger < _STRANGERS_MOST + _ROUNDING


def _is_free(name: GivenName, there: Standing) -> bool:
    """Whether it is a part of a name of which all was read and nothing was decided by a person."""
    decided = name.held or (there.edited and there.key == name.identity.key)
    return name.partial and name.nearest and not decided


def _means_people(readings: Sequence[GivenName]) -> bool:
    """Whether the name is of nothing but people, as far as memories tell: Paris may be the town."""
    return all(reading.partial or reading.identity.type in WEAK for reading in readings)


def _is_called(part: GivenName, called: Sequence[GivenName]) -> bool:
    return part.forms is not None and any(
        other.forms is not None and other.forms.kind is NameKind.PERSON and goes_by(part.forms, other.forms)
        for other in called
    )


def goes_by(part: NameForms, whole: NameForms) -> bool:
    """Whether a person is called by a part as friends or colleagues do, letter by letter.

    In Latin letters that is the first word: a surname is all the family's.
    """
    if part.spelled < _JAPANESE:
        return part.spelled == whole.words[0] if len(whole.words) > 1 else False
    return any(part.spelled in (split.surname, split.given) for split in whole.splits)
