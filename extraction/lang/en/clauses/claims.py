"""The claims of a text: its clauses as relations between two tokens, from which statements between names are made.

A claim has the subject of a clause (see `clauses.py`), one target of one complement, and what depends on that target
("is the CEO of Acme", "is Tom's brother").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from extraction.lang.en.amounts.measured import MEASURE
from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.clauses.clauses import Clause, Complement, clauses, is_passive
from extraction.lang.en.clauses.contrasts import Contrast, contrasts
from extraction.lang.en.clauses.copular import attributes, favourite_words, inverted, is_inverted
from extraction.lang.en.clauses.gapping import Gap, gapped
from extraction.lang.en.clauses.nominal import of_apposition, of_called, of_noun_preposition, of_possessive
from extraction.lang.en.clauses.reciprocals import reciprocal_claims
from extraction.lang.en.clauses.tense import EXCHANGED, EXCHANGING, is_future, is_until_event
from extraction.lang.en.clauses.voice import active
from extraction.lang.en.dates.calendar import WEEKDAY_NAMES
from extraction.lang.en.facts.permanence import COMPLEMENT_NOUNS, TRAIT, is_restricted_denial, is_trait
from extraction.lang.en.facts.relations import is_relational
from extraction.lang.en.modality.cues import has_to
from extraction.lang.en.modality.mood import combined_polarity, mood_at
from extraction.lang.en.names.naming import NamesByNoun
from extraction.lang.en.parse.tree import COMMON, PROPER, Tree
from extraction.lang.en.word_lists import ARTICLES, ENJOYED, FACTIVE, LIGHT_VERBS, POSTS, QUITTING, ROLES
from extraction.names.kinship import MUTUAL, english_of
from extraction.names.label_confidence import PERSON
from extraction.text.lexicon import lexicon
from graph.model.types import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

_MUTUAL: Final = english_of(MUTUAL)
_CONTRASTS = frozenset(("but", "nor", "not", "neither", "yet", "never"))
"""Words between or before joined adjectives that do not share their polarity."""
DIRECTIVES: Final = frozenset("ask tell allow persuade encourage order advise remind invite urge instruct".split())  # noqa: SIM905
"""Causatives that say what somebody is to do, not what was done."""
_CAUSATIVES: Final = DIRECTIVES | frozenset("make let have get help force cause enable".split())  # noqa: SIM905
_BARE: Final = ("have", "let", "make")
"""Causatives that take no "to"."""
_PLACE_PREPOSITIONS = frozenset(("in", "at", "on", "near"))
_SHORT: Final = ("compound", "nummod")
"""What a noun keeps in a predicate where all of it is long: "moves two rooms to", "sets pool size for"."""
_SHORT_NOUN: Final = 7
"""Words of a noun, at most, that a predicate keeps whole."""
_WITHOUT_SUBJECT = ("relative", "participle")
"""Rules of clauses whose subject is the noun that they modify."""

_REPLACING: Final = "replace"
_NO_FIRMS: Final = (PERSON, "LOCATION")
_RESIGNING: Final = frozenset(("resign", "retire", "step down", "quit"))
_LEAVING: Final = "leave"
_DEPARTING: Final = "depart"
"""The dictionary form of a leaving that ends neither a job nor a home."""
_departures = lexicon("extraction.lang.en", "departures").words
_FREQUENCY_ADVERBS: Final = _departures("frequency")
_RECURRENCE: Final = frozenset(("every", "each", "early"))
_TIMES_OF_DAY: Final = _departures("time_of_day")
_HOURS: Final = _departures("hour")
_ABSENCES: Final = _departures("absence")
"""What one goes away for and comes back from."""
_ERRAND_VERBS: Final = _departures("errand")
"""What one goes away to do and comes back from: who leaves "to join Stripe" does not."""
_TIME_PREPOSITIONS: Final = frozenset("at around about before after by in till until from".split())  # noqa: SIM905
_CONTRACTIONS = {
    ("'re", "be"): "are", ("'m", "be"): "am", ("'s", "be"): "is", ("'s", "have"): "has", ("'ve", "have"): "have",
    ("'ll", "will"): "will", ("'d", "would"): "would", ("'d", "'d"): "had",
}  # fmt: skip
"""The full forms of contractions, by their text and lemma; the lemma of a past "'d" is itself."""


def claims(tree: Tree, named: NamesByNoun) -> Iterator[Claim]:
    """Every claim of a text, those of a clause in the order of its complements; `named` are its nouns with a name."""
    for claim in _claims(tree, named):
        # "my future wife Anna"
        is_planned = claim.noun is not None and claim.modality is Modality.STATED and is_future(claim)
        yield replace(claim, modality=Modality.INTENDED) if is_planned else claim


def _claims(tree: Tree, named: NamesByNoun) -> Iterator[Claim]:
    set_aside, gaps = contrasts(tree), gapped(tree)
    for clause in clauses(tree):
        made = _of_clause(tree, clause)
        made = _contrasted(tree, made, set_aside) if set_aside else made
        yield from _filled(tree, made, gaps) if gaps else made
    for place, label in enumerate(tree.dep):
        if label == "appos":
            yield from of_apposition(tree, place)
        elif label == "poss":
            yield from of_possessive(tree, place, named)
        elif label == "prep" and tree.pos[tree.head[place]] in ("NOUN", "PROPN"):
            yield from of_noun_preposition(tree, place)
    yield from of_called(tree, named)


def _contrasted(tree: Tree, made: Iterator[Claim], set_aside: Sequence[Contrast]) -> Iterator[Claim]:
    """The claims of a clause with what it sets aside denied: "uses PostgreSQL", "does not use MySQL"."""
    others = {other for contrast in set_aside for other in contrast.others}
    for claim in made:
        if claim.object.i in others or claim.subject.i in others:
            continue
        yield claim
        for contrast in set_aside:
            if claim.object.i == contrast.kept and claim.polarity is Polarity.POSITIVE:
                for other in contrast.others:
                    yield replace(claim, object=tree.doc[other], polarity=Polarity.NEGATIVE, instead_of=claim.object)


def _filled(tree: Tree, made: Iterator[Claim], gaps: Sequence[Gap]) -> Iterator[Claim]:
    """The claims of a clause, and of those behind it that leave out its verb."""
    for claim in made:
        if any(claim.object.i in gap.words or claim.subject.i in gap.words for gap in gaps):
            continue
        yield claim
        for gap in gaps:
            if gap.is_sure and claim.object.i == gap.answers and claim.noun is None:
                yield replace(claim, subject=tree.doc[gap.subject], object=tree.doc[gap.object], gap=gap.words)


def _of_clause(tree: Tree, clause: Clause) -> Iterator[Claim]:
    above = controller(tree, clause.verb) if clause.rule == "controlled" else ""
    if clause.rule == "expletive" or (above and above not in _CAUSATIVES):
        return
    verb = tree.doc[clause.verb]
    modality, polarity = mood_at(verb)
    if polarity is Polarity.NEGATIVE and is_until_event(verb):
        # "didn't join Acme until 2015" joined it then
        polarity = Polarity.POSITIVE
    if modality is Modality.STATED:
        if clause.source is not None and tree.lemma[tree.head[clause.verb]] not in FACTIVE:
            modality = Modality.REPORTED
        elif above in DIRECTIVES:
            modality = Modality.INTENDED
    if polarity is Polarity.NEGATIVE and is_restricted_denial(verb):
        # "don't work at Google on Fridays" denies the day, and not the work
        return
    attribute_claims = list(attributes(tree, clause, polarity, modality))
    if attribute_claims:
        yield from attribute_claims
        return
    passive = is_passive(tree, clause.verb)
    phrase = _Phrase(tree, clause, "" if clause.rule == "subject" else f"+{clause.rule}")
    subjects = [tree.doc[subject] for subject in clause.subjects] if clause.rule not in _WITHOUT_SUBJECT else []
    is_departure = _is_departure(tree, clause.verb)
    for claim in phrase.claims(passive=passive):
        if is_departure and claim.lemma == _LEAVING:
            claim = replace(claim, lemma=_DEPARTING, core=_DEPARTING)
        claim = replace(claim, polarity=combined_polarity(polarity, claim.polarity), modality=modality)
        for subject in subjects or [claim.subject]:
            of_subject = replace(claim, subject=subject)
            if tree.is_denied(subject.i):
                of_subject = replace(of_subject, polarity=Polarity.NEGATIVE)
            yield _active(of_subject, subject) if claim.rule.startswith("agent") else of_subject
    yield from inverted(tree, clause, polarity, modality)
    yield from reciprocal_claims(tree, clause, polarity, modality)
    yield from _resignations(tree, clause, polarity, modality)
    if not passive:
        yield from _exchanges(tree, clause, polarity, modality)
    yield from _causative(tree, clause, polarity, modality)


def controller(tree: Tree, verb: int) -> str:
    """The verb of whose object another is told: "ask" of "asked Tom to call and come"."""
    while tree.dep[verb] == "conj":
        verb = tree.head[verb]
    return tree.lemma[tree.head[verb]]


def _active(claim: Claim, patient: "Token") -> Claim:
    """A passive made active, so that "Ann wrote it" and "it was written by Ann" give one statement."""
    lemma = claim.verb.lemma_
    return replace(
        claim,
        subject=claim.object,
        object=patient,
        rule=claim.rule.replace("agent", "passive"),
        predicate=active(claim.predicate, lemma, claim.verb.text),
        passive_predicate=claim.predicate,
        lemma=lemma,
        core=lemma,
    )


@dataclass(frozen=True, slots=True)
class _Phrase:
    """Builds the claims of one clause; `suffix` is what their rule says of how the subject was found ("+relative")."""

    tree: Tree
    clause: Clause
    suffix: str

    def claims(self, *, passive: bool) -> Iterator[Claim]:
        """One claim for each target of each complement, its subject the clause's first."""
        for complement in self.clause.complements:
            if complement.kind in ("object", "recipient", "predicative"):
                if self.tree.pos[complement.head] not in ("VERB", "AUX"):
                    yield from self._of_object(complement)
            elif complement.kind == "preposition":
                yield from self._of_preposition(complement, passive=passive)
            elif complement.kind in ("adjective", "adverbial"):
                yield from self._of_adjective(complement)

    def _of_object(self, complement: Complement) -> Iterator[Claim]:
        """The object itself, and through it what it belongs to ("is the CEO of Acme", "is Tom's brother")."""
        tree, predicative = self.tree, complement.kind == "predicative"
        is_gap = complement.head == tree.head[self.clause.verb]
        stranded = tree.lower[complement.link[0]] if complement.link else ""
        how = "copula" if predicative else "object"
        if not (predicative and is_inverted(tree, self.clause, complement)):
            yield from self._each(complement.targets, complement.link, stranded, f"{how}+relative" if is_gap else how)
        if is_gap:
            return
        for head in complement.targets:
            if predicative and tree.labelled(head, "case"):
                continue  # "is my brother's": whose it is, and nobody's brother
            noun = tree.lemma[head].lower()
            for preposition in tree.labelled(head, "prep"):
                targets = tree.labelled(preposition, "pobj")
                # "a degree in physics", and not "a degree of doubt"
                needs_complement = noun in COMPLEMENT_NOUNS and (noun, tree.lower[preposition]) != ("degree", "of")
                if targets and tree.pos[head] == "PROPN" and (not predicative or tree.lower[preposition] == "from"):
                    # "met Tom in Rome": a name takes no place of its own, the verb does
                    link = tree.lower[preposition]
                    yield from self._each(tree.joined(targets[0]), (preposition,), link, "preposition")
                elif predicative and (
                    tree.labelled(head, "nummod")
                    or (tree.pos[head] == "PROPN" and tree.lower[preposition] in _PLACE_PREPOSITIONS)
                ):
                    # "is Sushi Saito in Ginza", "is twelve people in Rome": it is that complement, wherever it is
                    continue
                elif targets and (predicative or tree.pos[targets[0]] == "PROPN" or needs_complement):
                    # "works night shifts at Acme": how much one works is no work of its own
                    is_amount = not predicative and tree.lemma[self.clause.chain[-1]] == "work"
                    lemma = tree.lower[preposition] if is_amount else f"{noun} {tree.lower[preposition]}"
                    relating = None if is_amount else noun
                    yield from self._each(
                        tree.joined(targets[0]), (head, preposition), lemma, f"{how}-preposition", relating
                    )
            if predicative:
                for owner in tree.labelled(head, "poss"):
                    yield from self._each(
                        (owner,), (*favourite_words(tree, head), head), f"{noun} of", "copula-possessive", noun
                    )

    def _of_preposition(self, complement: Complement, *, passive: bool) -> Iterator[Claim]:
        if not complement.targets or self.tree.lower[complement.link[0]] == "according":
            # a source, and no complement
            return
        last = self.tree.lower[complement.link[-1]]
        how = "agent" if self.tree.dep[complement.head] == "agent" or (last == "by" and passive) else "preposition"
        noun = self._light_noun()
        is_enjoyed = self.tree.lemma[self.clause.chain[-1]] in ENJOYED and not passive
        if last == "by" and is_enjoyed and self._has_named_object():
            # "reading Dune by Frank Herbert": the parser ties to the verb who made it
            return
        thing = self._object_before(complement) if noun is None and how == "preposition" else noun
        if thing is None and self._is_before_object(complement):
            return
        words = complement.link if thing is None else (*complement.link, *self._to_noun(thing, is_whole=noun is None))
        link = last if noun is None else f"{self.tree.lemma[noun]} {last}"
        yield from self._each(complement.targets, words, link, how)
        if last == "as":
            # "works as a lawyer at Acme": what hangs on the role is the verb's
            for preposition in self.tree.labelled(complement.targets[0], "prep"):
                targets = self.tree.labelled(preposition, "pobj")
                if targets and self.tree.pos[targets[0]] == "PROPN":
                    # "resigned as CEO of Acme" left the firm
                    is_left = _lemma(self.tree, self.clause.chain[-1]) in _RESIGNING
                    link = "from" if is_left else self.tree.lower[preposition]
                    words = () if is_left else (preposition,)
                    yield from self._each(self.tree.joined(targets[0]), words, link, how)

    def _is_before_object(self, complement: Complement) -> bool:
        """Whether a preposition stands before a verb with an object, which only tells where it was: "Lea, in Rome,
        wrote the guide".
        """
        objects = any(part.kind == "object" and not part.link for part in self.clause.complements)
        return (
            objects and complement.head < self.clause.verb and self.tree.lower[complement.head] in _PLACE_PREPOSITIONS
        )

    def _to_noun(self, noun: int, *, is_whole: bool) -> Sequence[int]:
        """The words of an object that stand in a predicate: "rode his bicycle to" Rome, "quit job at" Acme."""
        words = [word for word in self.tree.phrase(noun, alone=True) if word <= noun or self.tree.dep[word] == "nummod"]
        is_short = is_whole and len(words) <= _SHORT_NOUN
        return words if is_short else [*self.tree.labelled(noun, *_SHORT), noun]

    def _object_before(self, complement: Complement) -> int | None:
        """What is done something to, without which the verb says nothing: "sets the limit for", and not "sets for"."""
        objects = (part.head for part in self.clause.complements if part.kind == "object" and not part.link)
        # an amount is kept beside the fact: "raised from Acme", 5 million
        nouns = (head for head in objects if self.tree.tag[head] != "CD")
        return next((head for head in nouns if self.clause.verb < head < complement.head), None)

    def _has_named_object(self) -> bool:
        objects = [complement.targets for complement in self.clause.complements if complement.kind == "object"]
        return any(self.tree.tag[target] in PROPER for targets in objects for target in targets)

    def _light_noun(self) -> int | None:
        """The noun that says what is done where the verb says little: "take place in", "quit my job at"."""
        tree, verb = self.tree, self.tree.lemma[self.clause.chain[-1]]
        objects = [complement.head for complement in self.clause.complements if complement.kind == "object"]
        if verb in QUITTING:
            return next((head for head in objects if tree.lemma[head] in POSTS), None)
        if verb not in LIGHT_VERBS:
            return None
        nouns = (head for head in objects if tree.tag[head] == "NN" or tree.lemma[head] in _MUTUAL)  # "friends"
        return next((head for head in nouns if not _is_modified(tree, head)), None)

    def _of_adjective(self, complement: Complement) -> Iterator[Claim]:
        tree = self.tree
        if tree.dep[complement.head] == "npadvmod":
            yield from self._each(complement.targets, (), "", MEASURE)
        elif complement.kind == "adjective":
            yield from self._each(
                tree.labelled(complement.head, "npadvmod"),
                (complement.head,),
                tree.lemma[complement.head].lower(),
                MEASURE,
            )
        for adjective in self._joined_adjectives(complement.head):
            if self.clause.chain == (self.clause.verb,) and is_trait(tree, self.clause.verb, adjective):
                yield from self._each((adjective,), (), "", TRAIT)
            for preposition in tree.labelled(adjective, "prep"):
                for target in tree.labelled(preposition, "pobj"):
                    lemma = f"{tree.lemma[adjective].lower()} {tree.lower[preposition]}"
                    yield from self._each(tree.joined(target), (adjective, preposition), lemma, "adjective")

    def _joined_adjectives(self, adjective: int) -> list[int]:
        """An adjective and those joined to it with the same polarity: not behind "but" or "nor"."""
        tree = self.tree
        row = tree.joined(adjective)
        words = {tree.lower[place] for place in range(row[0], row[-1])} | {
            tree.lower[kid] for kid in tree.kids[adjective]
        }
        denied = any(tree.dep[kid] == "neg" for kid in tree.kids[self.clause.verb])
        return [adjective] if denied or not _CONTRASTS.isdisjoint(words) else row

    def _each(
        self, targets: Sequence[int], words: Sequence[int], lemma: str, how: str, noun: str | None = None
    ) -> Iterator[Claim]:
        tree, clause = self.tree, self.clause
        lemmas = [_lemma(tree, verb) for verb in clause.chain]
        # "has no allergy to nuts" denies the noun before
        is_negated = any(
            tree.lower[child] == "no" for place in (*targets[:1], *words[:1]) for child in tree.kids[place]
        )
        # "works at Google, not at Apple"
        is_negated = is_negated or (bool(words) and tree.lower[words[0] - 1] == "not" and tree.pos[words[0]] == "ADP")
        for target in (*targets, *_denied_appositions(tree, targets)):
            denied = is_negated or tree.is_denied(target)
            yield Claim(
                subject=tree.doc[clause.subjects[0]],
                object=tree.doc[target],
                verb=tree.doc[clause.verb],
                predicate=_spelled_predicate(tree, clause.predicate, words),
                lemma=f"{' '.join(lemmas)} {lemma}".strip(),
                core=f"{lemmas[-1]} {lemma}".strip(),
                rule=how if "+" in how else how + self.suffix,
                noun=noun,
                polarity=Polarity.NEGATIVE if denied else Polarity.POSITIVE,
                clause=clause,
            )


