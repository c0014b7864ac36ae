"""What a sentence claims, read off its dependency parse: who stands in which relation to what, still as tokens.

Labels are those of the English spaCy models (`nsubj nsubjpass dobj attr oprd dative agent prep pobj …`). The by-phrase of
a passive may come as plain `prep`; clauses after ";" come as `ccomp`; tokens are compared with `==`, never `is`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from graph.model import Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Token

_SUBJECTS = ("nsubj", "nsubjpass")
_OBJECTS = ("dobj", "attr", "oprd", "dative")
_SPEECH = frozenset(
    ["say", "claim", "report", "believe", "think", "suggest", "argue", "state", "announce", "tell", "mention", "suspect", "guess", "hear", "allege", "note", "add", "write", "assume", "expect"]
)
_INTENT = frozenset("plan want hope intend decide aim wish try promise agree prepare look expect".split())  # noqa: SIM905
_DUTY = frozenset(("need", "have", "require", "oblige", "force"))
_CAUSATIVES = frozenset("make let have get help force allow ask tell cause enable persuade encourage order".split())  # noqa: SIM905
_DENIALS = frozenset(("not", "never", "no", "hardly", "neither", "nor"))
_MODALS = {
    "may": Modality.POSSIBLE,
    "might": Modality.POSSIBLE,
    "could": Modality.POSSIBLE,
    "can": Modality.POSSIBLE,
    "would": Modality.POSSIBLE,
    "will": Modality.INTENDED,
    "shall": Modality.INTENDED,
    "must": Modality.OBLIGATORY,
    "should": Modality.OBLIGATORY,
    "ought": Modality.OBLIGATORY,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One subject and one object token under a verb (or noun) phrase.

    `predicate` is the phrase as written, `lemma` its dictionary form with particle and preposition; `noun` the noun
    that relates them, when one does ("wife"); `topic` whether the subject is the grammatical subject of its sentence.
    """

    subject: "Token"
    object: "Token"
    verb: "Token"
    predicate: str
    lemma: str
    rule: str
    noun: str | None = None
    polarity: Polarity = Polarity.POSITIVE
    modality: Modality = Modality.STATED


def claims(sentence: "list[Token]") -> Iterator[Claim]:
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
    own = [child for child in verb.children if child.dep_ in _SUBJECTS]
    if own:
        if own[0].tag_ in ("WDT", "WP") or (verb.dep_ == "relcl" and own[0].lower_ == "that"):
            return (conjoined(_antecedent(verb)), "relative") if verb.dep_ == "relcl" else ([], "")
        return [token for subject in own for token in conjoined(subject)], "subject"
    if any(child.dep_ in ("expl", "csubj") for child in verb.children):
        return [], ""
    if verb.dep_ == "acl" and verb.tag_ in ("VBN", "VBG"):
        return [_antecedent(verb)], "participle"
    if verb.dep_ in ("conj", "advcl", "xcomp") and verb.head.pos_ in ("VERB", "AUX") and not _own_mood(verb):
        carried, rule = subjects(verb.head)
        return carried, rule and "carried"
    return [], ""


def _own_mood(verb: "Token") -> bool:
    """Whether a joined verb is an order of its own ("call me and bring cake") rather than a second predicate."""
    return verb.dep_ == "conj" and verb.tag_ == "VB" and not any(child.dep_ == "aux" for child in verb.head.children)


def _antecedent(verb: "Token") -> "Token":
    """What a relative clause or participle describes; the subject when it describes what the subject is said to be."""
    head = verb.head
    if head.dep_ == "attr":
        named = [child for child in head.head.children if child.dep_ == "nsubj"]
        if named and named[0].tag_ in ("NNP", "NNPS"):
            return named[0]
    return head


def _of_verb(verb: "Token") -> Iterator[Claim]:
    found, rule = subjects(verb)
    if verb.dep_ == "xcomp" and verb.head.pos_ in ("VERB", "AUX"):
        # merged into the predicate of the verb above ("wants to join")
        yield from _causative(verb)
        return
    if not found:
        return
    polarity, modality = _polarity(verb), _modality(verb)
    passive = _is_passive(verb)
    for claim in _complements(verb, found[0], [verb], rule):
        for subject in found:
            settled = replace(claim, subject=subject, polarity=_joined(polarity, claim.polarity), modality=modality)
            yield _active(settled, subject) if passive and claim.rule == "agent" else settled
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
            rule="object+relative",
            polarity=polarity,
            modality=modality,
        )


