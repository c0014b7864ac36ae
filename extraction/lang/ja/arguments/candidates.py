"""Candidate arguments: which nouns of a sentence may fill which roles of its predicates, with features of each."""

from collections.abc import Iterator
from typing import NamedTuple

from extraction.lang.ja.arguments.predicates import Predicate
from extraction.lang.ja.arguments.valence import actor
from extraction.lang.ja.modality.predicate_suffixes import CARRIERS
from extraction.lang.ja.parse.cases import CIRCUMSTANCES, FORMAL, OUTER, Marked, kind_of, particle_of
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import words_of

_CASE_ROLES = frozenset(("が", "を", "に", "で", "と", "から", "まで", "へ", "より"))
_COMPOUND_ROLES = frozenset(("によって", "として", "について", "に対して"))
_LIKE_GOALS = _COMPOUND_ROLES | {"へ"}
"""Roles too rare in the training sentences for weights of their own: they share those of に."""
_JOINING = frozenset(words_of("と や か 、 ， ・ および 及び または 又は ならびに 並びに あるいは もしくは 若しくは"))
_OPEN = frozenset(("gap", "gap+", "top", "sub", "chain", "は", "も", "reach"))
"""Routes that no case particle decides: the valence statistics of verb and noun do."""


class ArgumentCandidate(NamedTuple):
    """A noun that may fill a role, with its features (`features`).

    `route` names the rule that proposes it; `linked` tells that the parse attaches it to the predicate, and that it is
    not carried over from another clause.
    """

    predicate: Predicate
    noun: Word
    role: str
    route: str
    linked: bool
    features: tuple[str, ...]
    beside: int = -1
    """The place of the noun that it is coordinated with, whose role it shares; −1 for none."""


class SentenceView(NamedTuple):
    """A sentence prepared for the routes: its predicates, its nouns' particles, and its topics (nouns with は)."""

    parse: Parse
    sentence: range
    predicates: tuple[Predicate, ...]
    marks: dict[int, Marked]
    topics: tuple[Word, ...]


def view_of(parse: Parse, sentence: range, predicates: tuple[Predicate, ...]) -> SentenceView:
    """Prepares a sentence for the routes."""
    marks: dict[int, Marked] = {}
    topics: list[Word] = []
    for place in sentence:
        word = parse.words[place]
        if word.label in ("case", "punct", "aux", "fixed", "compound", "mark") or not _can_be_argument(word):
            continue
        marks[place] = mark = particle_of(parse, word)
        if mark.topic == "は" and mark.case in ("", "と"):
            topics.append(word)
    return SentenceView(parse, sentence, predicates, marks, tuple(topics))


def candidates_in(view: SentenceView) -> Iterator[ArgumentCandidate]:
    """All candidates, predicate by predicate in the order of the text."""
    for predicate in view.predicates:
        if predicate.kind in ("event", "state", "label", "light"):
            yield from _ROUTES[predicate.kind](view, predicate)
            continue
        linked = list(_linked(view, predicate))
        yield from linked
        for candidate in linked:
            yield from _coordinated(view, candidate)
        filled = {candidate.role for candidate in linked if candidate.route in ("が", "を", "に")}
        if "が" not in filled:
            for candidate in _carried_subjects(view, predicate):
                yield candidate
                yield from _coordinated(view, candidate)
        if predicate.kind in ("verb", "act") and "を" not in filled:
            yield from _shared_objects(view, predicate)


def _coordinated(view: SentenceView, candidate: ArgumentCandidate) -> Iterator[ArgumentCandidate]:
    """The nouns coordinated with a candidate, which share its role."""
    if candidate.role not in ("が", "を", "に"):
        return
    for noun, mark in row_of(view.parse, candidate.noun):
        if noun.place in view.sentence and noun.place != candidate.predicate.word.place:
            same = kind_of(noun) == kind_of(candidate.noun)
            yield _candidate(
                candidate.predicate,
                noun,
                candidate.role,
                "row",
                (f"x{mark}", f"s{same}", f"r{candidate.route}"),
                linked=False,
            )._replace(beside=candidate.noun.place)