def _denied_appositions(tree: Tree, targets: Sequence[int]) -> list[int]:
    """The alternatives that are denied beside a target: "lives in Munich, not Berlin"."""
    appositions = [place for target in targets for place in tree.labelled(target, "appos")]
    return [place for place in appositions if tree.is_denied(place)]


def _is_modified(tree: Tree, noun: int) -> bool:
    """Whether a noun has more than an article; "took the bus to Boston" tells only how one went."""
    return any(tree.lower[child] not in ARTICLES for child in tree.kids[noun])


def _lemma(tree: Tree, verb: int) -> str:
    is_step = tree.lemma[verb] == "step"
    particles = tree.labelled(verb, "prt", *(("advmod",) if is_step else ()))
    return " ".join([tree.lemma[verb], *(tree.lower[child] for child in particles)])


def _spelled_predicate(tree: Tree, predicate: Sequence[int], words: Sequence[int]) -> str:
    """The words of a predicate without contractions and "to": "are staying at" for "'re staying at".

    A preposition in front of its verb comes behind it: "in the novel, Ken works" is "works in".
    """
    first = min(predicate)
    fronted = [word for word in words if word < first]
    spelled = tree.spelled((*predicate, *(word for word in words if word > first)))
    spelled = f"{spelled} {tree.spelled(fronted).lower()}".strip()
    if tree.tag[first] == "TO" and len(predicate) > 1:
        return spelled.partition(" ")[2]
    full = _CONTRACTIONS.get((tree.lower[first].replace("’", "'"), tree.lemma[first]))
    if full is None:
        return spelled
    tags = {tree.tag[word] for word in predicate}
    full = "has" if full == "is" and "been" in spelled.split() else full
    full = "had" if full == "would" and "VBN" in tags and "VB" not in tags else full
    return full + spelled.removeprefix(tree.text[first])


