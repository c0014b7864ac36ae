"""From claims between tokens to statements between names: the speaker, pronouns, nodes for common nouns, dates."""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Final

from extraction.lang.shared.dates import Period
from extraction.lang.shared.foreign_names import names_in
from extraction.lang.shared.senses import Sense
from extraction.lang.shared.universal.clauses import Claim, Clauses
from extraction.lang.shared.universal.nouns import is_worth_a_name, name_of, phrase, type_of
from extraction.model.context import Context
from extraction.model.findings import Findings, FoundName, FoundStatement
from extraction.names.known_names import capital_runs
from extraction.names.speakers import OF_FIRMS, ONE_OF_SEVERAL, SPEAKER
from graph.model.types import EntityType, Modality, Polarity, RelationType

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

RULE: Final = "rule"
ARGUMENT: Final = "argument"
_APPOSED: Final = ("appos", "nmod", "flat:name")
_CONFIDENCE: Final = 0.85
_WEIGHTS: Final = {ARGUMENT: 0.9, "pronoun": 0.85, ONE_OF_SEVERAL: 0.8, "relation known": 1.05}
"""The factor of each reason; set by hand."""


def findings(doc: "Doc", context: Context, clauses: Clauses) -> Findings:
    """Names and statements of one parsed chunk, names in the order of the text; its first subject is its topic."""
    reader = Reader(doc, context, clauses)
    reader.read()
    order = sorted(range(len(reader.names)), key=lambda index: (reader.names[index].start, reader.names[index].end))
    place = {index: at for at, index in enumerate(order)}
    topic = next((statement.subject for statement in reader.statements.values()), None)
    return Findings(
        names=tuple(replace(reader.names[index], about=index == topic) for index in order),
        statements=tuple(
            replace(statement, subject=place[statement.subject], object=place[statement.object])
            for statement in reader.statements.values()
        ),
        name_like=tuple(capital_runs(doc.text)),
    )


