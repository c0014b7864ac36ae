"""Amounts in a parsed English text: which words tell one, what a clause says has it, and which fact it belongs to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Final

from extraction.lang.en.amounts.amounts import found
from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.lexicon import KINDS
from extraction.lang.en.names.names import RULE, Name
from extraction.lang.en.names.weights import WEIGHTS
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.shared.amounts import Amount
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

AMOUNT: Final = "amount"
"""The first reason of an amount that is a node because a statement has it."""
MEASURE: Final = "measure"
"""The rule of a claim whose object is no noun phrase of its own: "2.3 km long", "lasted three hours"."""
_BECOMING: Final = frozenset(
    ("be", "become", "reach", "rise to", "grow to", "increase to", "fall to", "drop to", "go up to", "go down to")
)
"""What a price does that it is then."""
_LINKS: Final = frozenset(("for", "at", "by", "to"))
_DIRECT: Final = frozenset(("object", "copula", "passive", "attribute", MEASURE))
_MODIFIES: Final = frozenset(("nummod", "compound", "amod", "nmod", "quantmod"))
_BESIDE: Final = frozenset(("dobj", "npadvmod", "dative", "advmod", "oprd"))
_GIVING: Final = frozenset("pay give lend owe send offer charge cost loan wire hand".split())  # noqa: SIM905
_MEASURED: Final = frozenset(
    "price cost rent salary wage income pay budget fee fare bill deposit loan debt mortgage tuition revenue "  # noqa: SIM905
    "profit loss turnover investment funding grant prize bonus tax tip discount value worth total balance savings "
    "allowance pension premium subscription weight height length width depth distance area temperature speed "
    "capacity storage rate interest margin share fine payment charge size duration fever mileage".split()
)
"""What has one amount at a time, and whose it is."""
_TELLING: Final = frozenset("be cost weigh measure total last take sell charge".split())  # noqa: SIM905
"""Verbs by which even a plain noun gets its amount: "the ticket costs $30"."""
_JOINING: Final = frozenset(("and", "but", "while", ",", ";"))
_WITHIN: Final = frozenset("DT PDT PRP$ POS JJ JJR JJS NN NNS NNP NNPS".split())  # noqa: SIM905
_ENDING: Final = frozenset((".", ",", ":", "CC", "-RRB-", "''"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken:
    """An amount as it stands among the words: tokens `start` to `end`, the `root` of them, what it means."""

    start: int
    end: int
    root: int
    amount: Amount

    @property
    def name(self) -> Name:
        """The amount as a name; less sure where it is told as a bound or about so much."""
        exact = self.amount.is_exact
        return Name(
            start=self.start,
            end=self.end,
            name=self.amount.name,
            type=EntityType.CONCEPT,
            weight=WEIGHTS["amount"] - (0.0 if exact else WEIGHTS["inexact"]),
            reasons=(AMOUNT,) if exact else (AMOUNT, self.amount.mark),
            method=RULE,
            subtype=self.amount.subtype,
        )


def spoken(doc: "Doc", owners: Mapping[int, int]) -> dict[int, Spoken]:
    """The amounts of a text by each of their tokens, but for those that share one with a name or a date."""
    by_token: dict[int, Spoken] = {}
    for start, end, amount in found(doc.text):
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is None or any(at in owners or at in by_token for at in range(span.start, span.end)):
            continue
        one = Spoken(start=span.start, end=span.end, root=span.root.i, amount=amount)
        by_token.update(dict.fromkeys(range(span.start, span.end), one))
    return by_token


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """Who has an `amount` by a `verb` said of the one before: "The laptop costs 900 euros and the bag 80 euros"."""

    noun: int
    verb: int
    amount: Spoken

    def is_mistaken(self, claim: Claim) -> bool:
        """Whether a claim makes the second owner a part of the first amount, or gives the first one the second."""
        if claim.verb.i != self.verb:
            return False
        return claim.object.i == self.noun or (claim.object.i == self.amount.root and claim.subject.i != self.noun)


def gaps(tree: Tree, amounts: Mapping[int, Spoken]) -> dict[Spoken, Gap]:
    """For each amount what the next one is of, where it stands there without a verb of its own."""
    found_: dict[Spoken, Gap] = {}
    row: dict[Spoken, Gap] = {}
    verb, ends = -1, False
    for one, other in pairwise(dict.fromkeys(amounts.values())):
        verb = verb if row else tree.head[one.root]
        joint = _joint(tree, one.end, other)
        if not joint or not _may_share(tree, verb, other.start - 1):
            row, ends = {}, False
            continue
        row[one] = Gap(noun=other.start - 1, verb=verb, amount=other)
        # A comma alone joins sentences as well: a row ends with "and".
        ends = ends or joint not in (",", ";")
        if ends:
            found_.update(row)
    return found_


def _may_share(tree: Tree, verb: int, noun: int) -> bool:
    """Whether a noun may have an amount by a verb: who "costs" or "is" so much is nobody with a name."""
    thing = tree.tag[noun] in COMMON or tree.lemma[verb] not in ("cost", "be")
    return tree.lemma[verb] in _TELLING and thing


def _joint(tree: Tree, start: int, amount: Spoken) -> str:
    """The word by which another noun with its own amount follows one; "" where anything else does."""
    joints = list(takewhile(lambda word: tree.lower[word] in _JOINING, range(start, amount.start)))
    words = range(start + len(joints), amount.start)
    if not joints or not words or tree.tag[words[-1]] not in (*COMMON, *PROPER):
        return ""
    ends = amount.end == len(tree.tag) or tree.tag[amount.end] in _ENDING
    return tree.lower[joints[-1]] if ends and all(tree.tag[word] in _WITHIN for word in words) else ""


def measured(tree: Tree, claim: Claim, amounts: Mapping[int, Spoken]) -> Claim | None:
    """A claim whose object is an amount as it is stated: of whom what is so much; None where it states nothing.

    "2 kg of rice" is rice, and "Ken's salary is $5,000" says it of Ken.
    """
    spot = amounts[claim.object.i]
    base = claim.rule.partition("+")[0]
    of = _of(tree, spot.root)
    if of is not None:
        return None if base == "copula" else replace(claim, object=tree.doc[of])
    linked = base == "preposition" and claim.lemma.rpartition(" ")[2] in _LINKS
    if base not in _DIRECT and not linked:
        return None
    return _of_owner(tree, claim) if is_measured(claim.subject) else claim


def _of_owner(tree: Tree, claim: Claim) -> Claim:
    """ "Ken's salary is", "the price of the ticket rose to": said of Ken, of the ticket; else of the noun itself."""
    noun = claim.subject.i
    owner = next(iter(tree.labelled(noun, "poss")), None)
    owner = _of(tree, noun) if owner is None else owner
    if owner is None:
        return claim
    more = [child for child in tree.kids[noun] if tree.dep[child] == "compound" and child < noun]
    said = tree.spelled((*more, noun)).lower()
    if claim.core not in _BECOMING:
        predicate, lemma = f"{said} {claim.predicate}", f"{said} {claim.lemma}"
        return replace(claim, subject=tree.doc[owner], predicate=predicate, lemma=lemma)
    return replace(claim, subject=tree.doc[owner], predicate=said, lemma=said, core=said, rule="attribute")


def receivers(tree: Tree, claim: Claim, amounts: Mapping[int, Spoken]) -> Iterator[Claim]:
    """Who gets an amount where the parser takes the name for a part of it: "paid Anna 50 dollars"."""
    spot = amounts[claim.object.i]
    if tree.lemma[claim.verb.i] in _GIVING and claim.rule.startswith("object"):
        for child in tree.kids[spot.root]:
            if child < spot.start and tree.tag[child] in PROPER and tree.dep[child] in ("nmod", "compound"):
                yield replace(claim, object=tree.doc[child])


def is_measured(noun: "Token") -> bool:
    """Whether a noun is one that has an amount: a price, a weight."""
    return noun.lemma_.lower() in _MEASURED


def earns(claim: Claim, *, several: bool) -> bool:
    """Whether a plain noun is worth a node for the amount that is said of it: "the rent is", "the ticket costs".

    `several` tells that it is a compound, which says more.
    """
    told = claim.core.partition(" ")[0] in _TELLING or claim.rule.startswith("attribute")
    somebody = KINDS.get(claim.subject.lemma_.lower()) in (EntityType.PERSON, EntityType.ORGANIZATION)
    return several or (told and not somebody) or is_measured(claim.subject)


def beside(tree: Tree, claim: Claim, amounts: Mapping[int, Spoken]) -> str | None:
    """The amount that belongs to a claim without being an end of it; None where there is none, or more than one.

    "sold the car for $500", "paid Anna $50", "a $5 million grant", "2 kg of rice".
    """
    told = {one.amount.name for one in _around(tree, claim, amounts)}
    return told.pop() if len(told) == 1 else None


def _around(tree: Tree, claim: Claim, amounts: Mapping[int, Spoken]) -> Iterator[Spoken]:
    ends = (claim.subject.i, claim.object.i)
    for one in dict.fromkeys(amounts.values()):
        if any(one.start <= end < one.end for end in ends):
            continue
        head, label = tree.head[one.root], tree.dep[one.root]
        verb = claim.verb.i
        on_verb = head == verb and label in _BESIDE and tree.pos[verb] in ("VERB", "AUX")
        linked = label == "pobj" and tree.head[head] == verb and tree.lower[head] in _LINKS
        within = head == claim.object.i and label in _MODIFIES and one.root < head and tree.tag[head] in COMMON
        if on_verb or linked or within or _of(tree, one.root) == claim.object.i:
            yield one


def _of(tree: Tree, noun: int) -> int | None:
    """What follows "of" behind a noun."""
    for preposition in tree.labelled(noun, "prep"):
        if tree.lower[preposition] == "of":
            return next(iter(tree.labelled(preposition, "pobj")), None)
    return None
