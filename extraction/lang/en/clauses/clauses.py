"""The clauses of an English text, n-ary: who does what, to whom, with what else, read off a dependency parse.

The claims between two ends (`claims.py`), and the open facts that the bench measures, are views of these clauses. The
parser labels the by-phrase of some passives `prep`, and clauses after ";" `ccomp`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from extraction.lang.en.modality.cues import BEFORE_QUESTIONS, is_inverted, sets_apart
from extraction.lang.en.parse.tree import ASKING, PROPER, SUBJECTS, Tree
from extraction.lang.en.word_lists import ASIDES, EFFORTS, SPEECH
from extraction.names.label_confidence import PERSON

if TYPE_CHECKING:
    from spacy.tokens import Token

_DEEPEST = 6
_RESULTING = ("lead", "result", "cause", "allow", "enable", "ensure")
"""Verbs above a verb among which its missing subject is looked for."""
_KINDS = {
    "dobj": "object",
    "oprd": "object",
    "dative": "recipient",
    "attr": "predicative",
    "acomp": "adjective",
    "prep": "preposition",
    "agent": "preposition",
    "npadvmod": "adverbial",
    "advmod": "adverbial",
    "ccomp": "clause",
    "xcomp": "clause",
    "advcl": "adverbial clause",
}
_WAYS = frozenset("forward back out off up down away along ahead over".split())  # noqa: SIM905
"""Adverbs of a way, without which a verb and its preposition say something else."""
_MANNERS = ("way", "time", "day", "moment", "reason")
"""What a relative clause describes as how, when or why it is so."""
_ENDS = ("object", "recipient", "predicative", "preposition", "clause")
"""Kinds of what a gerund is done to or about."""
_BEFORE_APART = ("acomp", "advmod", "attr", "ccomp", "dobj", "prep", "xcomp")
_BEFORE_ORDERS = ("PUNCT", "SPACE", "AUX", "PART", "ADV", "INTJ", "SYM", "X", "NUM")
"""What stands before the verb of an order: a bullet, a box, "please", "always", "don't"."""
_SUBJECT_OR_AUXILIARY = (*SUBJECTS, "expl", "csubj", "aux", "auxpass")
_BEHIND_NOUN = ("relative", "participle")
"""Rules of clauses whose subject is the noun before them."""
HANGING = ("adverbial", "gerund")
"""Rules of clauses without a subject that hang on another verb."""
_WITHOUT_OWN = (*_BEHIND_NOUN, *HANGING, "controlled", "")
"""Rules of clauses without a subject of their own, which verbs joined to theirs share."""
_CONDITIONS = ("had", "should")
"""Auxiliaries that open a condition before their subject: "Had I moved", "Should it leak"."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Complement:
    """One thing a verb ties its subject to.

    `kind` is one of object, recipient, predicative, adjective, preposition, adverbial, clause, adverbial clause;
    `head` the child of the verb `verb`, `link` the words that lead to it ("in", "out of", "that"), `targets` the heads
    of what is joined in it, `words` all its words, link included.
    """

    kind: str
    head: int
    verb: int
    words: tuple[int, ...]
    link: tuple[int, ...] = ()
    targets: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """One clause: places of tokens in the document.

    `chain` are the verbs merged into one predicate ("wants to join"), `predicate` its words in order; a clause without
    a verb has an empty chain, its meaning in `implied` ("be", "have"). `subjects` are the joined subjects, none for
    those that the sentence does not name. `rule` says how the subject was found, `depth` how many clauses stand above.
    """

    verb: int
    chain: tuple[int, ...]
    subjects: tuple[int, ...]
    subject_words: tuple[int, ...]
    predicate: tuple[int, ...]
    complements: tuple[Complement, ...]
    rule: str
    depth: int
    implied: str = ""
    source: int | None = None


def clauses(tree: Tree) -> tuple[Clause, ...]:
    """The clauses that have a verb, in the order of their verbs; read once, for four readers ask for them."""
    if tree.clauses is None:
        tree.clauses = tuple(_clauses(tree))
    return tree.clauses


def _clauses(tree: Tree) -> Iterator[Clause]:
    for place in range(len(tree.text)):
        if tree.is_verb(place) and not is_merged(tree, place) and not _tells_nothing(tree, place):
            clause = _clause(tree, place)
            if clause is not None:
                yield clause


