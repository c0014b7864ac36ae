"""A parsed text as plain lists, since the rules read each word often and spaCy builds an object for each access."""

from bisect import bisect_right
from itertools import accumulate
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from spacy.tokens import Doc, Token

    from extraction.lang.en.clauses.clauses import Clause

PROPER = ("NNP", "NNPS")
COMMON = ("NN", "NNS")
ASKING = ("WDT", "WP", "WP$", "WRB")
"""Tags of what, who, which, how and their like."""
SUBJECTS = ("nsubj", "nsubjpass", "csubj", "csubjpass")
_EDGES = frozenset((",", ";", ":", ".", "--", "-", "–", "—", "(", ")", "-LRB-", "-RRB-", "!", "?"))
_CONJUNCTION_LABELS = ("cc", "preconj")
_OPENING_QUOTES, _CLOSING_QUOTES = frozenset('"“„'), frozenset('"”“')
_OPENING_SINGLE, _CLOSING_SINGLE = frozenset("'‘"), frozenset("'’")
_DASHES = ("-", "–", "—", "/")
_OPENING_BRACKETS = ("(", "-LRB-", "[", "-LSB-")
_NO_CHILDREN: list[int] = []
_CLOSING_BRACKETS = (")", "-RRB-", "]", "-RSB-")


