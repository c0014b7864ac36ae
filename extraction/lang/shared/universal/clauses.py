"""The claims of a text, read off Universal Dependencies: who does or is what, to or with whom, and how surely."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from extraction.lang.shared.universal.grammar import Grammar
from extraction.names.label_confidence import TYPES
from graph.model.types import EntityType, Modality, Polarity

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_SUBJECTS: Final = ("nsubj", "nsubj:pass")
_OBLIQUE: Final = ("obl:arg", "obl:mod", "obl:agent", "obl", "iobj")
_AUXILIARIES: Final = ("aux:tense", "aux:pass", "aux", "cop")
_REFLEXIVE: Final = ("expl:comp", "expl:pass", "expl:pv", "expl")
_NOMINAL: Final = ("NOUN", "PROPN", "PRON", "ADJ", "NUM", "X")
_BESIDE: Final = ("nmod", "obl:arg", "obl:mod")
_DEEPEST: Final = 6
_SPEAKING: Final = (EntityType.PERSON, EntityType.ORGANIZATION)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """One subject and one complement of a predicate.

    `predicate` is spelled as in the text with its preposition in dictionary form, `lemma` its dictionary form; `kind`
    is object, preposition, adjective, copula, role ("is the brother of") or agent (of a passive).
    """

    subject: "Token"
    object: "Token"
    verb: "Token"
    predicate: str
    lemma: str
    kind: str
    polarity: Polarity
    modality: Modality
    past: bool


@dataclass(frozen=True, slots=True)
class Clauses:
    """The reader of one language's clauses."""

    grammar: Grammar

    def claims(self, doc: "Doc") -> Iterator[Claim]:
        """The claims of a document, in the order of their predicates."""
        for token in doc:
            if self._is_predicate(token):
                yield from self._claims_of(token)

    def predicate_of(self, token: "Token") -> "Token":
        """The predicate whose clause a token stands in."""
        while token.head != token and not self._is_predicate(token):
            token = token.head
        return token

    def link_of(self, token: "Token") -> str:
        """The preposition before a noun in dictionary form: à for "aux"."""
        cases = [child.lower_ for child in token.children if child.dep_ == "case" and child.i < token.i]
        return " ".join(self.grammar.contracted.get(case, case) for case in cases)

    def is_denial(self, token: "Token") -> bool:
        """Whether a word is part of a denial."""
        return token.lower_ in self.grammar.denying or token.lower_ in self.grammar.words("denial")

    def _is_predicate(self, token: "Token") -> bool:
        if any(child.dep_ in ("cop", "aux:tense", "aux:pass") for child in token.children):
            return True
        return token.pos_ in ("VERB", "AUX") and token.dep_ not in _AUXILIARIES and not self._is_merged(token)

    def _is_merged(self, token: "Token") -> bool:
        """Whether an infinitive is one predicate with the verb above it: "wants to learn"."""
        return (
            token.dep_ in ("xcomp", "ccomp")
            and _is_infinitive(token)
            and (token.head.lemma_ in self.grammar.modals or token.head.lemma_ in self.grammar.words("stopping"))
            and not any(child.dep_ in _SUBJECTS for child in token.children)
        )

    def _chain(self, verb: "Token") -> "list[Token]":
        """A predicate with the infinitives merged into it."""
        chain = [verb]
        while len(chain) < _DEEPEST:
            below = next((child for child in chain[-1].children if self._is_merged(child)), None)
            if below is None:
                break
            chain.append(below)
        return chain

    def _subjects(self, verb: "Token", depth: int = 0) -> "list[Token]":
        """The subjects: a predicate's own, those of the verb above that it shares, or what its clause describes."""
        subjects = [child for child in verb.children if child.dep_ in _SUBJECTS]
        is_relative = any(child.lower_ == self.grammar.relative for child in verb.children)
        if verb.dep_.startswith("acl") and is_relative:
            return [verb.head]
        # "Est-ce que Laura …": of several the last is the one beside the verb
        if subjects and not is_relative:
            return [*_cut_off(subjects[-1], verb), *joined(subjects[-1])]
        shares = (verb.dep_ == "conj" and self._is_predicate(verb.head)) or (
            verb.dep_ == "xcomp" and _is_infinitive(verb)
        )
        return self._subjects(verb.head, depth + 1) if shares and depth < _DEEPEST else []

    def _claims_of(self, verb: "Token") -> Iterator[Claim]:
        subjects = self._subjects(verb)
        chain = self._chain(verb)
        is_copular = any(child.dep_ == "cop" for child in verb.children)
        is_passive = any(child.dep_ == "aux:pass" for child in verb.children)
        denied, modality = self._is_denied(chain), self._modality(chain)
        polarity = Polarity.NEGATIVE if denied else Polarity.POSITIVE
        words = self._words(chain, is_copular=is_copular)
        for target, link, kind in self._copular(verb) if is_copular else self._complements(chain, denied=denied):
            shown, form = words, self.grammar.copula if is_copular else self._dictionary_form(chain)
            if kind in ("adjective", "role"):
                shown, form = f"{words} {verb.lower_}", f"{form} {verb.lemma_}"
            elif is_passive:
                form = f"{self.grammar.copula} {verb.lower_}"
            for subject in subjects:
                lemma = f"{form} {link}".strip()
                yield Claim(
                    subject=subject,
                    object=target,
                    verb=verb,
                    predicate=f"{shown} {link}".strip(),
                    lemma=lemma,
                    kind="agent" if is_passive and link == self.grammar.by else kind,
                    polarity=polarity,
                    modality=modality,
                    past=self._is_past(chain, lemma, is_told=not denied and modality is Modality.STATED),
                )

    def _complements(self, chain: "list[Token]", *, denied: bool) -> "Iterator[tuple[Token, str, str]]":
        """What a verb ties its subject to: each with its preposition and its kind."""
        for verb in chain:
            below = [child for word in verb.children if self.is_denial(word) for child in word.children]
            for child in (*verb.children, *below):
                if child.pos_ not in _NOMINAL or self.is_denial(child):
                    continue
                if self._is_light(child, verb):
                    continue
                if child.dep_ in ("obj", "dep") and child.lower_ not in self.grammar.only:
                    yield from ((target, "", "object") for target in joined(child))
                    for other in child.children:
                        # "envoie le rapport à Camille": the parser hangs on the object what belongs to the verb
                        link = self.link_of(other)
                        if other.dep_ in _BESIDE and link not in ("", self.grammar.of):
                            yield other, link, "preposition"
                elif child.dep_ in _OBLIQUE:
                    link = self.link_of(child) or (self.grammar.to if child.dep_ == "iobj" else "")
                    is_bare = not any(other.dep_ == "det" for other in child.children)
                    if denied and link == self.grammar.of and is_bare and self._stands_for_article(child):
                        yield child, "", "object"
                    elif link and link not in self.grammar.words("according") | self.grammar.words("hearsay"):
                        yield from ((target, link, "preposition") for target in joined(child))

    def _is_light(self, noun: "Token", verb: "Token") -> bool:
        """Whether a noun without an article makes one predicate with its verb: "a lieu", "fait partie"."""
        is_bare = noun.dep_ == "obj" and noun.i == verb.i + 1 and noun.pos_ == "NOUN"
        return is_bare and verb.lemma_ in self.grammar.words("light")

    def _stands_for_article(self, noun: "Token") -> bool:
        """ "ne mange plus de viande": behind a denial "de" alone stands for an article, "du" does not."""
        return any(child.dep_ == "case" and child.lower_[0] == self.grammar.of[0] and len(child) <= 2
                   for child in noun.children)  # fmt: skip

    def _copular(self, head: "Token") -> "Iterator[tuple[Token, str, str]]":
        link = self.link_of(head)
        if link:
            yield head, link, "preposition"
            return
        if head.pos_ in ("ADJ", "VERB"):
            beside = (child for child in head.children if child.dep_ in (*_OBLIQUE, "nmod"))
            yield from ((child, self.link_of(child), "adjective") for child in beside if self.link_of(child))
            return
        owners = [child for child in head.children if child.dep_ in _BESIDE and self.link_of(child) == self.grammar.of]
        if owners and (head.lower_ in self.grammar.roles or head.lemma_ in self.grammar.roles):
            yield from ((owner, self.grammar.of, "role") for owner in owners)
            return
        yield from ((target, "", "copula") for target in joined(head))

    def _words(self, chain: "list[Token]", *, is_copular: bool) -> str:
        """The words of a predicate as they stand: auxiliaries, reflexive pronouns, denials and verbs."""
        places = {
            child.i
            for verb in chain
            for child in verb.children
            if child.dep_ in (*_AUXILIARIES, *_REFLEXIVE) or (self.is_denial(child) and child.dep_ in ("advmod", "obj"))
        }
        places.update(verb.i for verb in chain if not is_copular or verb != chain[0])
        places.update(child.i for verb in chain for child in verb.children if self._is_light(child, verb))
        # the parser hangs some denials on what follows
        denials = self.grammar.words("denial")
        places.update(word.i for word in chain[0].doc[min(places) : max(places) + 2] if word.lower_ in denials)
        shown = ""
        for place in sorted(places):
            word = chain[0].doc[place].lower_
            shown += word if not shown or shown.endswith(("'", "’")) else f" {word}"
        return shown

    def _is_denied(self, chain: "list[Token]") -> bool:
        """Whether a predicate is denied: by particle and adverb, or by the adverb alone as people talk."""
        beside = {child.lower_ for verb in chain for child in verb.children}
        adverbs = beside & self.grammar.words("strong_denial")
        if beside & self.grammar.denying:
            around = {word.lower_ for word in chain[0].doc[chain[-1].i + 1 : chain[-1].i + 3]}
            return bool(adverbs) or not (beside | around) & self.grammar.only
        return bool(adverbs)

    def _dictionary_form(self, chain: "list[Token]") -> str:
        """The lemma of what is done: "rejoindre" of "devrait rejoindre", "se trouver" of "se trouve"."""
        verb = chain[-1]
        light = next((f" {child.lower_}" for child in verb.children if self._is_light(child, verb)), "")
        is_reflexive = any(child.dep_ in _REFLEXIVE for child in verb.children)
        return self.grammar.reflexive(verb.lemma_) if is_reflexive else verb.lemma_ + light

    def _modality(self, chain: "list[Token]") -> Modality:
        verb = chain[0]
        if verb.sent.text.rstrip().endswith("?"):
            return Modality.ASKED
        if any(child.lower_ in self.grammar.words("conditional") for child in verb.children if child.dep_ == "mark"):
            return Modality.POSSIBLE
        for word in chain[:-1]:
            modality = self.grammar.modals.get(word.lemma_, Modality.STATED)
            if modality is not Modality.STATED:
                return modality
        finite = _finite(verb)
        is_doubted = any(child.lower_ in self.grammar.words("doubt") for child in verb.children)
        if is_doubted or "Mood=Cnd" in finite.morph:
            return Modality.POSSIBLE
        if "Tense=Fut" in finite.morph:
            return Modality.INTENDED
        while verb.dep_ == "conj":
            verb = verb.head
        is_reported = verb.dep_ in ("ccomp", "xcomp") and verb.head.lemma_ in self.grammar.words("speech")
        is_reported = is_reported or any(self._is_source(child) for child in verb.children if child.dep_ in _OBLIQUE)
        return Modality.REPORTED if is_reported else Modality.STATED

    def _is_source(self, token: "Token") -> bool:
        """Whether a clause is the word of a noun: "selon Marie", "selon le rapport", not "selon les besoins"."""
        if self.link_of(token) not in self.grammar.words("hearsay"):
            return False
        kinds = {TYPES.get(token.ent_type_), *(self.grammar.kinds.get(form) for form in (token.lower_, token.lemma_))}
        sources = self.grammar.words("source") | self.grammar.roles.keys()
        is_source = "PronType=Prs" in token.morph or not sources.isdisjoint((token.lower_, token.lemma_))
        return is_source or not kinds.isdisjoint(_SPEAKING)

    def _is_past(self, chain: "list[Token]", lemma: str, *, is_told: bool) -> bool:
        """Whether it is over: a former one, a state in the imperfect, what was given up, an act that parts its ends."""
        verb = chain[0]
        finite, words = _finite(verb), self.grammar.words
        if any(child.lower_ in words("former") for child in verb.children):
            return True
        if len(chain) > 1 and verb.lemma_ in words("stopping"):
            return True
        if "Tense=Imp" in finite.morph:
            return bool({finite.lemma_, verb.lemma_, chain[-1].lemma_} & words("state"))
        return is_told and lemma in words("ending") and any(child.dep_ == "aux:tense" for child in verb.children)


def joined(token: "Token") -> "list[Token]":
    """A token with those that are joined to it: "Spanish and Italian"."""
    return [token, *(other for child in token.children if child.dep_ == "conj" for other in joined(child))]


def _cut_off(subject: "Token", verb: "Token") -> "list[Token]":
    """The first of two subjects where the parser ends a sentence behind it: "Claire | et Hugo ont adopté"."""
    place = subject.left_edge.i - 1
    joint = subject.doc[place] if place > 0 else subject
    before = subject.doc[place - 1]
    is_cut = joint.dep_ == "cc" and joint.head == verb and before.dep_ == "ROOT" and before.pos_ in ("PROPN", "NOUN")
    return [before] if is_cut else []


def _is_infinitive(verb: "Token") -> bool:
    return "VerbForm=Inf" in verb.morph or verb.lower_ == verb.lemma_


def _finite(verb: "Token") -> "Token":
    """The word of a predicate that has its tense."""
    return min((child for child in verb.children if child.dep_ in _AUXILIARIES), key=lambda word: word.i, default=verb)
