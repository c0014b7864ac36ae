"""Statements whose predicate is a noun, and the ties that の makes between two names."""

from collections.abc import Iterator

from extraction.lang.ja.facts import relations
from extraction.lang.ja.facts.drafts import StatementDraft, copular, nominal_draft, related
from extraction.lang.ja.facts.kin import is_relative
from extraction.lang.ja.facts.ties import tie_at
from extraction.lang.ja.modality.predicate_suffixes import tail_of
from extraction.lang.ja.modality.stating import polarity_and_modality
from extraction.lang.ja.modality.tense import is_former
from extraction.lang.ja.names.entities import Name
from extraction.lang.ja.names.lookup import EARNED, Lookup
from extraction.lang.ja.names.referents import Referents
from extraction.lang.ja.parse.cases import particle_of, possessors
from extraction.lang.ja.parse.words import Parse, Word
from extraction.lang.ja.word_lists import tells_of_people
from graph.model.types import EntityType, Modality, Polarity, RelationType, holds

_CAUSE = frozenset(("原因", "要因", "きっかけ", "理由"))


def of_nominals(parse: Parse, sentence: range, referents: Referents) -> Iterator[StatementDraft]:
    """ "AはBのCだ", "AはCだ", "AはBがCだ" with a noun as predicate."""
    for place in sentence:
        noun = parse.words[place]
        if not noun.is_noun or noun.part == "VERB" or tie_at(parse, noun) is not None:
            continue
        children = [parse.words[child] for child in parse.children[place] if child < place]
        subjects = [child for child in children if child.label in ("nsubj", "dislocated", "csubj")]
        if (
            _acts(parse, noun, sentence)
            or not subjects
            or (noun.label not in ("ROOT", "advcl", "ccomp", "conj") and not _has_copula(parse, place))
        ):
            continue
        for draft in _nominal(parse, sentence, noun, subjects, referents):
            draft.past = is_former(parse, place, tail_of(parse, noun, sentence), sentence)
            yield draft


def _nominal(
    parse: Parse, sentence: range, noun: Word, subjects: list[Word], names: Referents
) -> Iterator[StatementDraft]:
    tail = tail_of(parse, noun, sentence)
    polarity, modality = polarity_and_modality(parse, noun, tail, sentence)
    marked = [(word, particle_of(parse, word)) for word in subjects]
    # of "田中さんは犬を飼っていて、名前はポチです" the second は tells what has the name
    topics = [word for word, (_, is_topic) in marked if is_topic]
    topic = next((word for word in reversed(topics) if not names.names.is_time(word.place)), next(iter(topics), None))
    doer = next((word for word, (case, _) in marked if case == "が"), None)
    if topic is not None and doer is not None:
        if noun.text not in _CAUSE:
            return
        for cause in names.doers(doer.place):
            for effect in names.arguments(topic.place, anchor=cause):
                yield nominal_draft(
                    cause, effect, noun.text, RelationType.CAUSES, sentence, 0.75, "particle:が", polarity, modality
                )
        return
    if noun.label == "acl" and doer is None:
        # "…はAの後身であるBに": the topic belongs to what comes after B.
        return
    head = topic or doer or subjects[0]
    how = "topic" if head is topic else "particle:が" if head is doer else "bare"
    trust = 0.77 if head is topic else 0.85 if head is doer else 0.55
    for subject in names.doers(head.place):
        owner = owner_of(parse, noun, names.names)
        if owner is not None and relations.is_relational(noun.text):
            yield related(subject, owner, noun.text, sentence, trust, how, polarity, modality)
            continue
        for kind in names.arguments(noun.place, anchor=subject):
            if kind.confidence < EARNED and noun.label != "ROOT":
                continue
            if is_relative(subject) and not tells_of_people(kind.surface):
                continue
            relation, swapped = copular(subject, kind) if holds(polarity, modality) else relations.PLAIN
            one, other = (kind, subject) if swapped else (subject, kind)
            yield nominal_draft(one, other, "である", relation, sentence, trust, how, polarity, modality, "だ")


def owner_of(parse: Parse, noun: Word, names: Lookup) -> Name | None:
    """B of "BのC"."""
    first = next(possessors(parse, noun), None)
    if first is None:
        return None
    found = names.at(first.place) or names.pronoun(first.place) or names.common(first.place)
    return found if found is None or found.named or found.confidence >= EARNED else None


def _acts(parse: Parse, noun: Word, sentence: range) -> bool:
    """Whether the noun is a verb after all ("異動する"), or only a place or means ("…亭で。")."""
    if noun.place + 1 >= sentence.stop:
        return False
    after = parse.words[noun.place + 1]
    return after.lemma == "する" or _ends_with_de(parse, noun, sentence)


def _ends_with_de(parse: Parse, noun: Word, sentence: range) -> bool:
    rest = parse.text[noun.end : parse.words[sentence.stop - 1].end]
    return rest.strip("」』）) \n。！!") in ("で", "にて")


def _has_copula(parse: Parse, place: int) -> bool:
    return any(parse.words[child].label == "cop" for child in parse.children[place])


def of_links(parse: Parse, sentence: range, names: Lookup) -> Iterator[StatementDraft]:
    """ "AのB" between two names, and "役職のA"."""
    for place in sentence:
        child = parse.words[place]
        if child.label != "nmod" or child.head <= place or particle_of(parse, child)[0] != "の":
            continue
        whole, part = names.at(place), names.at(child.head)
        if part is None or not part.named or tie_at(parse, child) is not None:
            continue
        if whole is None or not whole.named:
            if part.type is EntityType.PERSON and relations.of_noun(child.text).type is RelationType.LEADS:
                role = names.common(place)
                if role is not None and role.confidence >= EARNED:
                    yield nominal_draft(
                        part,
                        role,
                        "である",
                        RelationType.INSTANCE_OF,
                        sentence,
                        0.6,
                        "particle:の",
                        Polarity.POSITIVE,
                        Modality.STATED,
                    )
            continue
        kind = _linked(whole.type, part.type)
        if kind is not None:
            yield nominal_draft(
                part, whole, "の", kind, sentence, 0.62, "particle:の", Polarity.POSITIVE, Modality.STATED
            )


def _linked(whole: EntityType, part: EntityType) -> RelationType | None:
    """What "wholeのpart" says between two names of these types; None where it may be anything."""
    return {
        (EntityType.LOCATION, EntityType.LOCATION): RelationType.LOCATED_IN,
        (EntityType.LOCATION, EntityType.ORGANIZATION): RelationType.LOCATED_IN,
        (EntityType.ORGANIZATION, EntityType.PERSON): RelationType.MEMBER_OF,
        (EntityType.ORGANIZATION, EntityType.ORGANIZATION): RelationType.PART_OF,
        (EntityType.PERSON, EntityType.DOCUMENT): RelationType.RELATES_TO,
        (EntityType.ORGANIZATION, EntityType.OBJECT): RelationType.RELATES_TO,
    }.get((whole, part))