@dataclass(slots=True)
class Reader:
    """Reads one document: its names, which token belongs to which name (`owners`), and the statements so far."""

    doc: "Doc"
    context: Context
    clauses: Clauses
    names: list[FoundName] = field(default_factory=list[FoundName])
    owners: dict[int, int] = field(default_factory=dict[int, int])
    dates: dict[int, Period] = field(default_factory=dict[int, Period])
    statements: dict[tuple[int, int, str], FoundStatement] = field(
        default_factory=dict[tuple[int, int, str], FoundStatement]
    )
    speaker: int | None = None

    def read(self) -> None:
        """Reads every sentence; fills `names` and `statements`."""
        for name in names_in(self.doc, self.context):
            self._add(name)
        read = list(self.clauses.claims(self.doc))
        self._read_dates(read)
        for token in self.doc:
            self._relative(token)
        for claim in read:
            self._read(claim)

    def _add(self, name: FoundName) -> int:
        span = self.doc.char_span(name.start, name.end, alignment_mode="expand")
        self.names.append(name)
        index = len(self.names) - 1
        for place in range(span.start, span.end) if span is not None else ():
            self.owners.setdefault(place, index)
        return index

    def _read_dates(self, read: list[Claim]) -> None:
        for sentence in self.doc.sents:
            within = [claim for claim in read if claim.verb.sent == sentence]
            future = any(claim.modality is Modality.INTENDED for claim in within)
            past = any("aux:tense" in {child.dep_ for child in claim.verb.children} for claim in within)
            for start, end, period in self.clauses.grammar.dates(sentence.text, self.context.when, future - past):
                index = self._add(
                    FoundName(
                        start=sentence.start_char + start,
                        end=sentence.start_char + end,
                        surface=sentence.text[start:end],
                        name=period.name,
                        type=EntityType.TIME_UNIT,
                        confidence=0.95,
                        reasons=("date",),
                        method=RULE,
                    )
                )
                self.dates[index] = period

    def _relative(self, noun: "Token") -> None:
        """Whose relative a name is: "ma fille Alice", "ma sœur s'appelle Claire"."""
        grammar = self.clauses.grammar
        kind = grammar.roles.get(noun.lower_)
        if kind is None or not self._is_own(noun):
            return
        beside = [child for child in noun.children if child.dep_ in _APPOSED and not self.clauses.link_of(child)]
        if noun.dep_ == "nsubj" and noun.head.lemma_ in self._words("calling"):
            beside += [
                child for child in noun.head.children if child.dep_ in ("xcomp", "obj", "ats") and child.i > noun.i
            ]
        elif noun.dep_ == "nsubj" and any(
            child.lemma_ == grammar.copula and child.dep_ == "cop" for child in noun.head.children
        ):
            beside.append(noun.head)
        for child in beside:
            index, speaker = self.owners.get(child.i), self._speaker(noun)
            if index is None or speaker is None or self.names[index].type is not EntityType.PERSON:
                continue
            self.owners[noun.i] = index
            role = f"{noun.lower_} {grammar.of}"
            self._state(noun, (index, speaker), role, f"{grammar.copula} {role}", Sense(kind), (SPEAKER,))

    def _speaker(self, token: "Token") -> int | None:
        if self.context.speaker is None:
            return None
        if self.speaker is None:
            self.speaker = self._add(
                FoundName(
                    start=token.idx,
                    end=token.idx + len(token),
                    surface=token.text,
                    name=self.context.speaker,
                    type=EntityType.PERSON,
                    confidence=0.95,
                    reasons=(SPEAKER,),
                    method=RULE,
                )
            )
            if token.lower_ not in self._words("speaker") | self._words("several"):
                self.owners.pop(token.i, None)
        return self.speaker

    def _resolve(self, token: "Token") -> tuple[int | None, tuple[str, ...]]:
        """The name that a token refers to, and the reasons."""
        word = token.lower_
        if token.pos_ == "PRON" and word in self._words("speaker"):
            return self._speaker(token), (SPEAKER,)
        if token.pos_ == "PRON" and word in self._words("several"):
            return self._speaker(token), (SPEAKER, ONE_OF_SEVERAL)
        if token.pos_ == "PRON" and word in self._words("third_person"):
            people = {
                self.owners[place]
                for place in range(token.i)
                if place in self.owners and self.names[self.owners[place]].type is EntityType.PERSON
            } - {self.speaker}
            return (people.pop(), ("pronoun",)) if len(people) == 1 else (None, ())
        return self.owners.get(token.i), ()

    def _node(self, token: "Token") -> int | None:
        if not is_worth_a_name(self.clauses, token):
            return None
        start, end = phrase(self.clauses, token)
        first, last = self.doc[start], self.doc[end - 1]
        is_proper = self._is_proper(token)
        return self._add(
            FoundName(
                start=first.idx,
                end=last.idx + len(last),
                surface=self.doc[start:end].text,
                name=name_of(token, start, end),
                type=type_of(self.clauses, token),
                confidence=0.7,
                reasons=("proper noun",) if is_proper else (ARGUMENT,),
                method=RULE,
            )
        )

    def _read(self, claim: Claim) -> None:
        if claim.verb.lemma_ in self._words("calling") and claim.lemma != claim.verb.lemma_:
            return
        subject, subject_reasons = self._resolve(claim.subject)
        object_, object_reasons = self._resolve(claim.object)
        is_own = self._is_own(claim.subject)
        if object_ is not None and self.names[object_].type is EntityType.TIME_UNIT:
            return
        if subject is None and object_ is None and not (is_own or self._is_proper(claim.subject, claim.object)):
            return
        if subject is None:
            subject, subject_reasons = self._node(claim.subject), (ARGUMENT,)
        if object_ is None:
            if claim.object.pos_ == "PRON" or (claim.kind == "preposition" and self._is_aside(claim)):
                return
            object_, object_reasons = self._node(claim.object), (ARGUMENT,)
        if subject is None or object_ is None or subject == object_:
            return
        reasons = (claim.kind, *dict.fromkeys((*subject_reasons, *object_reasons)))
        sense = self._sense(claim, subject, object_, reasons)
        ends, predicate, lemma = (subject, object_), claim.predicate, claim.lemma
        if claim.kind == "agent":
            active = claim.verb.lemma_
            sense = self._fitting(active, self.names[object_].type, self.names[subject].type)
            ends, lemma = (object_, subject), active
            predicate = self.clauses.grammar.active(claim.verb)
        elif sense is not None and sense.swapped:
            ends = (object_, subject)
        self._state(claim.verb, ends, predicate, lemma, sense, reasons, claim)

    def _is_aside(self, claim: Claim) -> bool:
        """Whether a common noun behind a preposition goes with what is done to the object: "pour la facturation"."""
        has_object = any(child.dep_ == "obj" for child in claim.verb.children)
        return has_object and not any(place in self.owners for place in range(*phrase(self.clauses, claim.object)))

    def _sense(self, claim: Claim, subject: int, object_: int, reasons: tuple[str, ...]) -> Sense | None:
        ends = self.names[subject].type, self.names[object_].type
        if claim.kind == "copula":
            is_kind = self.names[object_].reasons[0] == ARGUMENT and claim.polarity is Polarity.POSITIVE
            return Sense(RelationType.INSTANCE_OF) if is_kind else None
        if claim.kind == "role":
            kind = self.clauses.grammar.roles.get(claim.verb.lower_) or self.clauses.grammar.roles.get(
                claim.verb.lemma_
            )
            return None if kind is None else Sense(kind)
        sense = self._fitting(claim.lemma, *ends)
        return None if sense is not None and ONE_OF_SEVERAL in reasons and sense.type in OF_FIRMS else sense

    def _fitting(self, lemma: str, subject: EntityType, object_: EntityType) -> Sense | None:
        return next(
            (sense for sense in self.clauses.grammar.senses.get(lemma, ()) if sense.fits(subject, object_)), None
        )

    def _state(
        self,
        verb: "Token",
        ends: tuple[int, int],
        predicate: str,
        lemma: str,
        sense: Sense | None,
        reasons: tuple[str, ...],
        claim: Claim | None = None,
    ) -> None:
        if sense is not None:
            reasons = (*reasons, "relation known")
        confidence = _CONFIDENCE
        for reason in reasons:
            confidence *= _WEIGHTS.get(reason, 1.0)
        time = self._time(verb) if claim is not None else None
        date = None if time is None else self.dates[time]
        until = time is not None and self._is_end(time)
        sentence = verb.sent
        self.statements.setdefault(
            (*ends, lemma),
            FoundStatement(
                subject=ends[0],
                object=ends[1],
                predicate=predicate,
                lemma=lemma,
                type=sense.type if sense else RelationType.RELATES_TO,
                start=sentence.start_char,
                end=sentence.start_char + len(sentence.text.rstrip()),
                confidence=round(min(0.95, confidence), 2),
                reasons=reasons,
                method=RULE,
                polarity=claim.polarity if claim else Polarity.POSITIVE,
                modality=claim.modality if claim else Modality.STATED,
                past=until or (claim.past if claim else False),
                time=date.name if date else None,
                place=self._place(verb, ends) if claim is not None else None,
                valid_from=date.start
                if date and not until and (claim is None or claim.polarity is Polarity.POSITIVE)
                else None,
            ),
        )

    def _time(self, verb: "Token") -> int | None:
        """The date that stands in the clause of a predicate, or in no other of its sentence."""
        dated = [place for place in range(verb.sent.start, verb.sent.end) if self.owners.get(place) in self.dates]
        near = [place for place in dated if self.clauses.predicate_of(self.doc[place]) == verb]
        return self.owners[near[0]] if near else None

    def _is_end(self, date: int) -> bool:
        before = self.doc.text[: self.names[date].start].rstrip().lower().rsplit(None, 1)
        return bool(before) and before[-1].startswith(self.clauses.grammar.until)

    def _place(self, verb: "Token", ends: tuple[int, int]) -> str | None:
        for child in verb.children:
            index = self.owners.get(child.i)
            if index is None or index in ends or self.clauses.link_of(child) not in self._words("placing"):
                continue
            if self.names[index].type is EntityType.LOCATION:
                return self.names[index].name
        return None

    def _is_proper(self, *tokens: "Token") -> bool:
        """Whether one of some words is written as a name within its sentence, though the head does not mark it."""
        return any(token.pos_ == "PROPN" and token.text[0].isupper() and not token.is_sent_start for token in tokens)

    def _is_own(self, token: "Token") -> bool:
        """Whether somebody is the speaker's: "mon fils"."""
        possessives = self._words("speakers_own")
        return any(child.lower_ in possessives and child.dep_ == "det" for child in token.children)

    def _words(self, name: str) -> frozenset[str]:
        return self.clauses.grammar.words(name)
