"""Frames: stretches of a text that tell of no real world, such as fiction, pretence, examples, words to be translated.

"Write a story in which Anna works for Globex", "Pretend you are Ken, who lives in Oslo", "In the novel, Ken lives in
Oslo", "Translate: I live in Paris". What is said within one is possible at most, whatever its own words look like. An
order opens a frame to the end of its paragraph, for what follows it is the material that it speaks of.
"""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from extraction.lang.en.modality.triggers import DREAM_NOUNS
from extraction.lang.en.parse.tree import SUBJECTS, Tree
from extraction.lang.en.word_lists import PACKAGE, SPEECH, STATES, is_given_anywhere
from extraction.text.lexicon import lexicon

if TYPE_CHECKING:
    from spacy.tokens import Span

_words = lexicon(PACKAGE, "frames").words

_PRETENCE_VERBS: Final = _words("pretence_verb")
_COMPOSING_VERBS: Final = _words("composing_verb")
_WORDING_VERBS: Final = _words("wording_verb")
"""Verbs that are done to words and not to what these say."""
_FICTION: Final = _words("fiction")
_FICTIONAL_PLACES: Final = _FICTION | DREAM_NOUNS | _words("fictional_place")
"""What something happens "in" without happening."""
_FICTIONAL_ROLES: Final = _words("fictional_role")
_LABELS: Final = _words("label")
"""Last words before a colon: "Example sentence: …"."""
_THOUGHTS: Final = _words("elided_thought")
"""What a sentence of a note opens with that leaves out who thinks so: "Wish I had a dog"."""
_EXAMPLE_OPENINGS: Final = _words("example_opening")
"""What opens a sentence that is an example, with a colon; "For example, Anna …" names one of those who are so."""
_EXAMPLE_ABBREVIATIONS: Final = _words("example_abbreviation")
"""What opens one whatever follows."""
_CUES: Final = frozenset().union(
    _PRETENCE_VERBS,
    _COMPOSING_VERBS,
    _WORDING_VERBS,
    _FICTIONAL_PLACES,
    _FICTIONAL_ROLES,
    _LABELS,
    *(opening.split() for opening in _EXAMPLE_OPENINGS),
    _EXAMPLE_ABBREVIATIONS,
    *(opening.split() for opening in _THOUGHTS),
    ("act", "role", "upon"),
)
"""A text without one of these has no frame."""

_REQUEST: Final = r"(?:can|could|would|will) you |let (?:'s |’s |us |me )|lets |help me "
_WISH: Final = r"i (?:want|need|(?:would|'d|’d) (?:like|love)) (?:you )?to "
_ORDER: Final = re.compile(
    rf"(?:(?:{'|'.join(sorted(_words('order_opening')))}|[^\w\s])\s+)*(?:{_REQUEST}|{_WISH})?"
    r"(?:please )?(?:help me )?(?:to )?(?:please )?"
)
"""What may stand before the verb of an order, its words parted by one space."""
_ONCE: Final = "once upon a time"
_NOMINATIVE: Final = frozenset(("i", "you", "he", "she", "it", "we", "they"))
_CLAUSE_OPENINGS: Final = frozenset(("that", "if", "there", "the", "my", "our", "this", "his", "her"))
_OTHERS: Final = _NOMINATIVE - {"i", "you", "we"}
_ALWAYS_PRETENCE: Final = frozenset(("pretend", "roleplay"))
_BEFORE_OPENING: Final = ' \n\t-–—*•(["“'
_LONGEST_LABEL: Final = 8
_ABOUT: Final = ("about", "on")


def unreal_words(tree: Tree) -> frozenset[int]:
    """The places of the words within frames."""
    if _CUES.isdisjoint(tree.lower) and _CUES.isdisjoint(tree.lemma):
        return frozenset()
    unreal: set[int] = set()
    sentences = list(tree.doc.sents)
    for number, sentence in enumerate(sentences):
        begin = _ordered_from(tree, sentence)
        if begin is not None:
            unreal.update(range(begin, _paragraph_end(tree, begin)))
        unreal.update(_example(tree, sentence))
        unreal.update(_only_thought(tree, sentence))
        unreal.update(_within_sentence(tree, sentence))
        for place, pronouns in _places(tree, sentence):
            unreal.update(tree.under(place))
            unreal.update(_continuations(tree, sentences[number + 1 :], pronouns))
    return frozenset(unreal)


