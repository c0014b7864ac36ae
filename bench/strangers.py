"""The open world of names: people known in full beside strangers who are only ever called by one part of their name.

Made of the persons and surfaces of names_ja_synth. In each world some persons are known: they are introduced by full
names and later called by parts of them. The others are strangers: surnames and given names only, often of somebody
known. Everybody works in one or two projects and talks in the sessions of those; a stranger's project may be that of a
namesake.
"""

import random
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from extraction.names.forms.name_forms import name_forms
from extraction.names.keys import display_name, name_key
from graph.model.reading.name_forms import joined
from graph.model.types import EntityType
from graph.resolution.naming.clustering import clustered
from graph.resolution.naming.members import Member, Reference, Resolution, Surroundings
from graph.resolution.naming.partial_name_candidates import narrowed
from graph.resolution.short_names import goes_by, is_likely

Row = dict[str, Any]
KNOWN = (6, 15, 30, 60)
WORLDS = 5
_FULL = frozenset({"full", "full_hon", "full_space", "kana", "romaji_we"})
_PARTIAL = frozenset({"sur", "sur_hon", "sur_title", "sur_kana", "sur_romaji", "giv", "giv_hon", "giv_romaji"})


@dataclass(frozen=True, slots=True)
class Use:
    """One mention in a world: who is meant, how, and where."""

    person: str
    surface: str
    partial: bool
    known: bool
    session: str
    project: str

    @property
    def around(self) -> Surroundings:
        """Session and project of the mention."""
        return Surroundings(
            sessions=frozenset({self.session} - {""}), projects=frozenset({self.project} - {""}), mentions=1
        )


def open_world(rows: Sequence[Row]) -> dict[str, object]:
    """False merges, false references and their recall over worlds of 6 to 60 known persons, in percent.

    `joined` parts of names are taken for a name of somebody known, `false_joins` of them name somebody else, too.

    `without_context` is the same with sessions and projects taken away, where names alone must do.
    """
    people = _people(rows)
    worlds = {size: [_world(people, size, seed) for seed in range(WORLDS)] for size in KNOWN if size < len(people)}
    told = _rates([uses for made in worlds.values() for uses in made])
    bare = _rates([[_bare(use) for use in uses] for made in worlds.values() for uses in made])
    sizes = {str(size): _rates(made) for size, made in worlds.items()}
    floor = _rates([uses for made in worlds.values() for uses in made], anybody=True)
    return {**told, "known": sizes, "without_context": bare, "floors": {"only_candidate": floor}}


def _people(rows: Sequence[Row]) -> dict[str, dict[bool, list[str]]]:
    """For each person the surfaces by which the set calls them, partial (True) and full (False)."""
    surfaces: defaultdict[str, dict[bool, list[str]]] = defaultdict(lambda: {True: [], False: []})
    for row in rows:
        names = {entity["id"]: entity["canonical"] for entity in row["entities"] if entity["type"] == "PERSON"}
        for one in row["mentions"]:
            if one["entity"] in names and one["kind"] in _FULL | _PARTIAL:
                surfaces[names[one["entity"]]][one["kind"] in _PARTIAL].append(one["mention"])
    return {name: kinds for name, kinds in sorted(surfaces.items()) if kinds[True] and kinds[False]}


