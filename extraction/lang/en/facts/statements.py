"""From claims between tokens to statements between names: who a pronoun is, which noun earns a node, how sure."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from extraction.lang.en.amounts.measured import (
    MEASURE,
    AmountSpan,
    Gap,
    adjacent_amount,
    amount_spans,
    earns_node,
    gaps,
    measured,
    receivers,
)
from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.clauses.claims import claims
from extraction.lang.en.clauses.clauses import hangs_on, is_of
from extraction.lang.en.clauses.confidence import claim_reasons, claim_weight
from extraction.lang.en.clauses.tense import is_past
from extraction.lang.en.clauses.voices import from_other_end
from extraction.lang.en.facts.relations import Sense
from extraction.lang.en.facts.salience import (
    OWN,
    is_anothers,
    is_kin,
    is_own,
    is_poor,
    own_start,
    tells_of_own,
    worth_two,
)
from extraction.lang.en.facts.senses import says_nothing, sense_of
from extraction.lang.en.facts.statives import UNFINISHED
from extraction.lang.en.facts.traits import TRAIT, trait_name
from extraction.lang.en.names.coreference import PRONOUNS, Antecedents, Coreference
from extraction.lang.en.names.names import RULE, Name, probability
from extraction.lang.en.names.naming import NamesByNoun, names_by_noun
from extraction.lang.en.names.speaker import introduced_names, is_same_person, speaker_words, tag_as_names
from extraction.lang.en.names.terms import ARGUMENT, term_name, term_span
from extraction.lang.en.parse.tree import Tree
from extraction.lang.en.word_lists import KINDS, NAMING, PHASES
from extraction.lang.shared.amounts import INEXACT
from extraction.model.context import Context
from extraction.model.findings import FoundStatement
from extraction.names.speakers import ONE_OF_SEVERAL, SEVERAL, SPEAKER
from graph.model.types import EntityType, Polarity, RelationType, holds

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_EVIDENCE_WEIGHTS = {
    "pronoun": -0.7,
    "definite noun": -0.7,
    "several candidates": -0.6,
    SPEAKER: 0.2,
    ONE_OF_SEVERAL: -1.5,
    "relation known": 0.5,
    "common noun": -0.4,
    "doubtful name": -0.6,
    "amount": 0.5,
    **dict.fromkeys(INEXACT, -0.4),
}
"""Evidence in log-odds beside what the parse tells, which is fitted (`extraction.lang.en.clauses.confidence`)."""
_DOUBTFUL = 0.4
"""Evidence for a name, in log-odds, below which a statement about it is doubtful too."""

LEAST = 0.3
"""Statements less likely than this are not worth telling."""

Key = tuple[int, int, str, RelationType]


@dataclass(slots=True)
class Reader:
    """What reading one document builds up: its names, whose token is whose, and the statements so far."""

    doc: "Doc"
    context: Context
    names: list[Name]
    sentences: "list[Span]" = field(init=False)
    owners: dict[int, int] = field(default_factory=dict[int, int])
    statements: dict[Key, FoundStatement] = field(default_factory=dict[Key, FoundStatement])
    topics: list[int] = field(default_factory=list[int])
    speaker: int | None = None
    selves: frozenset[int] = frozenset()
    referents: Coreference = field(init=False)
    dated: dict[Key, tuple[int, int]] = field(default_factory=dict[Key, tuple[int, int]])
    undated: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])
    named: NamesByNoun = field(init=False)
    tree: Tree = field(init=False)
    amounts: dict[int, AmountSpan] = field(default_factory=dict[int, AmountSpan])
    gaps: dict[AmountSpan, Gap] = field(default_factory=dict[AmountSpan, Gap])
    first: dict[tuple[int, int, str], AmountSpan] = field(default_factory=dict[tuple[int, int, str], AmountSpan])
    told: dict[AmountSpan, int] = field(default_factory=dict[AmountSpan, int])
    weighed: dict[Key, tuple[int, int, str]] = field(default_factory=dict[Key, tuple[int, int, str]])
    carried: set[tuple[int, int, str]] = field(default_factory=set[tuple[int, int, str]])

    def read(self) -> None:
        """Reads every sentence; fills `statements`, and adds the names that statements earn."""
        self.sentences = list(self.doc.sents)
        self.tree = tree = Tree(self.doc)
        self.selves = speaker_words(tree, memo=self.context.memo)
        self.names = [name for name in self.names if name.end - name.start > 1 or name.start not in self.selves]
        self.owners = {at: index for index, name in enumerate(self.names) for at in range(name.start, name.end)}
        told = tag_as_names(tree, self.selves) and self._speaker(self.doc[min(self.selves)]) is not None
        self.referents = Coreference(self.doc, self.names, is_third_person=told)
        self.amounts = amount_spans(self.doc, self.owners)
        self.gaps = gaps(tree, self.amounts)
        self.named = names_by_noun(tree)
        self._introduce(tree)
        for claim in claims(tree, self.named):
            self._take(claim, tree.length_around(claim.verb.i))
        for key, said in self.dated.items():
            # "met Lisa on Friday" is one statement with a time, not a second one with the day
            if said in self.undated:
                self.statements.pop(key, None)
        for key, said in self.weighed.items():
            # "paid Anna $50" is one statement with an amount, not a second one with what was paid
            if said in self.carried:
                self.statements.pop(key, None)

    def _introduce(self, tree: Tree) -> None:
        """Gives the speaker the names that they say are theirs: what is said of either is said of both."""
        label = self.context.speaker
        if label is None:
            return
        for place, how in introduced_names(tree, self.selves):
            index = self.owners.get(place)
            name = self.names[index] if index is not None else None
            if index is None or name is None or name.type is not EntityType.PERSON or name.name == label:
                continue
            speaker = self._speaker(self._myself(place)) if is_same_person(label, name.name, is_nickname=how) else None
            if speaker is not None:
                self.names[index] = replace(name, name=self.names[speaker].name, aliases=(*name.aliases, name.name))
                self.owners.update(dict.fromkeys(range(name.start, name.end), speaker))

    def _myself(self, place: int) -> "Token":
        """The word of the sentence by which the speaker speaks of themselves."""
        return next(token for token in self.doc[place].sent if token.i in self.selves)

    def _take(self, claim: Claim, length: int) -> None:
        if any(gap.is_mistaken(claim) for gap in self.gaps.values()):
            return
        if claim.object.i in self.amounts:
            counted = measured(self.tree, claim, self.amounts)
            if counted is None:
                return
            if counted.object.i in self.amounts:
                for given in receivers(self.tree, counted, self.amounts):
                    self._take(given, length)
                self._take_amount(counted, length)
                gap = self.gaps.get(self.amounts[claim.object.i])
                if gap is not None and gap.verb == claim.verb.i:
                    self._take(replace(claim, subject=self.doc[gap.noun], object=self.doc[gap.amount.root]), length)
                return
            claim = counted
        if claim.rule.startswith(MEASURE):
            return
        if claim.verb.lemma_ in NAMING and claim.subject.i in self.named:
            # "My daughters are called Ivy and Rose": the names are theirs, and not what they do
            return
        subjects, why_subject = self._end(self._meant(claim.subject, claim))
        own = self._is_own(claim.subject, subjects)
        if not subjects and not own and term_span(claim.subject) is None:
            return
        objects, why_object = self._object(claim)
        if not objects and (own or not subjects):
            if not (own and tells_of_own(claim)) and not worth_two(claim):
                return
            objects, why_object = self._earned(claim.object, claim), ("common noun",)
        if not subjects:
            if not objects or claim.rule == "noun-preposition" or (not own and self._only_dates(claim, objects[0])):
                return
            subjects, why_subject = self._earned(claim.subject, claim), ("common noun",)
        if not objects and (claim.rule not in ("noun-preposition", "object-preposition") or claim.noun in UNFINISHED):
            objects, why_object = self._earned(claim.object, claim), ("common noun",)
        for subject in subjects:
            for object_ in objects:
                if subject != object_ and self.names[subject].type is not EntityType.TIME_UNIT:
                    self._state(claim, subject, object_, (*why_subject, *why_object), length)

    def _is_own(self, token: "Token", meant: tuple[int, ...]) -> bool:
        """Whether somebody is called by what they are to the speaker, and by no name."""
        named = any(self.names[one].reasons[0] != ARGUMENT for one in meant)
        return not named and is_own(self.tree, token.i, self.selves)

    def _only_dates(self, claim: Claim, object_: int) -> bool:
        """Whether a claim says of a noun that says little when something was."""
        return self.names[object_].type is EntityType.TIME_UNIT and claim.subject.lemma_.lower() not in KINDS

    def _take_amount(self, claim: Claim, length: int) -> None:
        """States how much it is, costs or weighs: the amount is a node, and a plain noun may be one for its sake."""
        subjects, why = self._end(self._meant(claim.subject, claim))
        if not subjects and claim.subject.i not in self.amounts:
            subjects, why = self._earned(claim.subject, claim), ("common noun",)
        one = self.amounts[claim.object.i]
        for subject in subjects:
            # "sold for $5 and the pen for $2": the second is another's
            first = self.first.setdefault((subject, claim.verb.i, claim.lemma), one)
            alone = first is one or not claim.rule.startswith("preposition")
            nobody = self.names[subject].type is EntityType.PERSON and claim.core == "be"
            if alone and not nobody and self.names[subject].type is not EntityType.TIME_UNIT:
                if one not in self.told:
                    self.names.append(one.name)
                    self.told[one] = len(self.names) - 1
                self._state(claim, subject, self.told[one], (*why, *one.name.reasons), length)

    def _object(self, claim: Claim) -> Antecedents:
        if claim.rule == "apposition" and claim.object.i in self.named:
            # "two cats, Momo and Luna": here the noun is what they are, and not they
            kind = self.owners.get(claim.object.i)
            return ((), ()) if kind is None else ((kind,), ("common noun",))
        return self._end(self._meant(claim.object, claim) if "passive" in claim.rule else claim.object)

    def _end(self, token: "Token") -> Antecedents:
        """The names a token stands for (several for "they"), and what there is to say of that."""
        index, word = self.owners.get(token.i), token.lower_
        if (token.i in self.selves or word in SEVERAL) and index in (None, self.speaker):
            return self._of_speaker(token)
        if index is not None and self.names[index].reasons[0] != ARGUMENT:
            return (index,), ()
        described = self._described(token)
        if described:
            return described, ()
        if index is not None:
            return (index,), ()
        if word in PRONOUNS:
            return self.referents.pronoun(token, self.speaker)
        return self.referents.noun(token)

    def _of_speaker(self, token: "Token") -> Antecedents:
        """The one who speaks, each time by the same reasons; nobody for "Mine is golf", which speaks of a thing."""
        mine = token.lower_ == "mine" and token.dep_ != "pobj"
        speaker = None if mine else self._speaker(token)
        why = (SPEAKER, ONE_OF_SEVERAL) if token.lower_ in SEVERAL else (SPEAKER,)
        return ((), ()) if speaker is None else ((speaker,), why)

    def _meant(self, token: "Token", claim: Claim) -> "Token":
        """The subject of the copula, when a clause describes what a name is said to be ("Heat is a film by …")."""
        if token.dep_ != "attr" or "+" not in claim.rule:
            return token
        owner = self.owners.get(token.i)
        if owner is not None and self.names[owner].reasons[0] != ARGUMENT:
            return token
        named = [child for child in token.head.children if child.dep_ == "nsubj"]
        if named and (named[0].i in self.owners or named[0].pos_ == "PRON"):
            return named[0]
        return token

    def _speaker(self, token: "Token") -> int | None:
        if self.context.speaker is None:
            return None
        if self.speaker is None:
            self.speaker = self._add(
                Name(
                    start=token.i,
                    end=token.i + 1,
                    name=self.context.speaker,
                    type=EntityType.PERSON,
                    weight=3.0,
                    reasons=(SPEAKER,),
                    method=RULE,
                )
            )
        self.owners[token.i] = self.speaker
        return self.speaker

    def _described(self, token: "Token") -> tuple[int, ...]:
        """The names that a common noun goes by ("the singer Adele", "two sons, Max and Paul")."""
        places = self.named.get(token.i, ())
        return tuple(dict.fromkeys(self.owners[place] for place in places if place in self.owners))

    def _earned(self, token: "Token", claim: Claim) -> tuple[int, ...]:
        """A node for a common noun phrase, if it says enough to be worth one."""
        if claim.rule.startswith(TRAIT) and token.i == claim.object.i:
            return (self._add(trait_name(self.tree, token.i)),)
        does = token.i == claim.subject.i
        own = does and is_own(self.tree, token.i, self.selves)
        alone = (token.i, token.i + 1) if own or is_kin(token, claim) else None
        term = term_span(token) or alone
        if own and term is not None:
            term = (min(term[0], own_start(self.tree, token.i)), term[1])
        if term is None or (does and is_anothers(self.tree, token.i, self.selves)):
            return ()
        # "a 5 kg bag" is a bag
        start = max([term[0], *(at + 1 for at in range(term[0], token.i) if at in self.amounts)])
        if not own and self._is_poor(token, claim, several=term[1] - term[0] > 1):
            return ()
        term = (start, term[1])
        if any(at in self.owners for at in range(term[0], term[1])):
            return ()
        reasons = (ARGUMENT, OWN if own else claim.rule.split("+")[0])
        return (self._add(term_name(self.doc, *term, reasons=reasons)),)

    def _is_poor(self, token: "Token", claim: Claim, *, several: bool) -> bool:
        if claim.object.i in self.amounts:
            return not earns_node(claim, several=several)
        return is_poor(token, claim, several=several)

    def _add(self, name: Name) -> int:
        self.names.append(name)
        index = len(self.names) - 1
        for at in range(name.start, name.end):
            self.owners[at] = index
        return index

    def _state(self, claim: Claim, subject: int, object_: int, why: tuple[str, ...], length: int) -> None:
        one, other = self.names[subject], self.names[object_]
        is_amount = other.subtype is not None
        sense = None if is_amount else sense_of(claim, one, other, several=ONE_OF_SEVERAL in why)
        if not is_amount and says_nothing(claim, one, other, sense):
            return
        predicate, lemma = claim.predicate, claim.lemma
        if sense is not None and sense.swapped:
            subject, object_ = object_, subject
            predicate, lemma = from_other_end(lemma, predicate, sure=holds(claim.polarity, claim.modality))
            # turned round twice, a passive stands as it was written
            predicate = claim.told or predicate
        reasons = _reasons(claim, one, other, sense, why, length)
        sentence = claim.verb.sent
        if claim.subject.dep_ in ("nsubj", "nsubjpass"):
            self.topics.append(subject)
        time, place = self._when_and_where(claim, {subject, object_})
        # what is set for a day, or put off to it, is so from when it is said
        since = claim.polarity is Polarity.POSITIVE and other.type is not EntityType.TIME_UNIT
        statement = FoundStatement(
            subject=subject,
            object=object_,
            predicate=predicate,
            lemma=lemma,
            type=sense.type if sense else RelationType.RELATES_TO,
            start=sentence.start_char,
            end=sentence.start_char + len(sentence.text.rstrip()),
            confidence=probability(_weight(reasons)),
            reasons=reasons,
            method=RULE,
            polarity=claim.polarity,
            modality=claim.modality,
            past=is_past(claim, dated=time is not None),
            time=time.name if time else None,
            place=place.name if place else None,
            amount=None if is_amount or not self.amounts else adjacent_amount(self.tree, claim, self.amounts),
            valid_from=time.period.start if time and time.period and since else None,
        )
        self._keep(statement, claim, dated=other.type is EntityType.TIME_UNIT)

    def _keep(self, statement: FoundStatement, claim: Claim, *, dated: bool) -> None:
        """Keeps the surest of equal statements, and remembers which only date a verb that says more."""
        key = (statement.subject, statement.object, statement.lemma, statement.type)
        if dated:
            self.dated[key] = (statement.subject, claim.verb.i)
        else:
            self.undated.add((statement.subject, claim.verb.i))
        if self.names[statement.object].subtype is not None:
            self.weighed[key] = (statement.subject, claim.verb.i, self.names[statement.object].name)
        elif statement.amount and statement.confidence >= LEAST:
            self.carried.add((statement.subject, claim.verb.i, statement.amount))
        best = self.statements.get(key)
        if best is None or best.confidence < statement.confidence:
            self.statements[key] = statement

    def _tells_which(self, date: "Token", verb: "Token") -> bool:
        """Whether a date is part of the name of a thing that does it ("the 2015 Honda Civic broke down")."""
        named = self.owners.get(date.head.i)
        return date.i < verb.i and named is not None and self.names[named].type is EntityType.OBJECT

    def _when_and_where(self, claim: Claim, ends: set[int]) -> tuple[Name | None, Name | None]:
        """The date and the place that hang on the claim's own verb, or on what it began or stopped."""
        time = place = None
        if claim.verb.pos_ not in ("VERB", "AUX"):
            return None, None
        chain = claim.clause.chain if claim.clause is not None and claim.verb.lemma_ in PHASES else ()
        begun = [self.doc[one] for one in chain if one != claim.verb.i]
        for token in self.doc[claim.verb.left_edge.i : claim.verb.right_edge.i + 1]:
            index = self.owners.get(token.i)
            if index is None or token.head.i in range(self.names[index].start, self.names[index].end):
                continue
            name = self.names[index]
            on = claim.verb if hangs_on(token, claim.verb) else next((one for one in begun if is_of(token, one)), None)
            if on is None or self._tells_which(token, on) or self.doc[token.head.i - 1].lower_ == "not":
                continue
            if name.type is EntityType.TIME_UNIT and time is None:
                time = name
            elif (
                name.type is EntityType.LOCATION
                and index not in ends
                and place is None
                and token.dep_ == "pobj"
                and token.head.lower_ in ("in", "at", "near", "on")
            ):
                place = name
        return time, place


def _reasons(
    claim: Claim, one: Name, other: Name, sense: Sense | None, why: tuple[str, ...], length: int
) -> tuple[str, ...]:
    rule, *rest = claim_reasons(claim, length)
    reasons = [rule, *rest, *dict.fromkeys(why)]
    if sense is not None:
        reasons.append("relation known")
    if min(one.weight, other.weight) < _DOUBTFUL:
        reasons.append("doubtful name")
    return tuple(reasons)


def _weight(reasons: tuple[str, ...]) -> float:
    return claim_weight(reasons) + sum(_EVIDENCE_WEIGHTS.get(reason, 0.0) for reason in reasons)
