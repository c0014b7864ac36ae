"""Parts what something changes from and to, as in "moves from Friday to Monday": the parser takes both for one end."""

from typing import TYPE_CHECKING, Final

from extraction.lang.en.parse.tree import PROPER
from extraction.lang.en.word_lists import CHANGING, words_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Doc, Token

    from extraction.lang.en.parse.word_forms import LemmaTables

_END_TAGS: Final = words_of("NN NNS NNP NNPS DT PRP$ CD JJ JJR HYPH $ POS NFP : XX SYM")
"""Tags of the words of an end that has several."""
_STATE_TAGS: Final = ("JJ", "RB", "VBN", "VBG", "VBD")
"""Tags of an end of one word, as in "from open to closed"."""
_CLOCK: Final = ":"


def part_changes(doc: "Doc", tables: "LemmaTables") -> None:
    """Hangs "to" on the verb of changing that "from" hangs on, each with its own end."""
    for source in doc:
        if source.lower_ != "from" or source.dep_ != "prep":
            continue
        verb = _changed(source)
        if tables.lemma(verb.text, verb.tag_, "VERB") not in CHANGING:
            continue
        left = _end_behind(source)
        behind = left[-1].i + 1 if left else len(doc)
        goal = doc[behind] if behind < source.sent.end else source
        right = _end_behind(goal) if goal.lower_ == "to" else ()
        if right:
            _part(verb, (source, left), (goal, right))


def _changed(source: "Token") -> "Token":
    """The verb that "from" belongs to, by itself, by its adverb ("pushed back from") or by its object."""
    above = source.head
    return above.head if above.dep_ in ("advmod", "prt", "dobj") and above.i < source.i else above


def _end_behind(link: "Token") -> "Sequence[Token]":
    """The words of what stands behind a preposition: "3 %", "Monday 4 May, 06:00", "weekly"."""
    doc, start, stop = link.doc, link.i + 1, link.sent.end
    end = start
    while end < stop and (doc[end].tag_ in _END_TAGS or _is_before_clock(doc[end])):
        end += 1
    words = list(doc[start:end])
    is_state = end == start < stop and doc[start].tag_ in _STATE_TAGS
    return [doc[start]] if is_state else words


def _is_before_clock(comma: "Token") -> bool:
    """Whether a comma parts a day from its hour: "Monday, 06:00"."""
    behind = comma.nbor(1) if comma.i + 1 < len(comma.doc) else comma
    return comma.text == "," and behind.tag_ == "CD" and _CLOCK in behind.text


def _part(verb: "Token", *ends: "tuple[Token, Sequence[Token]]") -> None:
    links = [link for link, _ in ends]
    for link, words in ends:
        tops = [word for word in words if word.head not in words or word.head == word]
        if not tops:
            return
        head = next((word for word in tops if word.dep_ == "pobj"), tops[-1])
        for word in tops:
            word.head = head
            if word.tag_ in PROPER:
                word.dep_ = "nmod"
        head.head, head.dep_ = link, "pobj"
        link.head, link.dep_, link.tag_ = verb, "prep", "IN"
    last = ends[-1][1][-1].i
    inner = [*links, *(word for _, words in ends for word in words)]
    for word in [child for link in (*links, *ends[0][1]) for child in link.children]:
        if word.i > last and word not in inner:
            word.head = verb  # "from 900 to 950 euros in July"
