"""From claims between tokens to statements between names: coreference, nodes for common nouns, confidence."""

import re
from dataclasses import dataclass, field, replace
from datetime import UTC
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
from extraction.lang.en.clauses.clauses import HANGING, hangs_on, is_of
from extraction.lang.en.clauses.confidence import claim_reasons, claim_weight
from extraction.lang.en.clauses.gapping import gapped
from extraction.lang.en.clauses.tense import ends_at, is_past
from extraction.lang.en.clauses.voice import converse
from extraction.lang.en.facts.permanence import COMPLEMENT_NOUNS, TRAIT, is_group, trait_start
from extraction.lang.en.facts.relations import NEEDING, is_in_need, kind_named
from extraction.lang.en.facts.salience import (
    SPEAKERS_OWN,
    is_kin,
    is_lasting_fact,
    is_not_unique,
    is_speakers_own,
    is_vague,
    is_worth_two_nodes,
    name_start,
)
from extraction.lang.en.facts.senses import is_uninformative, sense_of
from extraction.lang.en.modality.frames import unreal_words
from extraction.lang.en.modality.quotations import quotations, quoted_speakers
from extraction.lang.en.names.coreference import PRONOUNS, Antecedents, Coreference
from extraction.lang.en.names.names import RULE, Name, probability
from extraction.lang.en.names.naming import NamesByNoun, names_by_noun
from extraction.lang.en.names.speaker import introduced_names, is_same_person, speaker_words, tag_as_names
from extraction.lang.en.names.terms import ARGUMENT, term_name, term_span
from extraction.lang.en.parse.tree import Tree
from extraction.lang.en.word_lists import KINDS, NAMING, PHASES, ROLES
from extraction.lang.shared.amounts import INEXACT
from extraction.lang.shared.senses import Sense
from extraction.model.context import Context
from extraction.model.findings import FoundStatement
from extraction.names.speakers import ONE_OF_SEVERAL, SEVERAL, SPEAKER
from extraction.names.work_names import marked_words
from graph.calendar.intervals import stretch
from graph.model.types import EntityType, Modality, Polarity, RelationType, holds, tells

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
"""Log-odds of the evidence beside the parse; the weights of the parse are fitted (`clauses/confidence.py`)."""
_DOUBTFUL = 0.4
"""Evidence for a name, in log-odds, below which a statement about it is doubtful too."""

_TRAIT_WEIGHT = 0.3
"""Evidence for a trait as a name, in log-odds."""
_TELLING = frozenset(("a", "an", "my", "our", "your", "his", "her", "its", "their"))
"""Words before a noun that tells what another is: "a sensor", "our director"."""
LEAST = 0.3
"""Statements less likely than this are dropped."""
_HANGING = tuple(f"+{rule}" for rule in HANGING)
_VERSION = re.compile(r"v?\d+(?:\.\d+)+")

Key = tuple[int, int, str, RelationType]