def _causative(tree: Tree, clause: Clause, polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """ "Maria had Tom repair the server": who brings about whose act, beside the act itself."""
    last = clause.chain[-1]
    # "asked Tom to join" says whom, and of him what he is to do
    if tree.lemma[last] not in _CAUSATIVES or tree.lemma[last] in DIRECTIVES:
        return
    for act in tree.labelled(last, "ccomp", "xcomp"):
        actors = tree.labelled(act, "nsubj") or tree.labelled(last, "dobj")
        # "has a file to send" sends nothing yet
        if tree.lemma[last] in _BARE and has_to(tree.doc[act]):
            continue
        # "told Ken that Lucas is leaving" makes nobody leave; "helps me see it" says little of me
        if tree.tag[act] not in ("VB", "VBN", "VBG") or not actors or tree.labelled(act, "mark"):
            continue
        if tree.tag[actors[0]] not in PROPER:
            continue
        lemma = f"{tree.lemma[last]} {tree.lemma[act]}"
        yield Claim(
            subject=tree.doc[clause.subjects[0]],
            object=tree.doc[actors[0]],
            verb=tree.doc[clause.verb],
            predicate=f"{tree.text[last]} {tree.text[act]}",
            lemma=lemma,
            core=lemma,
            rule="causative",
            polarity=polarity,
            modality=modality,
            clause=clause,
        )


def _resignations(tree: Tree, clause: Clause, polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """ "The CEO of Acme resigned": from what their role is of, where the clause does not say from what."""
    verb = _lemma(tree, clause.chain[-1])
    if verb not in _RESIGNING or any(complement.kind in ("object", "preposition") for complement in clause.complements):
        return
    for subject in clause.subjects:
        for role in (subject, *tree.labelled(subject, "appos")):
            for owner in _owners(tree, role):
                yield Claim(
                    subject=tree.doc[subject],
                    object=tree.doc[owner],
                    verb=tree.doc[clause.verb],
                    predicate=f"{tree.spelled(clause.predicate)} from",
                    lemma=f"{verb} from",
                    core=f"{verb} from",
                    rule="preposition",
                    polarity=polarity,
                    modality=modality,
                    clause=clause,
                )


def _owners(tree: Tree, role: int) -> list[int]:
    """The firm that somebody has a role in: "the CEO of Acme", "Acme's CEO", "my boss at Acme"."""
    if not (tree.tag[role] in COMMON or tree.lower[role] in ROLES) or not is_relational(tree.lower[role]):
        return []
    links = [link for link in tree.labelled(role, "prep") if tree.lower[link] in ("of", "at")]
    owners = [*tree.labelled(role, "poss"), *(target for link in links for target in tree.labelled(link, "pobj"))]
    return [owner for owner in owners if tree.tag[owner] in PROPER and tree.doc[owner].ent_type_ not in _NO_FIRMS]


def _exchanges(tree: Tree, clause: Clause, polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """ "We replaced Redis with Kafka": the new took the place of the old, whoever saw to it."""
    if tree.lemma[clause.chain[-1]] not in EXCHANGING:
        return
    old = [place for complement in clause.complements if complement.kind == "object" for place in complement.targets]
    new = [
        place
        for complement in clause.complements
        if complement.kind == "preposition" and tree.lower[complement.link[-1]] in EXCHANGED
        for place in complement.targets
    ]
    if len(old) == len(new) == 1:
        yield Claim(
            subject=tree.doc[new[0]],
            object=tree.doc[old[0]],
            verb=tree.doc[clause.verb],
            predicate="replaced" if tree.tag[clause.chain[-1]] in ("VBD", "VBN") else _REPLACING,
            lemma=_REPLACING,
            core=_REPLACING,
            rule="object",
            polarity=polarity,
            modality=modality,
        )


def _is_departure(tree: Tree, verb: int) -> bool:
    """Whether somebody leaves for a day or a while, not for good: "left Google at 5pm", "leaves home at eight"."""
    return any(_is_for_a_while(tree, child) for child in tree.kids[verb])


def _is_for_a_while(tree: Tree, child: int) -> bool:
    label = tree.dep[child]
    if label == "advmod":
        return tree.lower[child] in _FREQUENCY_ADVERBS | _TIMES_OF_DAY
    if label == "npadvmod":
        is_recurring = any(tree.lower[kid] in _RECURRENCE for kid in tree.kids[child])
        return is_recurring or _is_time_of_day(tree, child)
    if label in ("xcomp", "advcl"):
        return tree.lemma[child] in _ERRAND_VERBS and any(
            tree.lower[kid] == "to" for kid in tree.labelled(child, "aux")
        )
    return label == "prep" and any(
        _is_clock_time_or_absence(tree, child, target) for target in tree.labelled(child, "pobj")
    )


def _is_clock_time_or_absence(tree: Tree, preposition: int, target: int) -> bool:
    """ "at 5pm", "at five", "in the evening", "on Fridays", "for the weekend", and not "at 25", "for good"."""
    word = tree.lower[preposition]
    if word == "for":
        return tree.lemma[target].lower() in _ABSENCES
    if word == "on":
        return tree.lower[target].endswith("s") and tree.lower[target][:-1] in WEEKDAY_NAMES
    is_hour = word == "at" and tree.lower[target] in _HOURS
    return word in _TIME_PREPOSITIONS and (is_hour or _is_time_of_day(tree, target))


def _is_time_of_day(tree: Tree, word: int) -> bool:
    clock = tree.lower[word].replace(":", "", 1)
    return tree.lower[word] in _TIMES_OF_DAY or (clock.isdecimal() and clock != tree.lower[word])