def _world(people: Mapping[str, dict[bool, list[str]]], size: int, seed: int) -> list[Use]:
    chance = random.Random(f"{size}.{seed}")
    names = list(people)
    chance.shuffle(names)
    known, strangers = names[:size], names[size : size + max(4, size // 2)]
    projects = [f"project {number}" for number in range(max(2, size // 3))]
    uses: list[Use] = []
    for person in (*known, *strangers):
        home = chance.sample(projects, chance.choice((1, 1, 2)))
        full = chance.choices(people[person][False], k=2) if person in known else []
        for surface in (*full, *chance.choices(people[person][True], k=3)):
            project = chance.choice(home)
            session = f"{project} session {chance.randrange(3)}"
            partial = surface in people[person][True]
            uses.append(Use(person, surface, partial, person in known, session, project))
    return uses


def _bare(use: Use) -> Use:
    return replace(use, session="", project="")


def _rates(worlds: Sequence[Sequence[Use]], *, anybody: bool = False) -> dict[str, float]:
    counts: Counter[str] = Counter()
    for uses in worlds:
        counts += _judged(uses, anybody=anybody)
    return {
        "false_merges": _percent(counts["false pairs"], counts["pairs"]),
        "false_references": _percent(counts["shown wrong"], counts["shown"]),
        "reference_recall": _percent(counts["shown right"], counts["known partial"]),
        "joined": counts["joined right"] + counts["joined wrong"],
        "false_joins": _percent(counts["joined wrong"], counts["joined right"] + counts["joined wrong"]),
    }


def _judged(uses: Sequence[Use], *, anybody: bool) -> Counter[str]:
    gathered: defaultdict[str, list[Use]] = defaultdict(list)
    for use in uses:
        gathered[name_key(use.surface)].append(use)
    members = {key: _member(key, ones) for key, ones in gathered.items()}
    resolution = clustered(members.values())
    group_of = {own: group[0] for group in resolution.groups for own in group}
    homes = {use.person: group_of.get(key, key) for key, ones in gathered.items() for use in ones if not use.partial}
    counts = _merged(resolution, gathered)
    around = {own: _joint([use for key in _group(resolution, own) for use in gathered[key]]) for own in members}
    for reference in resolution.references:
        person = None if anybody else _borne(reference, members, resolution)
        if person is not None:
            right = all(
                use.known and homes[use.person] == group_of.get(person, person)
                for use in gathered[reference.id]
                if use.partial
            )
            counts["joined right" if right else "joined wrong"] += 1
        for use in gathered[reference.id]:
            if not use.partial:
                continue
            counts["known partial"] += use.known
            shown = _only(reference) if anybody else narrowed(reference, around, use.around).shown
            if shown is not None:
                counts["shown"] += 1
                right = use.known and group_of.get(shown, shown) == homes[use.person]
                counts["shown right" if right else "shown wrong"] += 1
    return counts


def _only(reference: Reference) -> str | None:
    """The rule to beat: whoever is the only candidate is meant."""
    return reference.referents[0].id if len(reference.referents) == 1 else None


def _borne(reference: Reference, members: Mapping[str, Member], resolution: Resolution) -> str | None:
    """Whose name a part of a name is taken to be, with all that is said by it."""
    whom = _only(reference)
    if whom is None or reference.lesser or not is_likely(reference, reference.referents[0].confidence):
        return None
    part = members[reference.id].forms
    return whom if any(goes_by(part, members[own].forms) for own in _group(resolution, whom)) else None


def _group(resolution: Resolution, own: str) -> Sequence[str]:
    return next((group for group in resolution.groups if own in group), (own,))


def _member(key: str, uses: Sequence[Use]) -> Member:
    forms = [name_forms(display_name(use.surface), EntityType.PERSON, use.surface) for use in uses]
    return Member(
        id=key, name=display_name(uses[0].surface), key=key, type=EntityType.PERSON.value,
        forms=joined([one for one in forms if one is not None]), around=_joint(uses),
    )  # fmt: skip


def _joint(uses: Sequence[Use]) -> Surroundings:
    return Surroundings(
        sessions=frozenset(use.session for use in uses) - {""},
        projects=frozenset(use.project for use in uses) - {""},
        mentions=len(uses),
    )


def _merged(resolution: Resolution, gathered: Mapping[str, Sequence[Use]]) -> Counter[str]:
    """Pairs of names in one group, and those of them that share no person."""
    counts: Counter[str] = Counter()
    for group in resolution.groups:
        people = [{use.person for use in gathered[key]} for key in group]
        for place, ones in enumerate(people):
            for others in people[:place]:
                counts["pairs"] += 1
                counts["false pairs"] += not ones & others
    return counts


def _percent(part: int, whole: int) -> float:
    return round(100 * part / max(1, whole), 2)