def row_of(parse: Parse, last: Word) -> Iterator[tuple[Word, str]]:
    """The nouns that are coordinated with `last` before it ("AやB、C"), each with the conjunction behind it."""
    for place in parse.children[last.place]:
        noun = parse.words[place]
        if place >= last.place or noun.label not in ("nmod", "conj", "compound") or not _can_be_argument(noun):
            continue
        mark = _conjunction(parse, noun)
        if mark and (noun.label != "compound" or mark == "・"):
            yield noun, mark
            yield from row_of(parse, noun)


def _conjunction(parse: Parse, noun: Word) -> str:
    """The conjunction between a noun and the next coordinated one, "" for none."""
    for place in range(noun.place + 1, min(noun.place + 4, len(parse.words))):
        word = parse.words[place]
        if word.text in _JOINING:
            return word.text
        if word.text not in ("など", "等"):
            return ""
    return ""


def _can_be_argument(word: Word) -> bool:
    return word.is_noun or word.tag.startswith("代名詞") or word.text == "の"


def _linked(view: SentenceView, predicate: Predicate) -> Iterator[ArgumentCandidate]:
    parse, word = view.parse, predicate.word
    carrier = parse.words[word.head] if word.label in ("acl", "compound") else None
    carried = parse.children[carrier.place] if carrier is not None and _carries(carrier) else ()
    filled: set[str] = set()
    for place in (*parse.children[word.place], *carried):
        noun = parse.words[place]
        mark = view.marks.get(place)
        if mark is None or place >= word.place or noun.label in ("advmod", "acl", "nmod"):
            continue
        if mark.case in ("が", "を", "に"):
            filled.add(mark.case)
        for role, route in _roles(noun, mark, predicate):
            light = any(
                other.kind == "light" and noun.place < other.word.place < word.place for other in view.predicates
            )
            extra = (f"l{noun.label}", f"y{light}", *_between(view, noun, word))
            yield _candidate(predicate, noun, role, route, extra)
    yield from _gap(view, predicate, filled)
    for topic in view.topics:
        reached = topic.head != word.place and topic.place < word.place and word.label == "ROOT"
        if reached:
            extra = (f"l{topic.label}", f"c{len(view.topics)}")
            yield _candidate(predicate, topic, "が", "reach", extra)


def _carries(word: Word) -> bool:
    return word.text in CARRIERS or word.text in FORMAL


def _roles(noun: Word, mark: Marked, predicate: Predicate) -> Iterator[tuple[str, str]]:
    """The roles that a dependent's particles allow, each with the name of its route."""
    case, topic = mark
    nominal = predicate.kind == "nominal"
    if case == "の":
        if noun.label == "nsubj":
            yield "が", "の"
    elif case == "と" and topic and nominal:
        yield "が", "とは"
    elif case in _CASE_ROLES:
        yield case, case + topic
        if case == "に" and kind_of(noun) in ("time", "number"):
            yield "時間", "に"
        if case == "が" and predicate.kind == "adjective":
            return
    elif case in _COMPOUND_ROLES:
        yield case, "に"
    elif not case:
        route = topic or "bare"
        yield "が", route
        if not nominal and predicate.kind != "adjective":
            yield "を", route
            if route == "bare" or topic == "は":
                yield "に", route


def _gap(view: SentenceView, predicate: Predicate, filled: set[str]) -> Iterator[ArgumentCandidate]:
    """The head of a relative clause fills a gap of that clause."""
    word = predicate.word
    if word.label != "acl" or word.head not in view.sentence or word.head <= word.place:
        return
    noun = view.parse.words[word.head]
    if noun.text in CIRCUMSTANCES or not _can_be_argument(noun):
        return
    shut = "".join(role for role in "がを" if role in filled)
    chain = list(_owners(view, noun))
    if len(chain) > 1 and kind_of(noun) == "number":
        chain = chain[1:]
    nominal = predicate.kind == "nominal"
    for depth, noun_in_chain in enumerate(chain):
        route = ("nomgap" if nominal else "gap") + ("" if not depth else "+")
        more = f"{kind_of(chain[depth + 1])}" if depth + 1 < len(chain) else ""
        comma = any(
            view.parse.words[place].text == "、" for place in range(word.place + 1, min(word.place + 4, noun.place))
        )
        extra = (f"o{shut}", f"e{predicate.ending}", f"n{more}", f"c{comma}")
        extra = (*extra, f"g{kind_of(chain[0])}") if depth else extra
        for role in ("が",) if predicate.kind in ("nominal", "adjective") else ("が", "を", "に", "で"):
            if role not in filled:
                yield _candidate(predicate, noun_in_chain, role, route, extra)