class Tree:
    """A document by token index: text, tag, part of speech, dependency label, lemma, head and children.

    Labels are those of the English spaCy models (`nsubj nsubjpass dobj attr oprd dative agent prep pobj …`).
    """

    def __init__(self, doc: "Doc") -> None:
        self.doc = doc
        words = [
            (token.text, token.whitespace_, token.tag_, token.pos_, token.dep_, token.lemma_, token.head.i)
            for token in doc
        ]
        self.text = [word[0] for word in words]
        self.lower = [word[0].lower() for word in words]
        self.spaces = [word[1] for word in words]
        self.tag = [word[2] for word in words]
        self.pos = [word[3] for word in words]
        self.dep = [word[4] for word in words]
        self.lemma = [word[5] for word in words]
        self.head = [word[6] for word in words]
        # most words have no children, and a list for each would keep the garbage collector busy
        self.kids = [_NO_CHILDREN] * len(words)
        for place, head in enumerate(self.head):
            if head != place:
                if self.kids[head] is _NO_CHILDREN:
                    self.kids[head] = [place]
                else:
                    self.kids[head].append(place)
        self._ends = [sentence.end for sentence in doc.sents]
        self.brackets = self._bracket_depths()
        self.clauses: tuple[Clause, ...] | None = None
        """Its clauses, once they were read (`clauses.clauses`)."""
        self._quotes: tuple[tuple[int, int], ...] | None = None
        self._quoted: frozenset[int] | None = None
        self._join_hyphenated()

    def length_around(self, place: int) -> int:
        """The number of tokens of a word's sentence."""
        at = bisect_right(self._ends, place)
        return self._ends[at] - (self._ends[at - 1] if at else 0)

    def _bracket_depths(self) -> list[int]:
        """The number of brackets around each word, of those that are closed again."""
        steps, open_ = [0] * (len(self.text) + 1), list[int]()
        for place, text in enumerate(self.text):
            if text in _OPENING_BRACKETS:
                open_.append(place)
            elif text in _CLOSING_BRACKETS and open_:
                steps[open_.pop()] += 1
                steps[place + 1] -= 1
        return list(accumulate(steps[:-1]))

    def _join_hyphenated(self) -> None:
        """Relabels as a compound what dashes join without a space ("Dempster–Laird") and the parser takes for two."""
        for place, label in enumerate(self.dep):
            if label not in ("appos", "conj") or place < 2 or self.text[place - 1] not in _DASHES:
                continue
            if not self.spaces[place - 1] and not self.spaces[place - 2]:
                self.dep[place] = "compound"

    def is_verb(self, place: int) -> bool:
        """Whether a word heads a verb phrase."""
        return self.pos[place] in ("VERB", "AUX") and self.dep[place] not in ("aux", "auxpass")

    def verb_above(self, place: int) -> int | None:
        """The nearest verb that a word hangs on; None where none does."""
        at = self.head[place]
        while not self.is_verb(at) and self.head[at] != at:
            at = self.head[at]
        return at if self.is_verb(at) else None

    def labelled(self, place: int, *labels: str) -> list[int]:
        """The children of a word with these labels."""
        dep = self.dep
        return [child for child in self.kids[place] if dep[child] in labels]

    def has_subject(self, place: int) -> bool:
        """Whether a verb has a subject of its own."""
        return bool(self.labelled(place, *SUBJECTS, "expl"))

    def under(self, place: int, without: "Collection[int]" = ()) -> list[int]:
        """The subtree of a word in order, without these branches."""
        subtree: list[int] = []
        open_ = [place]
        while open_:
            at = open_.pop()
            subtree.append(at)
            open_ += [child for child in self.kids[at] if child not in without] if without else self.kids[at]
        subtree.sort()
        return subtree

    def joined(self, place: int) -> list[int]:
        """A noun and its conjuncts: every noun joined to it by "and", "or", commas."""
        nouns, at = [place], 0
        while at < len(nouns):
            nouns += [child for child in self.kids[nouns[at]] if self.dep[child] == "conj" and not self.is_verb(child)]
            at += 1
        return nouns

    def joined_verbs(self, place: int) -> list[int]:
        """The verbs joined to a verb by "and", "or", commas."""
        verbs, at = [place], 0
        while at < len(verbs):
            verbs += [child for child in self.kids[verbs[at]] if self.dep[child] == "conj" and self.is_verb(child)]
            at += 1
        return verbs[1:]

    def phrase(self, head: int, *, without: "Collection[int]" = (), alone: bool = False) -> tuple[int, ...]:
        """The words of a noun phrase, without relative clauses, participles behind a comma, appositions and brackets.

        `alone` leaves out the conjuncts of the head, too.
        """
        dep, words, open_, depth = self.dep, list[int](), [head], self.brackets[head]
        while open_:
            at = open_.pop()
            words.append(at)
            for child in self.kids[at]:
                label = dep[child]
                is_apart = label == "relcl" or (label == "appos" and not self._is_measure(at, child))
                is_apart = is_apart or (label == "acl" and child > at and self.text[child - 1] == ",")
                if is_apart or child in without or self.brackets[child] > depth:
                    continue
                if label == "punct" and alone and child > head:
                    continue
                if alone and at == head and label in ("conj", "cc", "preconj"):
                    continue
                open_.append(child)
        words.sort()
        return self.bare(words)

    def _is_measure(self, noun: int, place: int) -> bool:
        """Whether an apposition is how much there is right behind a noun: "sides 6 cm, 8 cm and 10 cm"."""
        if not self.is_amount(place) or self.labelled(place, "prep"):
            return False
        first = min((*self.kids[place], place))
        row = (noun, *(kid for kid in self.labelled(noun, "appos") if kid < place))
        same = [word for word in row if self.is_amount(word) and self.lower[word] == self.lower[place]]
        is_next = first == noun + 1 or (self.text[first - 1] == "," and (bool(same) or self.tag[place] == "CD"))
        return is_next and (self.tag[place] in COMMON or (self.tag[place] == "CD" and self.tag[noun] in ("NNS", "CD")))

    def is_amount(self, place: int) -> bool:
        """Whether a word is a number or what a number counts."""
        return self.tag[place] == "CD" or bool(self.labelled(place, "nummod"))

    def bare(self, words: "Sequence[int]") -> tuple[int, ...]:
        """The words without the punctuation and conjunctions at either end, and without half a bracket."""
        start, end = 0, len(words)
        while start < end and self._is_edge(words[start]):
            start += 1
        opened = self._left_open(words[start:end])
        end = end if opened is None else start + opened
        while end > start and self._is_edge(words[end - 1]):
            is_closing = self.text[words[end - 1]] in _CLOSING_BRACKETS
            if is_closing and self._left_open(words[start : end - 1]) is not None:
                break
            end -= 1
        return tuple(words[start:end])

    def _left_open(self, words: "Sequence[int]") -> int | None:
        """Where the first bracket stands that these words open and do not close."""
        open_: list[int] = []
        for at, place in enumerate(words):
            if self.text[place] in _OPENING_BRACKETS:
                open_.append(at)
            elif self.text[place] in _CLOSING_BRACKETS and open_:
                open_.pop()
        return open_[0] if open_ else None

    def _is_edge(self, place: int) -> bool:
        return self.text[place] in _EDGES or self.dep[place] in _CONJUNCTION_LABELS

    def is_quoted(self, place: int) -> bool:
        """Whether a word stands between two quotation marks."""
        if self._quoted is None:
            self._quoted = frozenset(place for start, end in self.quotes() for place in range(start, end))
        return place in self._quoted

    def quotes(self) -> "tuple[tuple[int, int], ...]":
        """The stretches between two quotation marks of one paragraph; an inch sign or an apostrophe is none."""
        if self._quotes is None:
            self._quotes = (
                *self._between(self._opens, self._closes),
                *self._between(self._opens_one, self._closes_one),
            )
        return self._quotes

    def _between(self, opens: "Callable[[int], bool]", closes: "Callable[[int], bool]") -> "Iterator[tuple[int, int]]":
        opened: int | None = None
        for place, text in enumerate(self.text):
            if "\n" in text:
                opened = None
            elif opened is not None and closes(place):
                yield opened + 1, place
                opened = None
            elif opened is None and opens(place):
                opened = place

    def _opens(self, place: int) -> bool:
        return self.text[place] in _OPENING_QUOTES and not (place and self.text[place - 1][-1:].isdigit())

    def _closes(self, place: int) -> bool:
        return self.text[place] in _CLOSING_QUOTES

    def _opens_one(self, place: int) -> bool:
        """A single mark with a space before it and none behind: not the one of "the boys' house"."""
        is_apart = not place or bool(self.spaces[place - 1]) or not self.text[place - 1].isalnum()
        return self.text[place] in _OPENING_SINGLE and is_apart and not self.spaces[place]

    def _closes_one(self, place: int) -> bool:
        is_last = place + 1 == len(self.text) or bool(self.spaces[place]) or not self.text[place + 1].isalnum()
        return self.text[place] in _CLOSING_SINGLE and is_last and not self.spaces[place - 1]

    def is_denied(self, place: int) -> bool:
        """Whether a conjunct is negated: "neither Paul nor Rita", "Paul, but not Rita"."""
        # "not" counts only before the word: in "Kyoto, not Osaka" the parser attaches it to "Kyoto"
        is_negated = any(self.dep[child] == "neg" and child < place for child in self.kids[place])
        if (is_negated and self.pos[place] in ("PROPN", "NOUN")) or self._follows_not(place):
            return True
        while self.dep[place] == "conj":
            place = self.head[place]
        return any(self.lower[child] == "neither" for child in self.kids[place])

    def _follows_not(self, place: int) -> bool:
        """Whether a noun phrase stands behind ", not" or "but not"."""
        first = place
        while first - 1 in self.kids[place] and self.lower[first - 1] != "not":
            first -= 1
        return first > 1 and self.lower[first - 1] == "not" and self.lower[first - 2] in (",", "but")

    def spelled(self, words: "Iterable[int]") -> str:
        """The words as one line, with the spaces of the text."""
        parts: list[str] = []
        last = -2
        for place in sorted(set(words)):
            if self.text[place] == "," and parts[-1:] == [","]:
                continue  # what stood between the two was left out
            if last >= 0 and not (place == last + 1 and not self.spaces[last]):
                parts.append(" ")
            parts.append(self.text[place])
            last = place
        return " ".join("".join(parts).split())


def first_conjunct(token: "Token") -> "Token":
    """The first of the words that are joined: "tea" for "milk" in "tea, coffee and milk"; else the word itself."""
    while token.dep_ == "conj":
        token = token.head
    return token