def _is_passive(verb: "Token") -> bool:
    if any(child.dep_ in ("auxpass", "nsubjpass") for child in verb.children):
        return True
    return (
        (verb.dep_ == "acl"
        and verb.tag_ == "VBN")
        or (verb.dep_ == "conj" and verb.tag_ == "VBN" and _is_passive(verb.head))
    )


def _active(claim: Claim, patient: "Token") -> Claim:
    """A passive turned round, so that "Ann wrote it" and "it was written by Ann" meet in one statement."""
    return replace(claim, subject=claim.object, object=patient, rule="passive", lemma=claim.verb.lemma_)


def _complements(verb: "Token", subject: "Token", chain: "list[Token]", rule: str) -> Iterator[Claim]:
    """Everything a verb ties its subject to: objects, predicate nouns, prepositions, the objects of a merged infinitive."""

    def claim(target: "Token", parts: "list[Token]", lemma: str, how: str, noun: str | None = None) -> Iterator[Claim]:
        words = sorted({*parts}, key=lambda part: part.i)
        polarity = (
            Polarity.NEGATIVE
            if any(child.lower_ == "no" and child.dep_ == "det" for child in target.children)
            else Polarity.POSITIVE
        )
        for each in conjoined(target):
            yield Claim(
                subject=subject,
                object=each,
                verb=chain[0],
                predicate=" ".join(word.text for word in words),
                lemma=lemma,
                rule=how if rule == "subject" else f"{how}+{rule}",
                noun=noun,
                polarity=polarity,
            )

    particle = [child for child in verb.children if child.dep_ == "prt"]
    head = [*chain, *_auxiliaries(verb), *particle]
    lemma = " ".join([*(link.lemma_ for link in chain), *(part.lower_ for part in particle)])
    for child in verb.children:
        if child.dep_ in _OBJECTS and child.pos_ not in ("VERB", "AUX") and child.tag_ not in ("WDT", "WP"):
            how = "copula" if child.dep_ == "attr" else "object"
            yield from claim(child, head, lemma, how)
            for preposition, target in _prepositions(child):
                if child.dep_ == "attr" or target.pos_ == "PROPN":
                    yield from claim(
                        target,
                        [*head, child, preposition],
                        f"{lemma} {child.lemma_.lower()} {preposition.lower_}",
                        how + "-preposition",
                        child.lemma_.lower(),
                    )
            if child.dep_ == "attr":
                for owner in (grand for grand in child.children if grand.dep_ == "poss"):
                    yield from claim(
                        owner,
                        [*head, child],
                        f"{lemma} {child.lemma_.lower()} of",
                        "copula-possessive",
                        child.lemma_.lower(),
                    )
        elif child.dep_ in ("prep", "agent", "dative"):
            how = "agent" if child.dep_ == "agent" or (child.lower_ == "by" and _is_passive(verb)) else "preposition"
            for preposition, target in [*_pobjects(child), *_nested(child)]:
                yield from claim(target, [*head, child, preposition], f"{lemma} {preposition.lower_}", how)
        elif child.dep_ in ("acomp", "oprd", "advmod"):
            for preposition, target in _prepositions(child):
                phrase = f"{lemma} {child.lemma_.lower()} {preposition.lower_}"
                yield from claim(target, [*head, child, preposition], phrase, "adjective")
        elif (
            child.dep_ == "xcomp"
            and child.pos_ in ("VERB", "AUX")
            and not any(grand.dep_ in _SUBJECTS for grand in child.children)
        ):
            yield from _complements(child, subject, [*chain, child], rule)


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
    for clause in (child for child in verb.children if child.dep_ in ("ccomp", "xcomp") and child.pos_ == "VERB"):
        actors = [child for child in clause.children if child.dep_ == "nsubj"]
        told = [child for child in verb.children if child.dep_ == "dobj"]
        for actor in [*actors, *(told if not actors else [])][:1]:
            yield Claim(
                subject=found[0],
                object=actor,
                verb=verb,
                predicate=f"{verb.text} {clause.text}",
                lemma=f"{verb.lemma_} {clause.lemma_}",
                rule="causative",
                polarity=_polarity(verb),
                modality=_modality(verb),
            )
            if not actors:
                yield from (
                    replace(claim, subject=actor, rule="causative")
                    for claim in _complements(clause, actor, [clause], "subject")
                )