def _tells_nothing(tree: Tree, verb: int) -> bool:
    """Whether a clause tells nothing of its subject: "as they did last year", "as stated in the guide", "considering
    that", "trouble finding it".
    """
    if tree.dep[verb] in ("advcl", "acl", "pcomp") and tree.tag[verb] == "VBG" and not tree.has_subject(verb):
        return tree.lower[verb] == "considering" or tree.lower[verb - 1] in EFFORTS
    if _is_made_sure(tree, verb):
        return True
    if not any(tree.lower[mark] in ("as", "like", "than") for mark in tree.labelled(verb, "mark")):
        return False
    is_repeated = tree.lemma[verb] == "do" and not tree.labelled(verb, "dobj", "ccomp")
    return is_repeated or (tree.tag[verb] == "VBN" and not tree.has_subject(verb))


def _is_made_sure(tree: Tree, verb: int) -> bool:
    """Whether a clause is what somebody makes sure of: "make sure it fits", which they do, and it need not be so."""
    while tree.dep[verb] == "conj":
        verb = tree.head[verb]
    above = tree.head[verb]
    # the parser takes "sure" for a part of either clause
    sure = above if tree.lower[above] == "sure" else min(tree.kids[verb], default=verb)
    verb = tree.head[above] if sure == above else above
    is_open = tree.lemma[verb] == "make" and tree.tag[verb] not in ("VBD", "VBN")
    return is_open and tree.lower[sure] == "sure" and sure > verb


def orders(tree: Tree) -> Iterator[Clause]:
    """The clauses that tell what to do, without a subject: "Run the tests", "Never push to main"."""
    for place in range(len(tree.text)):
        if _is_leading_order(tree, place) or (_may_order(tree, place) and _is_joined_order(tree, place)):
            yield _without_subject(tree, place, "order")


def unsaid(tree: Tree) -> Iterator[Clause]:
    """The clauses that begin their sentence with what somebody or something does or did: "Fixed the pump"."""
    for place, tag in enumerate(tree.tag):
        if tag not in ("VBZ", "VBD", "VBN") or tree.dep[place] != "ROOT" or tree.pos[place] != "VERB":
            continue
        if tree.lower[place] == tree.lemma[place] or tree.lemma[place] == "get":
            continue  # "put it back" is an order, "gotta love it" no deed
        first = tree.doc[place].sent.start
        leads = all(tree.pos[word] in _BEFORE_ORDERS and tree.pos[word] != "AUX" for word in range(first, place))
        # a column of a table or a log begins no sentence
        leads = leads and (first == 0 or "\n" in tree.text[first - 1] or tree.text[first - 1][-1] in ".!?;:-*+•")
        if leads and not tree.labelled(place, *_SUBJECT_OR_AUXILIARY):
            yield _without_subject(tree, place, "unsaid")
            for second in tree.joined_verbs(place):
                if tree.tag[second] in (tag, "VBD", "VBN") and not tree.labelled(second, *_SUBJECT_OR_AUXILIARY):
                    yield _without_subject(tree, second, "unsaid")


def _without_subject(tree: Tree, verb: int, rule: str) -> Clause:
    chain, predicate = _predicate(tree, verb)
    parts = [part for part in _complements(tree, verb, chain, set(predicate)) if part.words]
    parts.sort(key=lambda part: (part.words[0] <= verb, part.words[0]))
    return Clause(
        verb=verb,
        chain=chain,
        subjects=(),
        subject_words=(),
        predicate=predicate,
        complements=tuple(parts),
        rule=rule,
        depth=0,
    )


def _is_joined_order(tree: Tree, verb: int) -> bool:
    """Whether a verb is told to do behind another: "Switch it off, but export the table first"."""
    at = verb
    while tree.dep[at] == "conj" and tree.tag[at] == "VB":
        if tree.labelled(at, *SUBJECTS, "aux"):
            return False
        at = tree.head[at]
    return at != verb and _is_leading_order(tree, at) and not tree.labelled(at, *SUBJECTS, "aux")


def _may_order(tree: Tree, verb: int) -> bool:
    return tree.tag[verb] == "VB" and tree.pos[verb] == "VERB" and tree.lower[verb] != "let"