@dataclass(slots=True)
class Reader:
    """Reads one document: its names, which token belongs to which name (`owners`), and the statements so far.

    `dated` and `weighed` are statements whose object is a date or an amount, by the subject and verb (and amount) that
    they come from; they are dropped where another statement has the date (`undated`) or the amount (`carried`) as a
    field. `amount_names` are the names made of amounts, `first` the first amount that a verb gives to a subject.
    `unreal` and `reported` are the words within fiction and within quotations, `quoted` the words by which others speak
    of themselves, each with the word that names them, `gapped` the words of clauses that leave out their verb, `marked`
    those of what a note of work is about.
    """

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
    amount_names: dict[AmountSpan, int] = field(default_factory=dict[AmountSpan, int])
    weighed: dict[Key, tuple[int, int, str]] = field(default_factory=dict[Key, tuple[int, int, str]])
    carried: set[tuple[int, int, str]] = field(default_factory=set[tuple[int, int, str]])
    quoted: dict[int, int | None] = field(default_factory=dict[int, int | None])
    gapped: dict[int, range] = field(default_factory=dict[int, range])
    unreal: frozenset[int] = frozenset()
    reported: frozenset[int] = frozenset()
    marked: dict[int, EntityType] = field(default_factory=dict[int, EntityType])

    def read(self) -> None:
        """Reads every sentence; fills `statements`, and adds the names that statements earn."""
        self.sentences = list(self.doc.sents)
        self.tree = tree = Tree(self.doc)
        quoted = quotations(tree)
        self.quoted = quoted_speakers(tree, quoted)
        self.unreal = unreal_words(tree)
        self.reported = frozenset(at for quotation in quoted for at in range(quotation.start, quotation.end))
        self.selves = speaker_words(tree, memo=self.context.memo, quoted=self.quoted)
        self.names = [name for name in self.names if name.end - name.start > 1 or name.start not in self.selves]
        self.owners = {at: index for index, name in enumerate(self.names) for at in range(name.start, name.end)}
        is_third_person = tag_as_names(tree, self.selves) and self._speaker(self.doc[min(self.selves)]) is not None
        self.referents = Coreference(self.doc, self.names, is_third_person=is_third_person)
        self.marked = marked_words(self.doc)
        self.amounts = amount_spans(self.doc, self.owners)
        self.gaps = gaps(tree, self.amounts)
        self.named = names_by_noun(tree)
        self.gapped = {place: gap.words for gap in gapped(tree) for place in gap.words}
        self._introduce(tree)
        for claim in claims(tree, self.named):
            self._read_claim(self._framed(claim), tree.length_around(claim.verb.i))
        for key, origin in self.dated.items():
            # "met Lisa on Friday" is one statement with a time, not a second one with the day
            if origin in self.undated:
                self.statements.pop(key, None)
        for key, origin in self.weighed.items():
            # "paid Anna $50" is one statement with an amount, not a second one with what was paid
            if origin in self.carried:
                self.statements.pop(key, None)

    def _framed(self, claim: Claim) -> Claim:
        """A claim within fiction as possible, one within a quotation as reported."""
        if not tells(claim.modality):
            return claim
        if not self.unreal.isdisjoint((claim.verb.i, claim.subject.i, claim.object.i)):
            return replace(claim, modality=Modality.POSSIBLE)
        return replace(claim, modality=Modality.REPORTED) if claim.verb.i in self.reported else claim

    def _introduce(self, tree: Tree) -> None:
        """Gives the speaker the names that they say are theirs: what is said of either is said of both."""
        label = self.context.speaker
        if label is None:
            return
        for place, is_nickname in introduced_names(tree, self.selves):
            index = self.owners.get(place)
            name = self.names[index] if index is not None else None
            if place in self.unreal or place in self.reported:
                continue
            if index is None or name is None or name.type is not EntityType.PERSON or name.name == label:
                continue
            speaker = (
                self._speaker(self._myself(place))
                if is_same_person(label, name.name, is_nickname=is_nickname)
                else None
            )
            if speaker is not None:
                # The name stays a name: what others call them by a part of it is told by the whole.
                themselves = self.names[speaker]
                self.names[speaker] = replace(themselves, aliases=(*themselves.aliases, name.name))
                self.owners.update(dict.fromkeys(range(name.start, name.end), speaker))

    def _myself(self, place: int) -> "Token":
        """The word of the sentence by which the speaker speaks of themselves."""
        return next(token for token in self.doc[place].sent if token.i in self.selves)

    def _read_claim(self, claim: Claim, sentence_words: int) -> None:
        if any(gap.is_mistaken(claim) for gap in self.gaps.values()) or self._is_within_name(claim.object):
            return
        if claim.object.i in self.amounts:
            counted = measured(self.tree, claim, self.amounts)
            if counted is None:
                return
            if counted.object.i in self.amounts:
                for given in receivers(self.tree, counted, self.amounts):
                    self._read_claim(given, sentence_words)
                self._read_amount(counted, sentence_words)
                gap = self.gaps.get(self.amounts[claim.object.i])
                if gap is not None and gap.verb == claim.verb.i:
                    self._read_claim(
                        replace(claim, subject=self.doc[gap.noun], object=self.doc[gap.amount.root]), sentence_words
                    )
                return
            claim = counted
        is_of_row = bool(self.marked) and claim.rule == "apposition" and not _tells_what(claim.verb)
        if claim.rule.startswith(MEASURE) or is_of_row:
            return
        if claim.verb.lemma_ in NAMING and claim.subject.i in self.named:
            # "My daughters are called Ivy and Rose": the names are theirs, and not what they do
            return
        subjects, subject_reasons = self.resolve(self._antecedent(claim.subject, claim))
        is_own = self._is_own(claim.subject, subjects)
        if not subjects and not is_own and term_span(claim.subject) is None:
            return
        objects, object_reasons = self._object(claim)
        if not objects and (is_own or not subjects):
            if not (is_own and is_lasting_fact(claim)) and not is_worth_two_nodes(claim):
                return
            objects, object_reasons = self._node_for(claim.object, claim), ("common noun",)
        if not subjects:
            if not objects or claim.rule == "noun-preposition" or (not is_own and self._only_dates(claim, objects[0])):
                return
            subjects, subject_reasons = self._node_for(claim.subject, claim), ("common noun",)
        if not objects and (
            claim.rule not in ("noun-preposition", "object-preposition") or claim.noun in COMPLEMENT_NOUNS
        ):
            objects, object_reasons = self._node_for(claim.object, claim), ("common noun",)
        if claim.rule.endswith(_HANGING) and not any(
            self.is_proper(index) and self.names[index].type is not EntityType.TIME_UNIT for index in objects
        ):
            return  # "focuses on hiring staff" tells of the hiring, and of no staff
        for subject in subjects:
            for object_ in objects:
                if subject != object_ and self.names[subject].type is not EntityType.TIME_UNIT:
                    self._add_statement(claim, subject, object_, (*subject_reasons, *object_reasons), sentence_words)

    def is_proper(self, index: int | None) -> bool:
        """Whether an end is a name of the text, and no noun that got a node for a fact's sake."""
        return index is not None and self.names[index].reasons[0] != ARGUMENT

    def _is_within_name(self, thing: "Token") -> bool:
        """Whether a word is no end by itself: "Cosines" of "the Law of Cosines", the version behind "Redis 7.2.1"."""
        index = self.owners.get(thing.i)
        is_time = index is not None and self.names[index].type is EntityType.TIME_UNIT
        if index is not None and not is_time and thing.head.pos_ == "ADP" and self.owners.get(thing.head.i) == index:
            return True
        before = thing.doc[max(0, thing.i - 1)]
        return _VERSION.fullmatch(thing.text) is not None and before.pos_ == "PROPN"

    def _is_own(self, token: "Token", resolved: tuple[int, ...]) -> bool:
        """Whether somebody is referred to by their relation to the speaker ("my dad"), and by no name."""
        has_name = any(self.names[index].reasons[0] != ARGUMENT for index in resolved)
        return not has_name and is_speakers_own(self.tree, token.i, self.selves)

    def _only_dates(self, claim: Claim, object_: int) -> bool:
        """Whether a claim only dates a noun that says little: "the thing happened in May"."""
        return self.names[object_].type is EntityType.TIME_UNIT and claim.subject.lemma_.lower() not in KINDS

    def _read_amount(self, claim: Claim, sentence_words: int) -> None:
        """Adds how much something is, costs or weighs: the amount becomes a node, and a common noun may, too."""
        subjects, end_reasons = self.resolve(self._antecedent(claim.subject, claim))
        if not subjects and claim.subject.i not in self.amounts:
            subjects, end_reasons = self._node_for(claim.subject, claim), ("common noun",)
        amount = self.amounts[claim.object.i]
        for subject in subjects:
            # "sold for $5 and the pen for $2": the second is another's
            first = self.first.setdefault((subject, claim.verb.i, claim.lemma), amount)
            is_its_own = first is amount or not claim.rule.startswith("preposition")
            is_person = self.names[subject].type is EntityType.PERSON and claim.core == "be"
            if is_its_own and not is_person and self.names[subject].type is not EntityType.TIME_UNIT:
                if amount not in self.amount_names:
                    self.names.append(amount.name)
                    self.amount_names[amount] = len(self.names) - 1
                self._add_statement(
                    claim, subject, self.amount_names[amount], (*end_reasons, *amount.name.reasons), sentence_words
                )

    def _object(self, claim: Claim) -> Antecedents:
        if claim.rule == "apposition" and claim.object.i in self.named:
            # "two cats, Momo and Luna": here the noun is their kind and does not refer to them
            kind = self.owners.get(claim.object.i)
            return ((), ()) if kind is None else ((kind,), ("common noun",))
        return self.resolve(self._antecedent(claim.object, claim) if "passive" in claim.rule else claim.object)

    def resolve(self, token: "Token") -> Antecedents:
        """The names that a token refers to (several for "they"), and the reasons."""
        index, word = self.owners.get(token.i), token.lower_
        if token.i in self.quoted:
            source = self.quoted[token.i]
            return ((), ()) if source is None or source in self.quoted else self.resolve(self.doc[source])
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
        """The speaker, each time by the same reasons; nobody for "Mine is golf", which is about a thing."""
        is_thing = token.lower_ == "mine" and token.dep_ != "pobj"
        speaker = None if is_thing else self._speaker(token)
        end_reasons = (SPEAKER, ONE_OF_SEVERAL) if token.lower_ in SEVERAL else (SPEAKER,)
        return ((), ()) if speaker is None else ((speaker,), end_reasons)

    def _antecedent(self, token: "Token", claim: Claim) -> "Token":
        """The subject of the copula, when a clause describes what a name is said to be ("Heat is a film by …")."""
        if token.dep_ != "attr" or "+" not in claim.rule:
            return token
        index = self.owners.get(token.i)
        if index is not None and self.names[index].reasons[0] != ARGUMENT:
            return token
        subjects = [child for child in token.head.children if child.dep_ == "nsubj"]
        if subjects and (subjects[0].i in self.owners or subjects[0].pos_ == "PRON"):
            return subjects[0]
        return token

    def _speaker(self, token: "Token") -> int | None:
        if self.context.speaker is None:
            return None
        if self.speaker is None:
            self.speaker = self._add(
                Name(
                    start=token.i,
                    # "we" stands for nobody's name
                    end=token.i + (token.lower_ not in SEVERAL),
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

    def _node_for(self, token: "Token", claim: Claim) -> tuple[int, ...]:
        """A node for a common noun phrase, if it says enough to be worth one."""
        if claim.rule.startswith(TRAIT) and token.i == claim.object.i:
            return (self._add(_trait_name(self.tree, token.i)),)
        is_subject = token.i == claim.subject.i
        is_own = is_subject and is_speakers_own(self.tree, token.i, self.selves)
        single_word = (token.i, token.i + 1) if is_own or is_kin(token, claim) else None
        term = term_span(token) or single_word
        if is_own and term is not None:
            term = (min(term[0], name_start(self.tree, token.i)), term[1])
        if term is None or (is_subject and is_not_unique(self.tree, token.i, self.selves)):
            return ()
        # "a 5 kg bag" is a bag
        start = max([term[0], *(at + 1 for at in range(term[0], token.i) if at in self.amounts)])
        if not is_own and self._is_vague(token, claim, is_compound=term[1] - term[0] > 1):
            return ()
        term = (start, term[1])
        if any(at in self.owners for at in range(term[0], term[1])):
            return ()
        reasons = (ARGUMENT, SPEAKERS_OWN if is_own else claim.rule.split("+")[0])
        return (self._add(term_name(self.doc, *term, reasons=reasons)),)

    def _is_vague(self, token: "Token", claim: Claim, *, is_compound: bool) -> bool:
        if claim.object.i in self.amounts:
            return not earns_node(claim, several=is_compound)
        return is_vague(token, claim, is_compound=is_compound)

    def _add(self, name: Name) -> int:
        self.names.append(name)
        index = len(self.names) - 1
        for at in range(name.start, name.end):
            self.owners[at] = index
        return index

    def _add_statement(
        self, claim: Claim, subject: int, object_: int, end_reasons: tuple[str, ...], sentence_words: int
    ) -> None:
        bearer, other = self.names[subject], self.names[object_]
        if claim.instead_of is not None and self._is_of_another_kind(other, claim.instead_of):
            # "Anna leads the office instead of Tom" sets aside who leads, not what
            return
        is_amount = other.subtype is not None
        sense = None if is_amount else sense_of(claim, bearer, other, is_group=ONE_OF_SEVERAL in end_reasons)
        if not is_amount and is_uninformative(claim, bearer, other, sense):
            return
        predicate, lemma = claim.predicate, claim.lemma
        if sense is not None and is_in_need(claim.core, claim.polarity):
            claim, lemma = replace(claim, polarity=Polarity.POSITIVE, modality=Modality.STATED), NEEDING
        if sense is not None and sense.swapped:
            subject, object_ = object_, subject
            predicate, lemma = converse(lemma, predicate, is_factual=holds(claim.polarity, claim.modality))
            # a passive that is swapped twice keeps the words of the text
            predicate = claim.passive_predicate or predicate
        reasons = _reasons(claim, bearer, other, sense, end_reasons, sentence_words)
        sentence = claim.verb.sent
        if claim.subject.dep_ in ("nsubj", "nsubjpass"):
            self.topics.append(subject)
        time, place = self._when_and_where(claim, {subject, object_})
        # "set for May 3": a statement whose object is the date itself holds from when it is said
        has_start = (
            claim.polarity is Polarity.POSITIVE
            and other.type is not EntityType.TIME_UNIT
            and time is not None
            and not ends_at(self.doc[time.start : time.end].root)
        )
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
            past=is_past(claim, dated=time is not None and not self._is_over(time)),
            time=time.name if time else None,
            place=place.name if place else None,
            amount=None if is_amount or not self.amounts else adjacent_amount(self.tree, claim, self.amounts),
            valid_from=time.period.start if time and time.period and has_start else None,
        )
        self._keep(statement, claim, dated=other.type is EntityType.TIME_UNIT)

    def _is_of_another_kind(self, name: Name, kept: "Token") -> bool:
        index = self.owners.get(kept.i)
        if index is None:
            # "Rather than Ken, Tom leads the demo"
            return name.type is EntityType.PERSON and kind_named(kept.lemma_.lower()) is not EntityType.PERSON
        # "dark mode instead of light mode" is read as "mode", of which the other is one
        return self.names[index].type is not name.type or name.name.lower() in self.names[index].name.lower()

    def _is_over(self, time: Name) -> bool:
        """Whether a date lies before the memory: "worked for Acme in 2015" tells of what was so then."""
        when = self.context.when
        lasting = None if time.period is None else stretch(time.period.name, when.tzinfo or UTC)
        return lasting is not None and lasting[1] <= when

    def _keep(self, statement: FoundStatement, claim: Claim, *, dated: bool) -> None:
        """Keeps the most confident of equal statements, and notes which of them may only date or weigh another."""
        key = (statement.subject, statement.object, statement.lemma, statement.type)
        if dated:
            self.dated[key] = (statement.subject, claim.verb.i)
        else:
            # "founded by Ann in 2019" is her deed of that year, and "founded in 2019" no second fact of the firm
            self.undated.update((end, claim.verb.i) for end in (statement.subject, statement.object))
        if self.names[statement.object].subtype is not None:
            self.weighed[key] = (statement.subject, claim.verb.i, self.names[statement.object].name)
        elif statement.amount and statement.confidence >= LEAST:
            self.carried.add((statement.subject, claim.verb.i, statement.amount))
        best = self.statements.get(key)
        if best is None or best.confidence < statement.confidence:
            self.statements[key] = statement

    def _is_model_year(self, date: "Token", verb: "Token") -> bool:
        """Whether a date is part of the name of a thing that does it ("the 2015 Honda Civic broke down")."""
        index = self.owners.get(date.head.i)
        return date.i < verb.i and index is not None and self.names[index].type is EntityType.OBJECT

    def _when_and_where(self, claim: Claim, ends: set[int]) -> tuple[Name | None, Name | None]:
        """The date and the place that hang on the claim's own verb, or on what it began or stopped."""
        time = place = None
        is_dated = any(self.names[end].type is EntityType.TIME_UNIT for end in ends)
        if claim.verb.pos_ not in ("VERB", "AUX"):
            return None, None
        chain = claim.clause.chain if claim.clause is not None and claim.verb.lemma_ in PHASES else ()
        begun = [self.doc[verb] for verb in chain if verb != claim.verb.i]
        for token in self.doc[claim.verb.left_edge.i : claim.verb.right_edge.i + 1]:
            index = self.owners.get(token.i)
            if self.gapped.get(token.i) != claim.gap:
                continue
            if index is None or token.head.i in range(self.names[index].start, self.names[index].end):
                continue
            name = self.names[index]
            verb = (
                claim.verb
                if hangs_on(token, claim.verb)
                else next((verb for verb in begun if is_of(token, verb)), None)
            )
            if verb is None or self._is_model_year(token, verb) or self.doc[token.head.i - 1].lower_ == "not":
                continue
            # "moved from Friday to Tuesday" is not of the day that it left
            is_left = is_dated and index not in ends and token.head.lower_ == "from"
            if name.type is EntityType.TIME_UNIT and time is None and not is_left:
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
    claim: Claim, subject: Name, object_: Name, sense: Sense | None, end_reasons: tuple[str, ...], sentence_words: int
) -> tuple[str, ...]:
    reasons = [*claim_reasons(claim, sentence_words), *dict.fromkeys(end_reasons)]
    if sense is not None:
        reasons.append("relation known")
    if min(subject.weight, object_.weight) < _DOUBTFUL:
        reasons.append("doubtful name")
    return tuple(reasons)


def _trait_name(tree: Tree, adjective: int) -> Name:
    """What somebody is as a name, with the noun that it needs before it: "lactose intolerant"."""
    start = trait_start(tree, adjective)
    shown = tree.spelled(range(start, adjective + 1))
    return Name(
        start=start,
        end=adjective + 1,
        name=shown if is_group(tree, adjective) else shown.lower(),
        type=EntityType.CONCEPT,
        weight=_TRAIT_WEIGHT,
        reasons=(ARGUMENT, TRAIT),
        method=RULE,
    )


def _weight(reasons: tuple[str, ...]) -> float:
    return claim_weight(reasons) + sum(_EVIDENCE_WEIGHTS.get(reason, 0.0) for reason in reasons)


def _tells_what(noun: "Token") -> bool:
    """Whether a noun behind another tells what that is: "our director", "a sensor"; in notes others stand in rows."""
    return noun.lower_ in ROLES or any(child.lower_ in _TELLING for child in noun.children)
