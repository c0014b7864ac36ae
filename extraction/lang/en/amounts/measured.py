"""Amounts in a parsed English text: the tokens of each, what has it, and the claim that it belongs to."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import pairwise, takewhile
from typing import TYPE_CHECKING, Final

from extraction.lang.en.amounts.amounts import LEXICON, find_amounts
from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.names.names import RULE, Name
from extraction.lang.en.names.plausibility import WEIGHTS
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import KINDS, words_of
from extraction.lang.shared.amounts import Amount
from graph.model.types import EntityType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

AMOUNT: Final = "amount"
"""The first reason of an amount that is a node because a statement has it."""
MEASURE: Final = "measure"
"""The rule of a claim whose object is no noun phrase of its own: "2.3 km long", "lasted three hours"."""
_CHANGE_PREDICATES: Final = frozenset(
    ("be", "become", "reach", "rise to", "grow to", "increase to", "fall to", "drop to", "go up to", "go down to")
)
"""Predicates after which a price has the amount: "the rent rose to $900"."""
_AMOUNT_PREPOSITIONS: Final = frozenset(("for", "at", "by", "to"))
_DIRECT_RULES: Final = frozenset(("object", "copula", "passive", "attribute", MEASURE))
_MODIFIER_LABELS: Final = frozenset(("nummod", "compound", "amod", "nmod", "quantmod"))
_VERB_LABELS: Final = frozenset(("dobj", "npadvmod", "dative", "advmod", "oprd"))
_GIVING_VERBS: Final = words_of("pay give lend owe send offer charge cost loan wire hand")
_MEASURED: Final = LEXICON.words("measured_noun")
"""Nouns that have one amount at a time, which is their owner's: "Ken's salary is $5,000"."""
_MEASURE_VERBS: Final = words_of("be cost weigh measure total last take sell charge")
"""Verbs that give any noun its amount: "the ticket costs $30"."""
_CONJUNCTIONS: Final = frozenset(("and", "but", "while", ",", ";"))
_NOUN_PHRASE_TAGS: Final = words_of("DT PDT PRP$ POS JJ JJR JJS NN NNS NNP NNPS")
_END_TAGS: Final = frozenset((".", ",", ":", "CC", "-RRB-", "''"))


@dataclass(frozen=True, slots=True, kw_only=True)
class AmountSpan:
    """An amount in the text: tokens `start` to `end`, their `root`, and the value."""

    start: int
    end: int
    root: int
    amount: Amount

    @property
    def name(self) -> Name:
        """The amount as a name; less sure where it is a bound or approximate."""
        is_exact = self.amount.is_exact
        return Name(
            start=self.start,
            end=self.end,
            name=self.amount.name,
            type=EntityType.CONCEPT,
            weight=WEIGHTS["amount"] - (0.0 if is_exact else WEIGHTS["inexact"]),
            reasons=(AMOUNT,) if is_exact else (AMOUNT, self.amount.mark),
            method=RULE,
            subtype=self.amount.subtype,
        )