def _owners(view: SentenceView, noun: Word) -> Iterator[Word]:
    """The noun and those that it modifies with の: a relative clause may have any of them as its head."""
    for _ in range(3):
        yield noun
        mark = view.marks.get(noun.place)
        above = view.parse.words[noun.head]
        if (
            noun.label != "nmod"
            or mark is None
            or mark.case != "の"
            or above.place <= noun.place
            or not _can_be_argument(above)
        ):
            return
        noun = above


def _of_event(view: SentenceView, predicate: Predicate) -> Iterator[ArgumentCandidate]:
    """ "保険の引受け", "都市開発": the object of a verbal noun stands before it."""
    parse, word = view.parse, predicate.word
    before = parse.words[word.place - 1] if word.place > view.sentence.start else None
    extra = (f"l{word.label}",)
    if before is not None and before.head == word.place and before.label == "compound" and before.is_noun:
        for role in ("を", "が"):
            yield _candidate(predicate, before, role, "evcomp", extra)
    for place in parse.children[word.place]:
        noun = parse.words[place]
        mark = view.marks.get(place)
        if place < word.place and noun.label == "nmod" and mark is not None and mark.case == "の":
            for role in ("を", "が"):
                yield _candidate(predicate, noun, role, "evの", extra)
    after = parse.words[word.place + 1] if word.place + 1 < view.sentence.stop else None
    if after is not None and word.label == "compound" and word.head == after.place and after.is_noun:
        yield _candidate(predicate, after, "が", "evnext", extra)


def _of_state(view: SentenceView, predicate: Predicate) -> Iterator[ArgumentCandidate]:
    """ "最大の都市", "共通政策": an adjectival noun has the noun behind it as its subject."""
    word = predicate.word
    noun = view.parse.words[word.head]
    if noun.place > word.place and noun.place in view.sentence and _can_be_argument(noun):
        mark = view.marks.get(word.place)
        extra = (f"l{word.label}", f"c{mark.case if mark else '-'}", f"w{word.text}")
        yield _candidate(predicate, noun, "が", "state", extra)


def _of_label(view: SentenceView, predicate: Predicate) -> Iterator[ArgumentCandidate]:
    """ "略称NHK": the name has its label as subject."""
    label = view.parse.words[predicate.word.place - 1]
    while label.text in ":：は、 　" and label.place > view.sentence.start:
        label = view.parse.words[label.place - 1]
    yield _candidate(predicate, label, "が", "label", ())


def _of_light(view: SentenceView, predicate: Predicate) -> Iterator[ArgumentCandidate]:
    """ "日本を中心に", "戦争を舞台として": the noun with を belongs to the phrase, not to the verb behind it."""
    place = predicate.word.place
    while place > view.sentence.start and view.parse.words[place].text != "を":
        place -= 1
    noun = view.parse.words[view.parse.words[place].head]
    if _can_be_argument(noun) and noun.place < place:
        yield _candidate(predicate, noun, "を", "light", ())


_ROUTES = {"light": _of_light, "event": _of_event, "state": _of_state, "label": _of_label}


def _carried_subjects(view: SentenceView, predicate: Predicate) -> Iterator[ArgumentCandidate]:
    """Subjects carried over from clauses around: topics, explicit subjects, heads of relative clauses."""
    parse, word = view.parse, predicate.word
    seen = set(parse.children[word.place])
    for topic in view.topics:
        if topic.place in seen or (word.label == "ROOT" and topic.place < word.place):
            continue
        seen.add(topic.place)
        owner = parse.words[topic.head]
        extra = (
            _tree_relation(parse, word, owner),
            f"l{word.label}",
            f"o{topic.place < word.place}",
            f"e{predicate.ending}",
        )
        yield _candidate(predicate, topic, "が", "top", extra, linked=False)
    for place, mark in view.marks.items():
        noun = parse.words[place]
        owner = parse.words[noun.head]
        if place not in seen and mark.case == "が" and noun.label == "nsubj" and owner.place != word.place:
            way = _tree_relation(parse, word, owner)
            extra = (way, f"o{place < word.place}", f"{way}|e{predicate.ending}")
            yield _candidate(predicate, noun, "が", "sub", extra, linked=False)
    for other in view.predicates:
        described = other.word
        if described.place == word.place or described.label != "acl" or described.head <= described.place:
            continue
        if described.head != word.head and (
            word.head == described.place or parse.words[word.head].head == described.place
        ):
            noun = parse.words[described.head]
            if _can_be_argument(noun) and noun.place not in seen and noun.place in view.sentence:
                extra = (_tree_relation(parse, word, described), f"e{predicate.ending}", f"q{other.kind}")
                yield _candidate(predicate, noun, "が", "chain", extra, linked=False)