def _is_leading_order(tree: Tree, verb: int) -> bool:
    """Whether a sentence begins with a verb in its base form: "Please check the pump", "Find an owner, Ken left"."""
    if not _may_order(tree, verb):
        return False
    above = tree.head[verb]
    is_run_on = (
        tree.dep[verb] in ("advcl", "ccomp")
        and above > verb
        and tree.tag[above] in ("VBZ", "VBD", "VBP", "VBN")
        and not tree.labelled(verb, *SUBJECTS, "aux", "mark")
        and (
            any(subject > verb for subject in tree.labelled(above, *SUBJECTS))
            or tree.brackets[above] > tree.brackets[verb]  # "add the header (#12, closes OPS-7)"
        )
    )
    before = range(tree.doc[verb].sent.start, verb)
    leads = all(tree.pos[word] in _BEFORE_ORDERS or tree.brackets[word] or _is_called(tree, word) for word in before)
    return leads and (tree.dep[verb] == "ROOT" or is_run_on)


def _is_called(tree: Tree, word: int) -> bool:
    """Whether a name before an order is of who is to follow it: "Nina, send the keys"."""
    is_name = tree.tag[word] == "NNP" and tree.text[word].lstrip("@").isalpha()
    return is_name and tree.dep[word] == "npadvmod" and tree.text[word + 1] == ","


def is_merged(tree: Tree, verb: int) -> bool:
    """Whether an infinitive is part of the predicate above it ("wants to join", "is able to join")."""
    if tree.dep[verb] != "xcomp" or tree.has_subject(verb):
        return False
    above = tree.head[verb]
    if tree.dep[above] == "acomp":
        above = tree.head[above]
    return tree.is_verb(above) and not tree.labelled(above, "dobj")


def through_gerund(tree: Tree, clause: Clause) -> Iterator[Clause]:
    """The clause with what is done behind its preposition in its predicate: "focuses on hiring" staff.

    One for each of joined gerunds; none where nothing is done to anything: "is tired of waiting".
    """
    if not clause.complements or not clause.chain:
        return
    main = clause.complements[0]
    if main.kind == "preposition" and tree.lemma[clause.chain[-1]] == "be":
        return  # "is like flipping a coin", "is about finding a job"
    links = [main.head] if main.kind == "preposition" else tree.labelled(main.head, "prep")
    gerunds = tree.labelled(links[0], "pcomp") if len(links) == 1 and links[0] > clause.verb else []
    if main.kind not in ("preposition", "adjective") or len(gerunds) != 1 or tree.tag[gerunds[0]] != "VBG":
        return
    lead = (*clause.predicate, *tree.phrase(main.head, without=gerunds), links[0])
    for gerund in (gerunds[0], *(verb for verb in tree.joined_verbs(gerunds[0]) if tree.tag[verb] == "VBG")):
        chain, words = _predicate(tree, gerund)
        predicate, whole = tuple(sorted({*lead, *words})), (*clause.chain, *chain)
        parts = [part for part in _complements(tree, clause.verb, whole, set(predicate)) if part.words]
        parts.sort(key=lambda part: (part.words[0] <= gerund, part.words[0]))
        is_done_to = bool(parts) and parts[0].verb in chain and parts[0].kind in _ENDS
        is_done_to = is_done_to and tree.tag[parts[0].head] not in ("PRP", "CD")
        if tree.has_subject(gerund) or (gerund == gerunds[0] and not is_done_to):
            return
        if is_done_to:
            yield replace(clause, chain=whole, predicate=predicate, complements=tuple(parts))


def subjects_of(tree: Tree, verb: int, up: int = 0) -> tuple[list[int], str]:
    """The subject of a verb and the rule that found it: at the verb, carried over from another, or modified by it."""
    label = tree.dep[verb]
    subjects = tree.labelled(verb, *SUBJECTS, "expl")
    if subjects:
        return _local_subject(tree, verb, _last_of_parted(tree, verb, subjects))
    names = [child for child in tree.labelled(verb, "npadvmod") if child == verb - 1 and tree.tag[child] == "NNP"]
    if names:
        # "Tim is not a member": the parser takes a lone first name for an adverbial
        return names, "subject"
    if label == "acl":
        return _parted_from_noun(tree, verb) if tree.text[verb - 1] == "," else ([tree.head[verb]], "participle")
    above = tree.head[verb]
    if up > _DEEPEST or above == verb:
        return [], ""
    if label == "pcomp":
        above = tree.head[above]
    if not tree.is_verb(above) or label not in ("conj", "advcl", "xcomp", "pcomp") or _is_order(tree, verb):
        return [], ""
    if label == "advcl" and (_is_leading_order(tree, verb) or _is_finite_behind_mark(tree, verb)):
        return [], ""
    if label == "xcomp":
        objects = tree.labelled(above, "dobj")
        if objects:
            return objects[:1], "controlled"
    subjects, rule = subjects_of(tree, above, up + 1)
    if subjects and not _agrees(tree, subjects[0], verb):
        return [], ""  # "I want it to fit and doesn't leak"
    if label == "conj":
        return subjects, rule if rule in _WITHOUT_OWN else "carried"
    return subjects, rule and {"advcl": "adverbial", "pcomp": "gerund"}.get(label, "carried")