def _of_apposition(token: "Token") -> Iterator[Claim]:
    """ "Ann, the CEO of Acme": what the apposition calls its head, and through which noun it ties it to others."""
    head = token.head
    noun = token.lemma_.lower()
    yield Claim(subject=head, object=token, verb=token, predicate="is", lemma="be", rule="apposition")
    for preposition, target in _prepositions(token):
        for each in conjoined(target):
            yield Claim(
                subject=head,
                object=each,
                verb=token,
                predicate=f"{token.text} {preposition.text}",
                lemma=f"be {noun} {preposition.lower_}",
                rule="apposition",
                noun=noun,
            )
    for owner in (child for child in token.children if child.dep_ == "poss"):
        yield Claim(
            subject=head,
            object=owner,
            verb=token,
            predicate=f"{token.text} of",
            lemma=f"be {noun} of",
            rule="apposition",
            noun=noun,
        )


def _of_possessive(owner: "Token") -> Iterator[Claim]:
    """ "Tom's sister Anna" relates by its noun, "Tom's car" is ownership at its own, low confidence."""
    thing = owner.head
    names = [child for child in thing.children if child.dep_ == "appos" and child.tag_ in ("NNP", "NNPS")]
    roles = [child for child in thing.children if child.dep_ == "compound" and child.tag_ == "NN"]
    if thing.tag_ == "NN" and names:
        yield Claim(
            subject=names[0],
            object=owner,
            verb=thing,
            predicate=f"{thing.text} of",
            lemma=f"be {thing.lemma_.lower()} of",
            rule="possessive",
            noun=thing.lemma_.lower(),
        )
    elif thing.tag_ in ("NNP", "NNPS") and roles:
        yield Claim(
            subject=thing,
            object=owner,
            verb=thing,
            predicate=f"{roles[-1].text} of",
            lemma=f"be {roles[-1].lemma_.lower()} of",
            rule="possessive",
            noun=roles[-1].lemma_.lower(),
        )
    elif thing.pos_ in ("NOUN", "PROPN"):
        yield Claim(subject=owner, object=thing, verb=thing, predicate="has", lemma="have", rule="possessive")


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
            rule="noun-preposition",
        )


def _joined(one: Polarity, other: Polarity) -> Polarity:
    return Polarity.NEGATIVE if Polarity.NEGATIVE in (one, other) else Polarity.POSITIVE


def _polarity(verb: "Token") -> Polarity:
    denied = any(
        child.dep_ == "neg" or (child.lower_ in _DENIALS and child.dep_ == "advmod") for child in verb.children
    )
    if not denied:
        denied = any(
            child.dep_ in _SUBJECTS
            and (child.lower_ in ("nobody", "none") or any(word.lower_ == "no" for word in child.children))
            for child in verb.children
        )
    return Polarity.NEGATIVE if denied or verb.lemma_ in ("fail", "refuse") else Polarity.POSITIVE


def _modality(verb: "Token") -> Modality:
    """How firmly a verb is stated: asked, modal, planned, reported; the outer clause counts when the inner is bare."""
    sentence_end = verb.sent[-1]
    if sentence_end.text.endswith("?") and (verb.dep_ == "ROOT" or verb.head.dep_ == "ROOT"):
        return Modality.ASKED
    words = [child.lemma_ for child in verb.children if child.dep_ == "aux"]
    for word in words:
        if word in _MODALS:
            return _MODALS[word]
    infinitive = next(
        (child for child in verb.children if child.dep_ == "xcomp" and child.pos_ in ("VERB", "AUX")), None
    )
    if infinitive is not None:
        if verb.lemma_ in _DUTY:
            return Modality.OBLIGATORY
        if verb.lemma_ in _INTENT or (verb.lemma_ == "go" and verb.tag_ == "VBG"):
            return Modality.INTENDED
    if any(child.dep_ == "mark" and child.lower_ in ("if", "whether", "unless") for child in verb.children):
        return Modality.POSSIBLE
    if verb.dep_ == "ccomp" and verb.head.lemma_ in _SPEECH:
        return Modality.REPORTED
    if verb.dep_ == "conj" and not words and verb.head.pos_ in ("VERB", "AUX"):
        return _modality(verb.head)
    return Modality.STATED
