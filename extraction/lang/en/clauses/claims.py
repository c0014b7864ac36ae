"""What a text claims between two ends: the binary view of its clauses, from which statements between names are made.

Every claim is read off a clause (see `clauses.py`): its subject, one target of one complement, and what hangs on that
target ("is the CEO of Acme", "is Tom's brother").
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from extraction.lang.en.amounts.measured import MEASURE
from extraction.lang.en.clauses.claim import Claim
from extraction.lang.en.clauses.clauses import Clause, Complement, clauses, is_passive
from extraction.lang.en.clauses.mutual import mutual
from extraction.lang.en.clauses.nominal import of_apposition, of_called, of_noun_preposition, of_possessive
from extraction.lang.en.clauses.parting import DEPARTING, LEAVING, departs
from extraction.lang.en.clauses.possessed import attributes, favoured, is_turned, turned
from extraction.lang.en.clauses.tense import is_to_be
from extraction.lang.en.clauses.voices import active
from extraction.lang.en.facts.statives import UNFINISHED
from extraction.lang.en.facts.traits import TRAIT, is_trait
from extraction.lang.en.modality.mood import both, mood_at
from extraction.lang.en.names.naming import NamesByNoun
from extraction.lang.en.parse.tree import PROPER, Tree
from extraction.lang.en.word_lists import ENJOYED, FACTIVE, LIGHT_VERBS, POSTS, QUITTING
from graph.model.types import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

_PARTED = frozenset(("but", "nor", "not", "neither", "yet", "never"))
"""Words between or before joined adjectives by which they are not said alike."""
_CAUSATIVES = frozenset("make let have get help force allow ask tell cause enable persuade encourage order".split())  # noqa: SIM905
_ASKING = frozenset("ask tell allow persuade encourage order".split())  # noqa: SIM905
"""Causatives that say what somebody is to do, not what was done."""
_PLACING = frozenset(("in", "at", "on", "near"))
_FROM_ABOVE = ("relative", "participle")


def claims(tree: Tree, named: NamesByNoun) -> Iterator[Claim]:
    """Every claim of a text, those of a clause in the order of its complements; `named` are its nouns with a name."""
    for claim in _claims(tree, named):
        # "my future wife Anna"
        coming = claim.noun is not None and claim.modality is Modality.STATED and is_to_be(claim)
        yield replace(claim, modality=Modality.INTENDED) if coming else claim


def _claims(tree: Tree, named: NamesByNoun) -> Iterator[Claim]:
    for clause in clauses(tree):
        yield from _of_clause(tree, clause)
    for place, label in enumerate(tree.dep):
        if label == "appos":
            yield from of_apposition(tree, place)
        elif label == "poss":
            yield from of_possessive(tree, place, named)
        elif label == "prep" and tree.pos[tree.head[place]] in ("NOUN", "PROPN"):
            yield from of_noun_preposition(tree, place)
    yield from of_called(tree, named)


def _of_clause(tree: Tree, clause: Clause) -> Iterator[Claim]:
    asker = tree.lemma[tree.head[clause.verb]] if clause.rule == "controlled" else ""
    if clause.rule == "expletive" or (asker and asker not in _CAUSATIVES):
        return
    verb = tree.doc[clause.verb]
    modality, polarity = mood_at(verb)
    if modality is Modality.STATED:
        if clause.source is not None and tree.lemma[tree.head[clause.verb]] not in FACTIVE:
            modality = Modality.REPORTED
        elif asker in _ASKING:
            modality = Modality.INTENDED
    told = list(attributes(tree, clause, polarity, modality))
    if told:
        yield from told
        return
    passive = is_passive(tree, clause.verb)
    phrase = _Phrase(tree, clause, "" if clause.rule == "subject" else f"+{clause.rule}")
    subjects = [tree.doc[subject] for subject in clause.subjects] if clause.rule not in _FROM_ABOVE else []
    parting = departs(tree, clause.verb)
    for claim in phrase.claims(passive=passive):
        if parting and claim.lemma == LEAVING:
            claim = replace(claim, lemma=DEPARTING, core=DEPARTING)
        settled = replace(claim, polarity=both(polarity, claim.polarity), modality=modality)
        for subject in subjects or [claim.subject]:
            said = replace(settled, subject=subject)
            if tree.is_denied(subject.i):
                said = replace(said, polarity=Polarity.NEGATIVE)
            yield _active(said, subject) if claim.rule.startswith("agent") else said
    yield from turned(tree, clause, polarity, modality)
    yield from mutual(tree, clause, polarity, modality)
    yield from _causative(tree, clause, polarity, modality)


def _active(claim: Claim, patient: "Token") -> Claim:
    """A passive turned round, so that "Ann wrote it" and "it was written by Ann" meet in one statement."""
    lemma = claim.verb.lemma_
    return replace(
        claim,
        subject=claim.object,
        object=patient,
        rule=claim.rule.replace("agent", "passive"),
        predicate=active(claim.predicate, lemma, claim.verb.text),
        told=claim.predicate,
        lemma=lemma,
        core=lemma,
    )


@dataclass(frozen=True, slots=True)
class _Phrase:
    """The claims of one clause in the making."""

    tree: Tree
    clause: Clause
    found: str

    def claims(self, *, passive: bool) -> Iterator[Claim]:
        """One claim for each target of each complement, its subject the clause's first."""
        for one in self.clause.complements:
            if one.kind in ("object", "recipient", "predicative"):
                if self.tree.pos[one.head] not in ("VERB", "AUX"):
                    yield from self._of_object(one)
            elif one.kind == "preposition":
                yield from self._of_preposition(one, passive=passive)
            elif one.kind in ("adjective", "adverbial"):
                yield from self._of_adjective(one)

    def _of_object(self, one: Complement) -> Iterator[Claim]:
        """The object itself, and through it what it belongs to ("is the CEO of Acme", "is Tom's brother")."""
        tree, predicative = self.tree, one.kind == "predicative"
        gap = one.head == tree.head[self.clause.verb]
        stranded = tree.lower[one.link[0]] if one.link else ""
        how = "copula" if predicative else "object"
        if not (predicative and is_turned(tree, self.clause, one)):
            yield from self._each(one.targets, one.link, stranded, f"{how}+relative" if gap else how)
        if gap:
            return
        for head in one.targets:
            noun = tree.lemma[head].lower()
            for preposition in tree.labelled(head, "prep"):
                targets = tree.labelled(preposition, "pobj")
                # "a degree in physics", and not "a degree of doubt"
                unfinished = noun in UNFINISHED and (noun, tree.lower[preposition]) != ("degree", "of")
                if targets and tree.pos[head] == "PROPN" and (not predicative or tree.lower[preposition] == "from"):
                    # "met Tom in Rome": a name takes no place of its own, the verb does
                    link = tree.lower[preposition]
                    yield from self._each(tree.joined(targets[0]), (preposition,), link, "preposition")
                elif predicative and tree.pos[head] == "PROPN" and tree.lower[preposition] in _PLACING:
                    # "is Sushi Saito in Ginza": it is that one, wherever it is
                    continue
                elif targets and (predicative or tree.pos[targets[0]] == "PROPN" or unfinished):
                    # "works night shifts at Acme": how much one works is no work of its own
                    measure = not predicative and tree.lemma[self.clause.chain[-1]] == "work"
                    lemma = tree.lower[preposition] if measure else f"{noun} {tree.lower[preposition]}"
                    relating = None if measure else noun
                    yield from self._each(
                        tree.joined(targets[0]), (head, preposition), lemma, f"{how}-preposition", relating
                    )
            if predicative:
                for owner in tree.labelled(head, "poss"):
                    yield from self._each(
                        (owner,), (*favoured(tree, head), head), f"{noun} of", "copula-possessive", noun
                    )

    def _of_preposition(self, one: Complement, *, passive: bool) -> Iterator[Claim]:
        if not one.targets or self.tree.lower[one.link[0]] == "according":
            # whose word it is, and nothing that is done
            return
        last = self.tree.lower[one.link[-1]]
        how = "agent" if self.tree.dep[one.head] == "agent" or (last == "by" and passive) else "preposition"
        noun = self._light_noun()
        enjoys = self.tree.lemma[self.clause.chain[-1]] in ENJOYED and not passive
        if last == "by" and enjoys and self._has_named_object():
            # "reading Dune by Frank Herbert": the parser ties to the verb who made it
            return
        words = one.link if noun is None else (*one.link, noun)
        link = last if noun is None else f"{self.tree.lemma[noun]} {last}"
        yield from self._each(one.targets, words, link, how)
        if last == "as":
            # "works as a lawyer at Acme": what hangs on the role is the verb's
            for preposition in self.tree.labelled(one.targets[0], "prep"):
                targets = self.tree.labelled(preposition, "pobj")
                if targets and self.tree.pos[targets[0]] == "PROPN":
                    link = self.tree.lower[preposition]
                    yield from self._each(self.tree.joined(targets[0]), (preposition,), link, how)

    def _has_named_object(self) -> bool:
        objects = [one.targets for one in self.clause.complements if one.kind == "object"]
        return any(self.tree.tag[target] in PROPER for targets in objects for target in targets)

    def _light_noun(self) -> int | None:
        """The noun that says what is done where the verb says little: "take place in", "quit my job at"."""
        tree, verb = self.tree, self.tree.lemma[self.clause.chain[-1]]
        objects = [one.head for one in self.clause.complements if one.kind == "object"]
        if verb in QUITTING:
            return next((head for head in objects if tree.lemma[head] in POSTS), None)
        if verb not in LIGHT_VERBS:
            return None
        return next((head for head in objects if tree.tag[head] == "NN" and not _has_more(tree, head)), None)

    def _of_adjective(self, one: Complement) -> Iterator[Claim]:
        tree = self.tree
        if tree.dep[one.head] == "npadvmod":
            yield from self._each(one.targets, (), "", MEASURE)
        elif one.kind == "adjective":
            yield from self._each(
                tree.labelled(one.head, "npadvmod"), (one.head,), tree.lemma[one.head].lower(), MEASURE
            )
        for adjective in self._alike(one.head):
            if self.clause.chain == (self.clause.verb,) and is_trait(tree, self.clause.verb, adjective):
                yield from self._each((adjective,), (), "", TRAIT)
            for preposition in tree.labelled(adjective, "prep"):
                for target in tree.labelled(preposition, "pobj"):
                    lemma = f"{tree.lemma[adjective].lower()} {tree.lower[preposition]}"
                    yield from self._each(tree.joined(target), (adjective, preposition), lemma, "adjective")

    def _alike(self, adjective: int) -> list[int]:
        """An adjective and those joined to it that are affirmed and denied with it: not behind "but" or "nor"."""
        tree = self.tree
        row = tree.joined(adjective)
        words = {tree.lower[place] for place in range(row[0], row[-1])} | {
            tree.lower[kid] for kid in tree.kids[adjective]
        }
        denied = any(tree.dep[kid] == "neg" for kid in tree.kids[self.clause.verb])
        return [adjective] if denied or not _PARTED.isdisjoint(words) else row

    def _each(
        self, targets: Sequence[int], words: Sequence[int], lemma: str, how: str, noun: str | None = None
    ) -> Iterator[Claim]:
        tree, clause = self.tree, self.clause
        said = [_dictionary(tree, verb) for verb in clause.chain]
        # "has no allergy to nuts" denies the noun before
        none = any(tree.lower[child] == "no" for one in (*targets[:1], *words[:1]) for child in tree.kids[one])
        # "works at Google, not at Apple"
        none = none or (bool(words) and tree.lower[words[0] - 1] == "not" and tree.pos[words[0]] == "ADP")
        for target in (*targets, *_left_out(tree, targets)):
            denied = none or tree.is_denied(target)
            yield Claim(
                subject=tree.doc[clause.subjects[0]],
                object=tree.doc[target],
                verb=tree.doc[clause.verb],
                predicate=_written_out(tree, (*clause.predicate, *words)),
                lemma=f"{' '.join(said)} {lemma}".strip(),
                core=f"{said[-1]} {lemma}".strip(),
                rule=how if "+" in how else how + self.found,
                noun=noun,
                polarity=Polarity.NEGATIVE if denied else Polarity.POSITIVE,
                clause=clause,
            )