def _ordered_from(tree: Tree, sentence: "Span") -> int | None:
    """Where the frame begins that a label or an order at the start of a sentence opens."""
    colon = next((place for place in range(sentence.start, sentence.end) if tree.text[place] == ":"), None)
    if colon is not None and _is_label(tree, sentence.start, colon):
        return colon
    words = " ".join(tree.lower[sentence.start : sentence.end])
    if words.startswith(_ONCE):
        return sentence.start
    prefix = _ORDER.match(words)
    verb = sentence.start + words[: prefix.end() if prefix else 0].count(" ")
    if verb >= sentence.end:
        return None
    if _is_pretence(tree, verb, sentence.end):
        return verb
    if tree.lower[verb] in _COMPOSING_VERBS:
        return _composed(tree, verb, sentence.end)
    return colon if colon is not None and colon > verb and tree.lower[verb] in _WORDING_VERBS else None


def _is_label(tree: Tree, start: int, colon: int) -> bool:
    """ "Role-play:", "An example sentence:", and neither "For example:" nor "User story:"."""
    before = [tree.lower[place] for place in range(start, colon) if tree.text[place].strip()]
    if not 0 < len(before) <= _LONGEST_LABEL or "for" in before or "user" in before:
        return False
    return before[-1] in _LABELS or "".join(before[-3:]) in _LABELS


def _example(tree: Tree, sentence: "Span") -> range:
    """The sentence that "For example:" or "e.g." opens; behind a colon at its end the next one."""
    words = [place for place in range(sentence.start, sentence.end) if tree.text[place].strip(_BEFORE_OPENING)]
    if words and tree.lower[words[0]] in _EXAMPLE_ABBREVIATIONS:
        return range(words[0], sentence.end)
    colon = next((place for place in words if tree.text[place] == ":"), None)
    opening = " ".join(tree.lower[place] for place in words if colon is not None and place < colon)
    if colon is None or opening not in _EXAMPLE_OPENINGS:
        return range(0)
    first = next((place for place in range(colon + 1, len(tree.text)) if tree.text[place].strip()), colon)
    return range(colon, max(sentence.end, tree.doc[first].sent.end))


def _only_thought(tree: Tree, sentence: "Span") -> range:
    """The sentence that is only wished or thought: "Wish I lived in Rome", "Looks like Ken works at Acme".

    Hope may be a name: "Hope Miller joined Acme" is none.
    """
    words = tree.lower[sentence.start : sentence.end]
    opening = next((text for size in (2, 1) if (text := " ".join(words[:size])) in _THOUGHTS), None)
    first = sentence.start + (0 if opening is None else opening.count(" ") + 1)
    if opening is None or first >= sentence.end:
        return range(0)
    is_name = tree.text[first].istitle() and (" " in opening or is_given_anywhere(tree.lower[first]))
    is_clause = is_name or tree.lower[first] in _NOMINATIVE or tree.lower[first] in _CLAUSE_OPENINGS
    return range(sentence.start, sentence.end) if is_clause else range(0)


def _is_pretence(tree: Tree, verb: int, end: int) -> bool:
    """ "Imagine (that) I am a chef", "Pretend to be Ken", and neither "Imagine that!" nor "Imagine my surprise"."""
    following = tree.lower[verb + 1 : min(verb + 4, end)]
    if tree.lower[verb] == "role" and "".join(following[:2]).startswith(("-play", "play")):
        return True
    if tree.lower[verb] == "act" and following[:1] == ["as"]:
        return True
    if tree.lower[verb] == "say":
        return verb > 0 and tree.lower[verb - 1] in ("'s", "’s", "lets", "us") and not tree.labelled(verb, "dobj")
    if tree.lower[verb] not in _PRETENCE_VERBS:
        return False
    if tree.lower[verb] in _ALWAYS_PRETENCE:
        return True
    first = next((word for word in following if word not in ("that", ",", "if", "for")), "")
    if first in _NOMINATIVE or first in ("a", "an"):
        return True
    return any(
        tree.has_subject(clause) and tree.labelled(clause, "advmod")[:1] != [verb + 1]
        for clause in tree.labelled(verb, "ccomp")
    )


def _composed(tree: Tree, verb: int, end: int) -> int | None:
    """Where the story begins that is to be written: at the noun that the order is about."""
    for place in range(verb + 1, end):
        if tree.is_verb(place):
            return None
        if tree.lemma[place] in _FICTION and tree.pos[place] == "NOUN":
            return place
    return None


def _paragraph_end(tree: Tree, begin: int) -> int:
    """The place of the blank line behind a frame; one right behind its colon ends nothing."""
    opened = False
    for place in range(begin + 1, len(tree.text)):
        blank = tree.text[place].count("\n") > 1
        if blank and opened:
            return place
        opened = opened or tree.text[place].strip() not in ("", ":")
    return len(tree.text)