def _parted_from_noun(tree: Tree, verb: int) -> tuple[list[int], str]:
    """Whom a participle behind a comma is told of: "Acme is a firm in Rome, founded by Ann" founds no Rome.

    Nobody in "Proposed by Lucas, approved by Ann", where it goes on with what Lucas did.
    """
    noun = tree.head[verb]
    if tree.dep[tree.head[noun]] == "agent":
        return [], ""
    if tree.tag[verb] == "VBG" and tree.lemma[verb] in _RESULTING and tree.dep[noun] == "dobj":
        # "the storm flooded the cellar, causing a blackout": the storm did
        subjects, rule = subjects_of(tree, tree.head[noun])
        return subjects, rule and "carried"
    while tree.dep[noun] in ("pobj", "prep"):
        noun = tree.head[noun]
    if tree.dep[noun] == "attr" and tree.tag[noun] not in PROPER:
        subjects, rule = subjects_of(tree, tree.head[noun])
        return subjects, rule and "carried"
    return [tree.head[verb]], "participle"


def _is_finite_behind_mark(tree: Tree, verb: int) -> bool:
    """Whether an adverbial clause has a subject of its own, which the parser missed: "so that they do not leak"."""
    finite = (verb, *tree.labelled(verb, "aux", "auxpass"))
    if not any(tree.tag[word] in ("VBZ", "VBP", "MD") for word in finite):
        return False
    return any(
        tree.pos[word] in ("NOUN", "PROPN") for mark in tree.labelled(verb, "mark") for word in range(mark, verb)
    )


def _last_of_parted(tree: Tree, verb: int, subjects: list[int]) -> int:
    """The subject that stands with its verb: "No tea for me; I take milk", "Bad news: the pump is late"."""
    first = subjects[0]
    behind = [word for word in (*tree.labelled(first, "appos"), *subjects[1:]) if word < verb]
    parted = [word for word in behind if not {";", ":"}.isdisjoint(tree.text[first:word])]
    return parted[-1] if parted else first


def _local_subject(tree: Tree, verb: int, subject: int) -> tuple[list[int], str]:
    """The subject that is a child of its verb; of a relative pronoun, the noun that its clause modifies."""
    if tree.dep[subject] == "expl":
        return [subject], "expletive"
    if tree.tag[subject] not in ("WDT", "WP") and not (tree.dep[verb] == "relcl" and tree.lower[subject] == "that"):
        return [subject], "subject"
    at = verb
    while tree.dep[at] == "conj":
        at = tree.head[at]
    # "Wow, Ann, that sounds fine" is of no noun
    is_apart = tree.lower[subject] == "that" and tree.text[subject - 1] == ","
    is_of_noun = tree.dep[at] == "relcl" and not is_apart and _agrees(tree, tree.head[at], verb)
    return ([tree.head[at]], "relative") if is_of_noun else ([], "")


def _agrees(tree: Tree, noun: int, verb: int) -> bool:
    """Whether a verb may be of a noun by their number: not "sounds" of "the days", nor "build" of "practice"."""
    finite = next((tree.tag[word] for word in (*tree.labelled(verb, "aux", "auxpass"), verb)), "")
    is_many = tree.tag[noun] == "NNS" or tree.lower[noun] in ("i", "we", "you", "they")
    is_one = tree.tag[noun] == "NN" and tree.dep[verb] == "relcl"  # elsewhere the tagger errs too often
    return len(tree.joined(noun)) > 1 or not ((is_many and finite == "VBZ") or (is_one and finite == "VBP"))


