"""What a sentence claims, read off its dependency parse: who stands in which relation to what, still as tokens.

Labels are those of the English spaCy models (`nsubj nsubjpass dobj attr oprd dative agent prep pobj …`). The by-phrase
of a passive may come as plain `prep`; clauses after ";" come as `ccomp`; tokens are compared with `==`, never `is`.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from extraction.english.lexicon import ROLES
from extraction.english.mood import SUBJECTS, both, modality_of, polarity_of
from graph.model import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

_PROPER = ("NNP", "NNPS")
_OBJECTS = ("dobj", "attr", "oprd", "dative")
_CAUSATIVES = frozenset("make let have get help force allow ask tell cause enable persuade encourage order".split())  # noqa: SIM905


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One subject and one object token under a verb (or noun) phrase.

    `predicate` is the phrase as written, `lemma` its dictionary form with particle and preposition, `core` the part
    of it that says what is done ("work for" in "want work for"); `noun` the noun that relates them, if any ("wife").
    """

    subject: "Token"
    object: "Token"
    verb: "Token"
    predicate: str
    lemma: str
    core: str
    rule: str
    noun: str | None = None
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.STATED


def claims(sentence: "Sequence[Token]") -> Iterator[Claim]:
    """Every claim of one sentence's tokens, nearest readings first."""
    for token in sentence:
        if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass"):
            yield from _of_verb(token)
        elif token.dep_ == "appos":
            yield from _of_apposition(token)
        elif token.dep_ == "poss":
            yield from _of_possessive(token)
        elif token.dep_ == "prep" and token.head.pos_ in ("NOUN", "PROPN"):
            yield from _of_noun_preposition(token)


def conjoined(token: "Token") -> "list[Token]":
    """The token and everything joined to it by "and", "or", commas."""
    joined, at = [token], 0
    while at < len(joined):
        joined += [child for child in joined[at].children if child.dep_ == "conj" and child.pos_ not in ("VERB", "AUX")]
        at += 1
    return joined


def subjects(verb: "Token") -> "tuple[list[Token], str]":
    """The subjects of a verb and how they were found: its own, carried over from another verb, or modified by it."""
    own = [child for child in verb.children if child.dep_ in SUBJECTS]
    if own:
        if own[0].tag_ in ("WDT", "WP") or (verb.dep_ == "relcl" and own[0].lower_ == "that"):
            return ([verb.head], "relative") if verb.dep_ == "relcl" else ([], "")
        return [token for subject in own for token in conjoined(subject)], "subject"
    before = [
        child for child in verb.children if child.dep_ == "npadvmod" and child.tag_ in _PROPER and child.i < verb.i
    ]
    if before and before[0].nbor(1) == before[0].head:
        # "Tim is not a member": the parser takes a lone first name for an adverbial
        return before[:1], "subject"
    if any(child.dep_ in ("expl", "csubj") for child in verb.children):
        return [], ""
    if verb.dep_ == "acl" and verb.tag_ in ("VBN", "VBG"):
        return [verb.head], "participle"
    if verb.dep_ in ("conj", "advcl", "xcomp") and verb.head.pos_ in ("VERB", "AUX") and not _own_mood(verb):
        carried, rule = subjects(verb.head)
        return carried, rule and "carried"
    return [], ""


def _own_mood(verb: "Token") -> bool:
    """Whether a joined verb is an order of its own ("call me and bring cake") rather than a second predicate."""
    return verb.dep_ == "conj" and verb.tag_ == "VB" and not any(child.dep_ == "aux" for child in verb.head.children)


def _of_verb(verb: "Token") -> Iterator[Claim]:
    found, rule = subjects(verb)
    if verb.dep_ == "xcomp" and verb.head.pos_ in ("VERB", "AUX"):
        # merged into the predicate of the verb above ("wants to join")
        yield from _causative(verb)
        return
    if not found:
        return
    polarity, modality = polarity_of(verb), modality_of(verb)
    passive = _is_passive(verb)
    for claim in _complements(verb, found[0], (), rule):
        for subject in found:
            settled = replace(claim, subject=subject, polarity=both(polarity, claim.polarity), modality=modality)
            yield _active(settled, subject) if passive and claim.rule.startswith("agent") else settled
    if verb.dep_ == "relcl" and rule == "subject":
        yield from _of_gap(verb, found, polarity, modality)
    yield from _causative(verb)