def _left_out(tree: Tree, targets: Sequence[int]) -> list[int]:
    """What is not meant, beside what is: "lives in Munich, not Berlin"."""
    beside = [other for target in targets for other in tree.labelled(target, "appos")]
    return [other for other in beside if tree.is_denied(other)]


def _has_more(tree: Tree, noun: int) -> bool:
    """Whether a noun has more to it than an article: "took the bus to Boston" says no more than how one went."""
    return any(tree.lower[child] not in ("a", "an", "the") for child in tree.kids[noun])


def _dictionary(tree: Tree, verb: int) -> str:
    return " ".join([tree.lemma[verb], *(tree.lower[child] for child in tree.labelled(verb, "prt"))])


def _written_out(tree: Tree, words: Sequence[int]) -> str:
    """A predicate apart from its subject: of "We're staying at" it is "are staying at", of "to finish" "finish"."""
    first = min(words)
    said = tree.spelled(words)
    if tree.tag[first] == "TO" and len(words) > 1:
        return said.partition(" ")[2]
    whole = _SHORT.get((tree.lower[first].replace("’", "'"), tree.lemma[first]))
    if whole is None:
        return said
    tags = {tree.tag[word] for word in words}
    whole = "has" if whole == "is" and "been" in said.split() else whole
    whole = "had" if whole == "would" and "VBN" in tags and "VB" not in tags else whole
    return whole + said.removeprefix(tree.text[first])


_SHORT = {
    ("'re", "be"): "are", ("'m", "be"): "am", ("'s", "be"): "is", ("'s", "have"): "has", ("'ve", "have"): "have",
    ("'ll", "will"): "will", ("'d", "would"): "would", ("'d", "'d"): "had",
}  # fmt: skip
"""Short forms and their dictionary forms, which of a past "'d" is itself, by what they stand for."""


def _causative(tree: Tree, clause: Clause, polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """ "Maria had Tom repair the server": who brings about whose act, beside the act itself."""
    last = clause.chain[-1]
    # "asked Tom to join" says whom, and of him what he is to do
    if tree.lemma[last] not in _CAUSATIVES or tree.lemma[last] in _ASKING:
        return
    for act in tree.labelled(last, "ccomp", "xcomp"):
        actors = tree.labelled(act, "nsubj") or tree.labelled(last, "dobj")
        # "told me that Lucas is leaving" makes nobody leave
        if tree.tag[act] not in ("VB", "VBN", "VBG") or not actors or tree.labelled(act, "mark"):
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