def amount_spans(doc: "Doc", owners: Mapping[int, int]) -> dict[int, AmountSpan]:
    """The amounts of a text by each of their tokens, without those that share a token with a name or a date."""
    by_token: dict[int, AmountSpan] = {}
    for start, end, amount in find_amounts(doc.text):
        span = doc.char_span(start, end, alignment_mode="expand")
        if span is None or any(at in owners or at in by_token for at in range(span.start, span.end)):
            continue
        amount_span = AmountSpan(start=span.start, end=span.end, root=span.root.i, amount=amount)
        by_token.update(dict.fromkeys(range(span.start, span.end), amount_span))
    return by_token


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A gapped verb: `noun` has the `amount` by the `verb` of the amount before.

    "The laptop costs 900 euros and the bag 80 euros."
    """

    noun: int
    verb: int
    amount: AmountSpan

    def is_mistaken(self, claim: Claim) -> bool:
        """Whether a claim takes the second noun for a part of the first amount, or gives the first noun the second."""
        if claim.verb.i != self.verb:
            return False
        return claim.object.i == self.noun or (claim.object.i == self.amount.root and claim.subject.i != self.noun)


def gaps(tree: Tree, amounts: Mapping[int, AmountSpan]) -> dict[AmountSpan, Gap]:
    """The gap behind each amount: the next amount, whose noun has no verb of its own."""
    complete: dict[AmountSpan, Gap] = {}
    series: dict[AmountSpan, Gap] = {}
    verb, is_closed = -1, False
    for amount, following in pairwise(dict.fromkeys(amounts.values())):
        verb = verb if series else tree.head[amount.root]
        conjunction = _conjunction(tree, amount.end, following)
        if not conjunction or not _may_share(tree, verb, following.start - 1):
            series, is_closed = {}, False
            continue
        series[amount] = Gap(noun=following.start - 1, verb=verb, amount=following)
        # a comma alone joins sentences, too: a series ends with "and"
        is_closed = is_closed or conjunction not in (",", ";")
        if is_closed:
            complete.update(series)
    return complete


def _may_share(tree: Tree, verb: int, noun: int) -> bool:
    """Whether a noun may have an amount by a verb: nobody with a name "costs" or "is" so much."""
    fits = tree.tag[noun] in COMMON or tree.lemma[verb] not in ("cost", "be")
    return tree.lemma[verb] in _MEASURE_VERBS and fits


def _conjunction(tree: Tree, start: int, amount: AmountSpan) -> str:
    """The conjunction between `start` and a noun with its own amount; "" where anything else stands there."""
    conjunctions = list(takewhile(lambda word: tree.lower[word] in _CONJUNCTIONS, range(start, amount.start)))
    words = range(start + len(conjunctions), amount.start)
    if not conjunctions or not words or tree.tag[words[-1]] not in (*COMMON, *PROPER):
        return ""
    ends = amount.end == len(tree.tag) or tree.tag[amount.end] in _END_TAGS
    return tree.lower[conjunctions[-1]] if ends and all(tree.tag[word] in _NOUN_PHRASE_TAGS for word in words) else ""


def measured(tree: Tree, claim: Claim, amounts: Mapping[int, AmountSpan]) -> Claim | None:
    """A claim whose object is an amount, as a statement about what has it; None where it states nothing.

    In "2 kg of rice" the object is the rice, and "Ken's salary is $5,000" is about Ken.
    """
    rule = claim.rule.partition("+")[0]
    of = _of(tree, amounts[claim.object.i].root)
    if of is not None:
        return None if rule == "copula" else replace(claim, object=tree.doc[of])
    is_linked = rule == "preposition" and claim.lemma.rpartition(" ")[2] in _AMOUNT_PREPOSITIONS
    if rule not in _DIRECT_RULES and not is_linked:
        return None
    return _of_owner(tree, claim) if is_measured(claim.subject) else claim


def _of_owner(tree: Tree, claim: Claim) -> Claim:
    """The claim about the owner of its subject: "Ken's salary is", "the price of the ticket rose to"."""
    noun = claim.subject.i
    owner = next(iter(tree.labelled(noun, "poss")), None)
    owner = _of(tree, noun) if owner is None else owner
    if owner is None:
        return claim
    compound = [child for child in tree.kids[noun] if tree.dep[child] == "compound" and child < noun]
    attribute = tree.spelled((*compound, noun)).lower()
    if claim.core not in _CHANGE_PREDICATES:
        predicate, lemma = f"{attribute} {claim.predicate}", f"{attribute} {claim.lemma}"
        return replace(claim, subject=tree.doc[owner], predicate=predicate, lemma=lemma)
    subject = tree.doc[owner]
    return replace(claim, subject=subject, predicate=attribute, lemma=attribute, core=attribute, rule="attribute")


def receivers(tree: Tree, claim: Claim, amounts: Mapping[int, AmountSpan]) -> Iterator[Claim]:
    """Who gets an amount where the parser takes the name for a part of it: "paid Anna 50 dollars"."""
    amount = amounts[claim.object.i]
    if tree.lemma[claim.verb.i] in _GIVING_VERBS and claim.rule.startswith("object"):
        for child in tree.kids[amount.root]:
            if child < amount.start and tree.tag[child] in PROPER and tree.dep[child] in ("nmod", "compound"):
                yield replace(claim, object=tree.doc[child])


def is_measured(noun: "Token") -> bool:
    """Whether a noun is one that has an amount: a price, a weight."""
    return noun.lemma_.lower() in _MEASURED


def earns_node(claim: Claim, *, several: bool) -> bool:
    """Whether a common noun is worth a node for the amount that a claim gives it: "the rent is", "the ticket costs".

    `several`: it is a compound, which is specific enough.
    """
    has_amount = claim.core.partition(" ")[0] in _MEASURE_VERBS or claim.rule.startswith("attribute")
    is_somebody = KINDS.get(claim.subject.lemma_.lower()) in (EntityType.PERSON, EntityType.ORGANIZATION)
    return several or (has_amount and not is_somebody) or is_measured(claim.subject)


def adjacent_amount(tree: Tree, claim: Claim, amounts: Mapping[int, AmountSpan]) -> str | None:
    """The amount that belongs to a claim without being an end of it; None for none, or for more than one.

    "sold the car for $500", "paid Anna $50", "a $5 million grant", "2 kg of rice".
    """
    names = {amount.amount.name for amount in _adjacent_amounts(tree, claim, amounts)}
    return names.pop() if len(names) == 1 else None


def _adjacent_amounts(tree: Tree, claim: Claim, amounts: Mapping[int, AmountSpan]) -> Iterator[AmountSpan]:
    ends = (claim.subject.i, claim.object.i)
    verb = claim.verb.i
    for amount in dict.fromkeys(amounts.values()):
        if any(amount.start <= end < amount.end for end in ends):
            continue
        root, head, label = amount.root, tree.head[amount.root], tree.dep[amount.root]
        on_verb = head == verb and label in _VERB_LABELS and tree.pos[verb] in ("VERB", "AUX")
        is_linked = label == "pobj" and tree.head[head] == verb and tree.lower[head] in _AMOUNT_PREPOSITIONS
        on_object = head == claim.object.i and label in _MODIFIER_LABELS and root < head and tree.tag[head] in COMMON
        if on_verb or is_linked or on_object or _of(tree, root) == claim.object.i:
            yield amount


def _of(tree: Tree, noun: int) -> int | None:
    """What follows "of" behind a noun."""
    for preposition in tree.labelled(noun, "prep"):
        if tree.lower[preposition] == "of":
            return next(iter(tree.labelled(preposition, "pobj")), None)
    return None
