"""Finds verbs that the parser takes for plural nouns, as in "The kickoff shifts to Friday".

A singular noun phrase opens the clause, a complement follows the word in -s, and the clause has no other verb.
"""

from typing import TYPE_CHECKING, Final

from extraction.lang.en.facts.relations import is_relation_phrase
from extraction.lang.en.parse.tree import COMMON, PROPER, SUBJECTS
from extraction.lang.en.word_lists import CHANGING, COLLIDING, TECHNOLOGY_NAMES, VERBS, words_of
from extraction.names.identifiers import kind_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Doc, Token

    from extraction.lang.en.parse.word_forms import LemmaTables

_TELLING: Final = CHANGING | VERBS.words("occurrence") | COLLIDING
"""Verbs that are nouns as well, and seldom stand as such behind a noun and before where to, when or with what."""
_FINITE: Final = ("VBZ", "VBD", "VBP", "MD")
_BASE: Final = ("VB", "VBP")
_NOUNS_MISTAKEN: Final = (*_BASE, "VBG")
"""Tags of a noun before the verb that the parser takes for one: "the Postgres upgrade moves", "the booking slips"."""
_POINTING: Final = ("DT", "PRP$")
_OF_ONE: Final = frozenset(("NN", "NNP", "CD", *_NOUNS_MISTAKEN))
_WITHIN: Final = words_of("NN NNS NNP NNPS DT PRP$ CD JJ HYPH POS VBN")
"""Tags of the words of a noun phrase."""
_OF: Final = ("of", "for", "in", "with")
_LINKS: Final = ("to", "with", "from", "at", "on", "into")
_OPENING: Final = words_of("so and but because since as while that if when until ; : - – —")
"""Words and signs behind which a clause begins."""
_LEADS: Final = ("RB", "UH")
_MARKS: Final = ("so", "and", "but", "because", "since", "while", "when", "if", "until", "before", "after", ";")
"""Words and signs before which a clause ends."""
_CLAUSES: Final = ("ROOT", "conj", "ccomp", "advcl", "parataxis", "xcomp", "relcl")
_STOPS: Final = (".", "!")


def find_plural_verbs(doc: "Doc", tables: "LemmaTables") -> None:
    """Makes a plural noun the verb of its clause where a singular noun phrase opens that and nothing else tells it."""
    for verb in doc[1:]:
        if verb.is_lower and verb.tag_ in ("NNS", "VBZ") and verb.dep_ not in ("aux", "auxpass"):
            _find(verb, tables)


def _find(verb: "Token", tables: "LemmaTables") -> None:
    lemma = tables.lemma(verb.text, "VBZ", "VERB")
    if lemma == verb.text or not tables.is_known(lemma, "verb") or not _tells(verb, lemma, tables):
        return
    words = _phrase_before(verb, tables)
    is_verb = verb.tag_ == "VBZ" and verb.dep_ in _CLAUSES
    if words and (not is_verb or _is_parted(verb, words)) and _is_single(words, tables) and _is_alone(verb):
        _promote(verb, words)


def _is_parted(verb: "Token", words: "Sequence[Token]") -> bool:
    """Whether a verb lost its subject to the clause before, to which the parser joins the noun."""
    is_joined = any(word.dep_ == "conj" and word.tag_ in COMMON and word.head.tag_ in _FINITE for word in words)
    return is_joined and not any(child.dep_ in SUBJECTS for child in verb.children)


def _tells(verb: "Token", lemma: str, tables: "LemmaTables") -> bool:
    """Whether a word before its complement is a verb: "collides" is no noun, "moves to Saturday" seldom ends in one."""
    sentence = verb.sent
    if verb.i + 2 >= sentence.end:
        return False
    link, behind = verb.nbor(1), verb.nbor(2)
    if link.lower_ not in _LINKS or behind.tag_ in _BASE or sentence[-1].text not in _STOPS:
        return False
    has_subject = any(child.dep_ == "nsubj" for child in verb.children)
    is_phrase = is_relation_phrase(f"{lemma} {link.lower_}")
    return has_subject or lemma in _TELLING or is_phrase or not tables.is_known(lemma, "noun")


def _phrase_before(verb: "Token", tables: "LemmaTables") -> "Sequence[Token]":
    """The noun phrase between the beginning of a clause and its verb; nothing where something else stands there."""
    doc, first = verb.doc, verb.sent.start
    start = verb.i
    while start > first and _belongs(doc[start - 1], verb, tables):
        start -= 1
    words = list(doc[start : verb.i])
    opening = start
    while opening > first and doc[opening - 1].tag_ in _LEADS and doc[opening - 1].lower_ not in _OPENING:
        opening -= 1
    before = doc[opening - 1] if opening > first else None
    if before is not None and before.lower_ not in _OPENING and before.text != ",":
        return ()
    while words and words[0].tag_ in ("CC", "IN", "HYPH"):
        words.pop(0)
    return words


def _belongs(word: "Token", verb: "Token", tables: "LemmaTables") -> bool:
    if word.lower_ in _OF or (word.lower_ == "and" and word.i + 1 < verb.i and word.nbor(1).tag_ not in _POINTING):
        return True
    # a base form agrees with no single thing
    is_noun = word.tag_ in _NOUNS_MISTAKEN and word.i + 1 == verb.i and tables.is_known(word.lower_, "noun")
    return is_noun or word.tag_ in _WITHIN