def _within_sentence(tree: Tree, sentence: "Span") -> Iterator[int]:
    """What is told of in a work or said of a role in one; the words that somebody is to translate."""
    for place in range(sentence.start, sentence.end):
        lemma = tree.lemma[place]
        if _is_told_in_work(tree, place):
            yield from tree.under(place)
        elif lemma in _FICTIONAL_ROLES and tree.dep[place] in (*SUBJECTS, "appos") and tree.pos[place] == "NOUN":
            subject = tree.head[place] if tree.dep[place] == "appos" else place
            yield from tree.under(tree.head[subject])
        elif tree.lower[place] in _WORDING_VERBS and tree.tag[place] == "VB":
            yield from _words_to_change(tree, place, sentence.end)


def _is_told_in_work(tree: Tree, place: int) -> bool:
    """Whether a clause or a phrase is what a work is about: "a story in which …", "a story about Anna, who …"."""
    if tree.dep[place] == "relcl":
        return _is_work(tree, tree.head[place]) and _tells_where(tree, place)
    return tree.dep[place] == "prep" and tree.lower[place] in _ABOUT and _is_about_fiction(tree, place)


def _is_work(tree: Tree, noun: int) -> bool:
    """Whether a noun is a work of fiction, or anything that somebody is ordered to write."""
    verb = tree.head[noun]
    is_ordered = tree.dep[noun] == "dobj" and tree.tag[verb] == "VB" and not tree.has_subject(verb)
    return tree.lemma[noun] in _FICTION | DREAM_NOUNS or (is_ordered and tree.lower[verb] in _COMPOSING_VERBS)


def _tells_where(tree: Tree, verb: int) -> bool:
    """ "in which Anna lives", "where Anna lives"."""
    return any(
        tree.lower[child] == "where"
        or (tree.lower[child] == "in" and any(tree.lower[word] == "which" for word in tree.kids[child]))
        for child in tree.kids[verb]
    )


def _is_about_fiction(tree: Tree, preposition: int) -> bool:
    """ "a story about Anna, who …", "My novel is about Anna, who …"."""
    head = tree.head[preposition]
    nouns = [head] if tree.lemma[head] != "be" else tree.labelled(head, "nsubj")
    return any(tree.lemma[noun] in _FICTION for noun in nouns)


def _words_to_change(tree: Tree, verb: int, end: int) -> Iterator[int]:
    """The quoted words behind the verb, or those that follow as if they were: "Translate I live in Paris"."""
    quoted = [place for place in range(verb + 1, end) if tree.is_quoted(place)]
    bare = verb + 1 < end and tree.lower[verb + 1] in ("i", "my") and not tree.has_subject(verb)
    yield from quoted or (range(verb + 1, end) if bare else ())


def _places(tree: Tree, sentence: "Span") -> Iterator[tuple[int, frozenset[str]]]:
    """The verbs of what happens in a work or a dream, with the pronouns by which the next sentence goes on."""
    for preposition in range(sentence.start, sentence.end):
        if tree.lower[preposition] not in ("in", "within", "inside") or tree.dep[preposition] != "prep":
            continue
        nouns = [noun for noun in tree.labelled(preposition, "pobj") if _is_place(tree, noun)]
        above = tree.head[preposition]
        # "is a spy in the novel"
        verb = tree.head[above] if tree.dep[above] == "attr" else above
        if not nouns or not tree.is_verb(verb) or tree.lemma[verb] in SPEECH:
            continue
        subjects = tree.labelled(verb, *SUBJECTS)
        is_leading = preposition < (subjects[0] if subjects else verb)
        if (
            is_leading
            or above != verb
            or (tree.lemma[verb] in STATES and _has_other_complement(tree, verb, preposition))
        ):
            yield verb, _NOMINATIVE if tree.lemma[nouns[0]] in DREAM_NOUNS else _OTHERS


def _is_place(tree: Tree, noun: int) -> bool:
    """ "in the novel", "in my dream", and not "works in film" or "in this series of talks"."""
    is_parted = any(tree.lower[child] == "of" for child in tree.labelled(noun, "prep"))
    return tree.lemma[noun] in _FICTIONAL_PLACES and bool(tree.labelled(noun, "det", "poss")) and not is_parted


def _has_other_complement(tree: Tree, verb: int, preposition: int) -> bool:
    return any(child != preposition for child in tree.labelled(verb, "attr", "acomp", "prep", "dobj"))


def _continuations(tree: Tree, sentences: "list[Span]", pronouns: frozenset[str]) -> Iterator[int]:
    """The sentences that go on with a pronoun, up to the first that does not."""
    for sentence in sentences:
        if tree.lower[sentence.start] not in pronouns:
            return
        yield from range(sentence.start, sentence.end)