def _is_order(tree: Tree, verb: int) -> bool:
    """Whether a joined verb is an order of its own ("call me and bring cake") rather than a second predicate.

    Behind "I live in Osaka" the tagger takes "and work for Acme" for one, too.
    """
    above = tree.head[verb]
    if tree.dep[verb] != "conj" or tree.tag[verb] != "VB" or tree.labelled(above, "aux"):
        return False
    if any(tree.tag[word] in ("VBZ", "VBD") for word in tree.labelled(verb, "aux")):
        return False
    if any(tree.lower[word] == "please" for word in tree.labelled(verb, "intj")):
        return True
    return not (tree.tag[above] == "VBP" and tree.has_subject(above))


def is_passive(tree: Tree, verb: int) -> bool:
    """Whether a verb is passive, on its own or by the verb that it is joined to."""
    at = verb
    while not tree.labelled(at, "auxpass", "nsubjpass"):
        if tree.tag[at] != "VBN" or tree.labelled(at, "aux"):
            return False
        if tree.dep[at] != "conj":
            return tree.dep[at] in ("acl", "advcl")
        at = tree.head[at]
    return True


def _clause(tree: Tree, verb: int) -> Clause | None:
    subjects, rule = subjects_of(tree, verb)
    if not subjects:
        return None
    chain, predicate = _predicate(tree, verb)
    complements = [
        complement
        for complement in (*_complements(tree, verb, chain, set(predicate)), *_gap(tree, verb, rule))
        if complement.words
    ]
    # those behind the verb first, each part in the order of the text
    complements.sort(key=lambda complement: (complement.words[0] <= verb, complement.words[0]))
    if tree.dep[verb] == "relcl" and rule == "subject":
        complements.sort(key=lambda complement: complement.kind != "object")
    return Clause(
        verb=verb,
        chain=chain,
        subjects=tuple(word for word in tree.joined(subjects[0]) if rule not in _BEHIND_NOUN or word < verb),
        subject_words=_subject_words(tree, verb, subjects[0], rule),
        predicate=predicate,
        complements=tuple(complements),
        rule=rule,
        depth=_depth(tree, verb),
        implied="be" if _is_participle(tree, verb, rule) else "",
        source=_source(tree, verb),
    )


def _is_participle(tree: Tree, verb: int, rule: str) -> bool:
    """Whether the clause leaves out its "is" or "was" ("a dam built in 1902", "working in clubs")."""
    return (
        rule in ("participle", "adverbial", "gerund")
        and tree.tag[verb] in ("VBN", "VBG")
        and not tree.labelled(verb, "aux", "auxpass")
    )


def _subject_words(tree: Tree, verb: int, subject: int, rule: str) -> tuple[int, ...]:
    if tree.is_verb(subject):
        return tree.bare(tree.under(subject))
    if rule not in _BEHIND_NOUN:
        return tree.phrase(subject)
    at = verb
    while tree.head[at] not in (subject, at):
        at = tree.head[at]
    # "a shop that opens at six, a shrine": of the first alone
    row = [child for child in tree.labelled(subject, "cc", "conj") if child > at]
    return tree.phrase(subject, without=(at, *row))


def _depth(tree: Tree, verb: int) -> int:
    depth, at = 0, verb
    while tree.head[at] != at and depth <= _DEEPEST:
        at = tree.head[at]
        depth += tree.is_verb(at)
    return depth


def _source(tree: Tree, verb: int) -> int | None:
    """The subject of the verb of speech that a clause is the object of: "Ann said that Tom left"."""
    at = verb
    for _ in range(_DEEPEST):
        above = tree.head[at]
        if tree.dep[at] == "ccomp" and tree.lemma[above] in SPEECH:
            subjects, _ = subjects_of(tree, above)
            return subjects[0] if subjects else None
        if tree.dep[at] != "conj":
            return None
        at = above
    return None