def _is_single(words: "Sequence[Token]", tables: "LemmaTables") -> bool:
    """Whether a noun phrase is of a certain single thing, and the name or the thing before the verb is whole."""
    head, last = _head(words), words[-1]
    tail = words[words.index(head) + 1 :]
    is_thing = head.tag_ in _OF_ONE or _is_named(head, tables)
    if not is_thing or not (last.tag_ in _OF_ONE or _is_named(last, tables)):
        return False
    if not tail:
        return _is_certain(words[0], tables)
    whole = tail[next((at for at, word in enumerate(tail) if word.tag_ in _POINTING), -1) :]
    is_whole = whole[0].tag_ in _POINTING or _is_named(last, tables)
    # "Ownership of the parser shifts from Ken to Mia", and no "Review of the test runs from May"
    is_certain = _is_certain(words[0], tables) or (words[0] == head and _is_from_to(last.nbor(1)))
    return is_whole and is_certain and words[0].lower_ not in ("a", "an")


def _is_certain(first: "Token", tables: "LemmaTables") -> bool:
    """Whether a noun phrase begins with what makes it certain: "the", "our", a name, a number."""
    is_certain = first.tag_ in (*_POINTING, "CD") or _is_named(first, tables)
    return is_certain and first.lower_ not in ("these", "those", "all", "some")


def _is_from_to(verb: "Token") -> bool:
    """Whether a verb is told from what to what."""
    words = [word.lower_ for word in verb.doc[verb.i + 1 : verb.sent.end]]
    return words[:1] == ["from"] and "to" in words


def _is_named(word: "Token", tables: "LemmaTables") -> bool:
    """Whether a word is a name by its tag or its form, or since no table knows it: "pg-prod-1", "nginx"."""
    is_sign = kind_of(word.text) is not None or any(map(str.isdigit, word.text)) or word.lower_ in TECHNOLOGY_NAMES
    is_word = any(tables.is_known(word.lower_, part) for part in ("noun", "adj", "adv", "verb"))
    return word.tag_ in PROPER[:1] or is_sign or (not is_word and word.tag_ in ("NN", "JJ"))


def _head(words: "Sequence[Token]") -> "Token":
    """The noun before the first preposition: "upgrade" of "the upgrade of pg-prod-1"."""
    link = next((at for at, word in enumerate(words) if at and word.lower_ in _OF), len(words))
    return words[link - 1]


def _is_alone(verb: "Token") -> bool:
    """Whether no other verb follows in the clause: not "The runs on Friday are green"."""
    for word in verb.doc[verb.i + 1 : verb.sent.end]:
        if word.lower_ in _MARKS:
            return True
        if word.tag_ in _FINITE:
            return False
    return True


def _promote(verb: "Token", words: "Sequence[Token]") -> None:
    clause = [*words, verb]
    tops = [word for word in clause if word.head not in clause or word.head == word]
    top = verb if verb in tops else tops[-1]
    above, label = top.head, top.dep_
    outside = [child for word in clause for child in word.children if child not in clause]
    verb.tag_, verb.head, verb.dep_ = "VBZ", verb if above == top else above, label if label in _CLAUSES else "conj"
    if above.i > verb.i and label not in _CLAUSES:
        # "3 May clashes with the fair, so we meet on Friday": the clause before leads
        verb.head, verb.dep_ = verb if above.head == above else above.head, above.dep_
        above.head, above.dep_ = verb, "conj"
    if above.tag_ == "IN" and above.i + 1 == words[0].i:
        # "since the room booking clashes with the audit"
        verb.head, verb.dep_, above.head, above.dep_ = above.head, "advcl", verb, "mark"
    for child in outside:
        if child != above:
            child.head = verb
        if child.i > verb.i and child.dep_ in ("nmod", "compound", "amod", "nummod"):
            child.dep_ = "npadvmod"
    head = _rebuild(words)
    head.head, head.dep_ = verb, "nsubj"
    for thing in [child for child in verb.children if child.dep_ == "appos" and child.i > verb.i]:
        _join_numbers(verb, thing)


def _join_numbers(verb: "Token", thing: "Token") -> None:
    """ "changes to 1, 4 and 9 days": the first number is of the days, too."""
    number = thing.doc[max(verb.i, thing.left_edge.i - 2)]
    link = number.head
    if number.tag_ != "CD" or number.dep_ != "pobj" or link.head != verb:
        return
    number.head, number.dep_, thing.head, thing.dep_ = thing, "nummod", link, "pobj"
    for clause in [child for child in thing.children if child.dep_ == "advcl"]:
        clause.head = verb


def _rebuild(words: "Sequence[Token]") -> "Token":
    """Makes a row of words a noun phrase, each part behind a preposition of the part before it; its head."""
    parts: list[list[Token]] = [[]]
    for word in words:
        if word.lower_ in (*_OF, "and") and parts[-1]:
            parts.append([])
        parts[-1].append(word)
    whole = last = parts[0][-1]
    for part in parts:
        link = part[0] if part is not parts[0] else None
        noun = part[-1]
        owned = next((at for at, word in enumerate(part) if word.tag_ == "POS"), -1)
        for at, word in enumerate(part):
            if word not in (noun, link) and not (at <= owned and word.head in part):
                word.head, word.dep_ = noun, "poss" if at < owned else _label(word)
        noun.tag_ = "NN" if noun.tag_ in (*_NOUNS_MISTAKEN, "JJ") else noun.tag_
        if link is None or link == noun:
            continue
        if link.lower_ == "and":
            link.head, link.dep_, noun.head, noun.dep_ = last, "cc", last, "conj"
        else:
            link.head, link.dep_, noun.head, noun.dep_ = last, "prep", link, "pobj"
        last = noun
    return whole


def _label(word: "Token") -> str:
    """The label of a word before its noun."""
    labels = {"DT": "det", "PRP$": "poss", "CD": "nummod", "JJ": "amod", "HYPH": "punct", "VBN": "amod", "VBG": "amod"}
    return labels.get(word.tag_, "compound")