def _of_gap(verb: "Token", found: "list[Token]", polarity: Polarity, modality: Modality) -> Iterator[Claim]:
    """ "the song that Ann wrote": the object of the relative clause is what the clause describes."""
    if _is_passive(verb) or any(
        child.dep_ in ("dobj", "attr", "advmod") and child.tag_ not in ("WDT", "WP", "RB") for child in verb.children
    ):
        return
    stranded = [child for child in verb.children if child.dep_ == "prep" and not any(child.children)]
    lemma = " ".join([verb.lemma_, *(word.lower_ for word in stranded[:1])])
    words = [*_auxiliaries(verb), verb, *stranded[:1]]
    for subject in found:
        yield Claim(
            subject=subject,
            object=verb.head,
            verb=verb,
            predicate=" ".join(word.text for word in sorted(words, key=lambda word: word.i)),
            lemma=lemma,
            core=lemma,
            rule="object+relative",
            polarity=polarity,
            modality=modality,
        )


def _is_passive(verb: "Token") -> bool:
    if any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children):
        return True
    return (verb.dep_ == "acl" and verb.tag_ == "VBN") or (
        verb.dep_ == "conj" and verb.tag_ == "VBN" and _is_passive(verb.head)
    )


def _active(claim: Claim, patient: "Token") -> Claim:
    """A passive turned round, so that "Ann wrote it" and "it was written by Ann" meet in one statement."""
    rule = claim.rule.replace("agent", "passive")
    return replace(
        claim, subject=claim.object, object=patient, rule=rule, lemma=claim.verb.lemma_, core=claim.verb.lemma_
    )


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A verb phrase in the making: its subject, the verbs merged into it, the words written and their lemma."""

    subject: "Token"
    chain: "tuple[Token, ...]"
    words: "tuple[Token, ...]"
    lemma: str
    rule: str

    def claims(
        self, target: "Token", words: "Sequence[Token]", lemma: str, how: str, noun: str | None = None
    ) -> Iterator[Claim]:
        """One claim for each of the joined targets; `words` and `lemma` follow those of the phrase."""
        written = sorted({*self.words, *words}, key=lambda word: word.i)
        last = self.chain[-1]
        for each in conjoined(target):
            yield Claim(
                subject=self.subject,
                object=each,
                verb=self.chain[0],
                predicate=" ".join(word.text for word in written),
                lemma=f"{self.lemma} {lemma}".strip(),
                core=f"{_dictionary(last)} {lemma}".strip(),
                rule=how if self.rule == "subject" else f"{how}+{self.rule}",
                noun=noun,
                polarity=Polarity.NEGATIVE
                if any(word.lower_ == "no" for word in target.children)
                else Polarity.POSITIVE,
            )


def _complements(verb: "Token", subject: "Token", above: "tuple[Token, ...]", rule: str) -> Iterator[Claim]:
    """Everything a verb ties its subject to: objects, predicate nouns, prepositions, those of an infinitive."""
    chain = (*above, verb)
    particles = [child for child in verb.children if child.dep_ == "prt"]
    words = [*chain, *(word for link in chain for word in _auxiliaries(link)), *particles]
    phrase = _Phrase(subject, chain, tuple(words), " ".join(_dictionary(link) for link in chain), rule)
    for child in verb.children:
        if child.dep_ in _OBJECTS and child.pos_ not in ("VERB", "AUX", "ADP") and child.tag_ not in ("WDT", "WP"):
            yield from _of_object(phrase, child)
        elif child.dep_ in ("prep", "agent", "dative"):
            how = "agent" if child.dep_ == "agent" or (child.lower_ == "by" and _is_passive(verb)) else "preposition"
            for preposition, target in [*_pobjects(child), *_nested(child)]:
                yield from phrase.claims(target, [child, preposition], preposition.lower_, how)
        elif child.dep_ in ("acomp", "oprd", "advmod"):
            for preposition, target in _prepositions(child):
                yield from phrase.claims(
                    target, [child, preposition], f"{child.lemma_.lower()} {preposition.lower_}", "adjective"
                )
        elif child.dep_ == "xcomp" and child.pos_ in ("VERB", "AUX") and not _has_subject(child):
            yield from _complements(child, subject, chain, rule)


def _of_object(phrase: _Phrase, child: "Token") -> Iterator[Claim]:
    """The object itself, and through it what it belongs to ("is the CEO of Acme", "is Tom's brother")."""
    predicative = child.dep_ == "attr"
    noun = child.lemma_.lower()
    yield from phrase.claims(child, [], "", "copula" if predicative else "object")
    for preposition, target in _prepositions(child):
        if predicative or target.pos_ == "PROPN":
            how = "copula-preposition" if predicative else "object-preposition"
            yield from phrase.claims(target, [child, preposition], f"{noun} {preposition.lower_}", how, noun)
    if predicative:
        for owner in (grand for grand in child.children if grand.dep_ == "poss"):
            yield from phrase.claims(owner, [child], f"{noun} of", "copula-possessive", noun)


def _dictionary(verb: "Token") -> str:
    return " ".join([verb.lemma_, *(child.lower_ for child in verb.children if child.dep_ == "prt")])


def _has_subject(verb: "Token") -> bool:
    return any(child.dep_ in SUBJECTS for child in verb.children)


def _auxiliaries(verb: "Token") -> "list[Token]":
    return [
        child
        for child in verb.children
        if child.dep_ in ("aux", "auxpass", "neg") and not (child.dep_ == "aux" and child.i > verb.i)
    ]


def _pobjects(preposition: "Token") -> "list[tuple[Token, Token]]":
    return [(preposition, child) for child in preposition.children if child.dep_ == "pobj"]


def _nested(preposition: "Token") -> "list[tuple[Token, Token]]":
    """ "out of", "up to": the object hangs on an inner preposition."""
    return [pair for child in preposition.children if child.dep_ == "prep" for pair in _pobjects(child)]


def _prepositions(noun: "Token") -> "list[tuple[Token, Token]]":
    return [pair for child in noun.children if child.dep_ == "prep" for pair in _pobjects(child)]


def _causative(verb: "Token") -> Iterator[Claim]:
    """ "Maria had Tom repair the server": who brings about whose act, beside the act itself."""
    found, _ = subjects(verb)
    if verb.lemma_ not in _CAUSATIVES or not found:
        return
    for clause in (
        child for child in verb.children if child.dep_ in ("ccomp", "xcomp") and child.tag_ in ("VB", "VBN", "VBG")
    ):
        actors = [child for child in clause.children if child.dep_ == "nsubj"]
        told = [child for child in verb.children if child.dep_ == "dobj"]
        for actor in [*actors, *(told if not actors else [])][:1]:
            yield Claim(
                subject=found[0],
                object=actor,
                verb=verb,
                predicate=f"{verb.text} {clause.text}",
                lemma=f"{verb.lemma_} {clause.lemma_}",
                core=f"{verb.lemma_} {clause.lemma_}",
                rule="causative",
                polarity=polarity_of(verb),
                modality=modality_of(verb),
            )
            if not actors:
                yield from (
                    replace(claim, subject=actor, rule="causative")
                    for claim in _complements(clause, actor, (), "subject")
                )


def _of_apposition(token: "Token") -> Iterator[Claim]:
    """ "Ann, the CEO of Acme": what the apposition calls its head, and through which noun it ties it to others."""
    head = token.head
    if token.tag_ in _PROPER and head.tag_ in _PROPER and token.lower_ not in ROLES:
        # "Detroit, Michigan": kept only between places
        yield Claim(
            subject=head, object=token, verb=head, predicate="in", lemma="be in", core="be in", rule="apposition"
        )
        return
    if token.tag_ not in ("NN", "NNS") and token.lower_ not in ROLES:
        return
    yield _related(head, token, token, "", "apposition")
    for preposition, target in _prepositions(token):
        for each in conjoined(target):
            yield _related(head, each, token, preposition.lower_, "apposition")
    for owner in (child for child in token.children if child.dep_ == "poss"):
        yield _related(head, owner, token, "of", "apposition")


def _of_possessive(owner: "Token") -> Iterator[Claim]:
    """ "Tom's sister Anna" relates by its noun, "Tom's car" is ownership at its own, low confidence."""
    thing = owner.head
    names = [child for child in thing.children if child.dep_ == "appos" and child.tag_ in _PROPER]
    roles = [child for child in thing.children if child.dep_ == "compound" and owner.i < child.i]
    if thing.tag_ == "NN" and names:
        yield _related(names[0], owner, thing, "of", "possessive")
    elif thing.tag_ in _PROPER and roles:
        yield _related(thing, owner, roles[0], "of", "possessive")
    elif thing.dep_ == "appos" and thing.tag_ == "NN" and thing.head.tag_ in _PROPER:
        return
    elif thing.pos_ in ("NOUN", "PROPN"):
        yield Claim(
            subject=owner, object=thing, verb=thing, predicate="has", lemma="have", core="have", rule="possessive"
        )


def _related(bearer: "Token", other: "Token", noun: "Token", link: str, rule: str) -> Claim:
    """ "bearer is the noun of other" without a verb; without a link, that the bearer is one."""
    word = noun.lemma_.lower()
    lemma = f"be {word} {link}" if link else "be"
    return Claim(
        subject=bearer,
        object=other,
        verb=noun,
        predicate=f"{noun.text} {link}" if link else "is",
        lemma=lemma,
        core=lemma,
        rule=rule,
        noun=word if link else None,
    )


def _of_noun_preposition(preposition: "Token") -> Iterator[Claim]:
    """ "the bakery in Lyon", "a member of the band": two names tied by a preposition alone."""
    noun = preposition.head
    if noun.dep_ in ("attr", "appos"):
        return
    for link, target in _pobjects(preposition):
        yield Claim(
            subject=noun,
            object=target,
            verb=noun,
            predicate=link.text,
            lemma=f"be {link.lower_}",
            core=f"be {link.lower_}",
            rule="noun-preposition",
        )