def _predicate(tree: Tree, verb: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The verbs merged into one predicate, and its words: auxiliaries, denials, particles, adverbs at the verb."""
    chain, words = [verb], set(_carried_words(tree, verb))
    while True:
        last = chain[-1]
        words.add(last)
        words.update(tree.labelled(last, "aux", "auxpass", "prt"))
        words.update(neg for neg in tree.labelled(last, "neg") if not sets_apart(tree.doc[neg], tree.doc[last]))
        if last != verb and tree.dep[verb] != "relcl":  # "is not sure how to use it"
            words.update(child for child in tree.kids[last] if verb < child < last and tree.tag[child] in ("WRB", "WP"))
        words.update(_stranded(tree, last))
        words.update(word for word in tree.labelled(last, "advmod") if word == last + 1 and _leads_on(tree, word))
        first = min(words)
        words.update(
            child
            for child in tree.labelled(last, "advmod")
            if first < child < last or child == last - 1
            if not tree.kids[child] and tree.tag[child] != "WRB"
        )
        following = _merged_into(tree, last)
        if following is None:
            return tuple(chain), tuple(sorted(words))
        adjective, infinitive = following
        if adjective is not None:
            words.update(tree.phrase(adjective, without=(infinitive,)))
        chain.append(infinitive)


def _leads_on(tree: Tree, adverb: int) -> bool:
    """Whether an adverb stands between a verb and its preposition: "looks forward to", "goes back to"."""
    is_before = any(word == adverb + 1 and tree.kids[word] for word in tree.labelled(tree.head[adverb], "prep"))
    return is_before and tree.lower[adverb] in _WAYS and not tree.kids[adverb]


def _carried_words(tree: Tree, verb: int) -> Iterator[int]:
    """What a joined verb shares with the first: "was explained and given", "is able to hold it and defeat them"."""
    first = verb
    while tree.dep[first] == "conj" and tree.tag[first] in ("VB", "VBN", "VBG"):
        above = tree.head[first]
        if tree.tag[above] != tree.tag[first] or tree.labelled(first, "aux", "auxpass"):
            return
        first = above
        yield from tree.labelled(first, "aux", "auxpass")
    if first != verb and is_merged(tree, first):
        above = tree.head[first]
        if tree.dep[above] == "acomp":
            yield from tree.phrase(above, without=(first,))
            above = tree.head[above]
        yield above
        yield from tree.labelled(above, "aux", "auxpass", "neg", "prt")


def _stranded(tree: Tree, verb: int) -> Iterator[int]:
    """A preposition without an object right behind its verb: "referred to as"."""
    for child in tree.labelled(verb, "prep"):
        if child == verb + 1 and not tree.kids[child] and tree.dep[verb] != "relcl":
            yield child


def _merged_into(tree: Tree, verb: int) -> tuple[int | None, int] | None:
    if tree.labelled(verb, "dobj"):
        return None
    for through in (None, *tree.labelled(verb, "acomp")):
        for child in tree.labelled(verb if through is None else through, "xcomp"):
            if tree.is_verb(child) and not tree.has_subject(child):
                return through, child
    return None


def _complements(tree: Tree, top: int, chain: tuple[int, ...], used: set[int]) -> Iterator[Complement]:
    for verb in chain:
        for child in tree.kids[verb]:
            kind = _KINDS.get(tree.dep[child])
            if kind is None or child in used or tree.tag[child] in ASKING or _is_apart(tree, verb, child, kind):
                continue
            complement = _complement(tree, top, verb, child, kind)
            if complement is not None:
                yield complement


def _is_apart(tree: Tree, verb: int, child: int, kind: str) -> bool:
    """Whether a noun behind a comma only explains what stands before it: "is down, low pressure"."""
    first = min(tree.phrase(child), default=child)
    if kind not in ("object", "predicative") or first < verb or tree.text[first - 1] != ",":
        return False
    return any(verb < other < first and tree.dep[other] in _BEFORE_APART for other in tree.kids[verb])


def _complement(tree: Tree, top: int, verb: int, child: int, kind: str) -> Complement | None:
    if kind == "preposition" or (kind in ("recipient", "object") and tree.pos[child] == "ADP"):
        return _prepositional(tree, top, verb, child)
    if kind == "clause" and tree.pos[child] == "NOUN" and not tree.has_subject(child):
        # "loves hiking": an activity that the tagger takes for a noun
        kind = "object"
    if kind in ("clause", "adverbial clause"):
        if kind == "clause" and child < verb and tree.lemma[verb] not in SPEECH:
            return None
        if tree.tag[child] == "JJ" and (inner := tree.labelled(child, "ccomp")):
            # "makes sure that it fits"
            before = tree.phrase(child, without=inner)
            below = _complement(tree, top, child, inner[0], kind)
            return below and replace(below, verb=verb, link=(*before, *below.link))
        below = tree.under(child)
        link = tuple(mark for mark in tree.labelled(child, "mark") if tree.lower[mark] == "that")
        link = (below[0], *link) if tree.lower[below[0]] == "sure" else link
        questions = [at for at in below if _asks_outright(tree, at)]
        if child in questions:
            return None
        words = tree.bare(tree.under(child, without=questions) if questions else below)
        return Complement(kind=kind, head=child, verb=verb, words=words, link=link, targets=(child,))
    words = tree.phrase(child)
    if not words or (kind == "adverbial" and tree.tag[child] in PROPER and tree.doc[child].ent_type_ == PERSON):
        return None  # "I'll take it, John"
    nominal = kind in ("object", "recipient", "predicative")
    targets = tuple(tree.joined(child)) if nominal else (child,)
    return Complement(kind=kind, head=child, verb=verb, words=words, targets=targets)


def _asks_outright(tree: Tree, verb: int) -> bool:
    """Whether a clause is a question that is only strung to another: "It leaks, can you help me mend it"."""
    if tree.dep[verb] not in ("ccomp", "conj", "advcl", "parataxis", "dep") or not is_inverted(tree.doc[verb]):
        return False
    first = min(tree.labelled(verb, "aux", "auxpass"), default=verb)
    before = tree.lower[first - 1] if first else ""
    is_led = not before[-1:].isalpha() or before in BEFORE_QUESTIONS or tree.tag[first - 1] in ASKING
    return is_led and tree.lower[first] not in _CONDITIONS


def _prepositional(tree: Tree, top: int, verb: int, preposition: int) -> Complement | None:
    link, targets = [preposition], tree.labelled(preposition, "pobj", "pcomp")
    if targets[1:] and tree.lower[targets[0]] == "of":
        link, targets = [preposition, targets[0]], targets[1:]  # "because of rain"
    elif not targets:
        # "out of the house"
        for child in tree.labelled(preposition, "prep"):
            inner = tree.labelled(child, "pobj")
            if inner:
                link.append(child)
                targets = inner
    if tree.dep[top] == "relcl" and targets and tree.tag[targets[0]] in ("WDT", "WP"):
        # "the bank in which he put his money": what the clause describes stands behind the preposition
        described = tree.head[top]
        words = (*tree.phrase(described, without=(top,)), *link)
        return Complement(
            kind="preposition", head=preposition, verb=verb, words=words, link=tuple(link), targets=(described,)
        )
    words = tree.phrase(preposition)
    if not words or tree.spelled(words).lower() in ASIDES:
        return None
    heads = tuple(tree.joined(targets[0])) if targets else ()
    return Complement(kind="preposition", head=preposition, verb=verb, words=words, link=tuple(link), targets=heads)


def _gap(tree: Tree, verb: int, rule: str) -> Iterator[Complement]:
    """ "the song that Ann wrote": the object of the relative clause is what the clause describes."""
    if tree.dep[verb] != "relcl" or rule != "subject":
        return
    if any(
        (tree.dep[child] in ("dobj", "attr", "nsubjpass") and tree.tag[child] not in ASKING)
        or (tree.tag[child] == "WRB" or (tree.dep[child] == "prep" and _asks(tree, child)))
        for child in tree.kids[verb]
    ):
        return
    stranded = [child for child in tree.labelled(verb, "prep") if not tree.kids[child]]
    described = tree.head[verb]
    if tree.lower[described] in _MANNERS and not stranded:
        return  # "the way I wanted", "the day we met": how and when, and nothing that is wanted
    yield Complement(
        kind="object",
        head=described,
        verb=verb,
        words=tree.phrase(described, without=(verb,)),
        link=tuple(stranded[:1]),
        targets=(described,),
    )


def _asks(tree: Tree, preposition: int) -> bool:
    return any(tree.tag[child] in ASKING for child in tree.kids[preposition])


def is_of(token: "Token", verb: "Token") -> bool:
    """Whether a date or place modifies a verb itself: "dating in May", and neither "a trip in May" nor "for May"."""
    head = token.head
    return head == verb or (head.dep_ == "prep" and head.head == verb and head.lower_ != "for")


def hangs_on(token: "Token", verb: "Token") -> bool:
    """Whether no other verb stands between the token and the verb."""
    at = token.head
    while at != verb:
        if at.pos_ in ("VERB", "AUX") or at.head == at:
            return False
        at = at.head
    return True