def _shared_objects(view: SentenceView, predicate: Predicate) -> Iterator[ArgumentCandidate]:
    """ "野菜を洗って切る", "転送・再生する": a transitive verb shares the object of a neighbouring verb."""
    parse, word = view.parse, predicate.word
    for other in view.predicates:
        near = other.word
        if near.place == word.place or other.kind not in ("verb", "act"):
            continue
        way = _tree_relation(parse, word, near)
        if not way.startswith(("wup", "wdown")):
            continue
        for place in parse.children[near.place]:
            mark = view.marks.get(place)
            if mark is not None and mark.case in ("を", "に") and place < min(word.place, near.place):
                extra = (way, f"q{other.bucket}", f"e{predicate.ending}")
                yield _candidate(predicate, parse.words[place], mark.case, "share", extra, linked=False)


def _tree_relation(parse: Parse, word: Word, other: Word) -> str:
    """The relation of two predicates in the dependency tree."""
    if word.head == other.place:
        return f"wup:{word.label}"
    if other.head == word.place:
        return f"wdown:{other.label}"
    if word.head == other.head:
        return "wsib"
    above = parse.words[word.head]
    if above.head == other.place:
        return f"win:{word.label}:{above.label}"
    if parse.words[above.head].head == other.place:
        return "win2"
    return "wfar"


def _between(view: SentenceView, noun: Word, word: Word) -> tuple[str, ...]:
    others = sum(
        noun.place < predicate.word.place < word.place for predicate in view.predicates if predicate.kind != "event"
    )
    return (f"b{min(others, 3)}",)


def _habit(predicate: Predicate, shut: str, acts: str) -> str:
    """The role that the head of a relative clause usually fills, by the valence of its verb and the noun's `acts`."""
    if "が" in shut:
        return "を" if "を" not in shut and predicate.bucket in ("2", "3") else ""
    if predicate.voice == "p" or "を" in shut or predicate.bucket in ("0", "1", "?"):
        return "が"
    return "が" if acts in ("2", "3", "+") else "を"


def _candidate(
    predicate: Predicate, noun: Word, role: str, route: str, extra: tuple[str, ...], *, linked: bool = True
) -> ArgumentCandidate:
    # では and には are evidence as strong as で and に
    route_told = role if route in (role + "は", role + "も") else route
    key = "に>に" if role in _LIKE_GOALS else f"{route_told}>{role}"
    away = abs(predicate.word.place - noun.place)
    near = "1" if away <= 2 else "2" if away <= 5 else "3" if away <= 12 else "4"
    kind = kind_of(noun)
    voice = predicate.voice
    features = [
        key,
        f"{key}|d{near}",
        f"{key}|k{kind}",
        f"{key}|p{predicate.kind}{voice}",
        f"{key}|t{predicate.bucket}{voice}",
        f"{role}|t{predicate.bucket}",
        f"{role}|k{kind}",
        f"{role}|m{predicate.common}",
    ]
    features.extend(f"{key}|{feature}" for feature in extra)
    acts = "+" if kind in ("person", "pronoun") else actor(noun.text)
    features.append(f"{key}|a{acts}")
    if role in ("に", "時間"):
        features.append(f"{key}|g{predicate.goals}")
    if route in _OPEN:
        group = route[:3]
        features.append(f"{group}>{role}|{predicate.bucket}{voice}{extra[0]}")
        features.append(f"{group}>{role}|{predicate.bucket}{voice}{extra[0]}{acts}")
        features.append(f"{role}|outer{noun.text in OUTER}")
        if group == "gap":
            features.append(f"{key}|h{_habit(predicate, extra[0], acts) == role}")
    return ArgumentCandidate(predicate, noun, role, route, linked, tuple(features))
