import pytest

from extraction.lang.en.facts.relations import noun_relation, relation
from extraction.lang.en.parse.word_forms import LemmaTables, part_of_speech
from graph.model.types import EntityType, RelationType

TABLES = LemmaTables(
    exceptions={"verb": {"went": ("go",)}, "noun": {"mice": ("mouse",)}},
    known={"verb": frozenset({"love", "work"}), "noun": frozenset({"city", "glass"})},
    rules={
        "verb": (("s", ""), ("ed", "e"), ("ed", ""), ("ing", "e"), ("ing", "")),
        "noun": (("s", ""), ("ies", "y"), ("es", "")),
    },
)


@pytest.mark.parametrize(
    ("text", "tag", "part", "lemma"),
    [
        ("went", "VBD", "VERB", "go"),
        ("works", "VBZ", "VERB", "work"),
        ("loved", "VBD", "VERB", "love"),
        ("was", "VBD", "AUX", "be"),
        ("wo", "MD", "AUX", "will"),
        ("n't", "RB", "PART", "not"),
        ("cities", "NNS", "NOUN", "city"),
        ("mice", "NNS", "NOUN", "mouse"),
        ("Glass", "NN", "NOUN", "glass"),
        ("Paris", "NNP", "PROPN", "Paris"),
    ],
)
def test_a_word_has_its_dictionary_form(text: str, tag: str, part: str, lemma: str) -> None:
    assert TABLES.lemma(text, tag, part) == lemma


@pytest.mark.parametrize(
    ("word", "tag", "dep", "part"),
    [
        ("has", "VBZ", "aux", "AUX"),
        ("has", "VBZ", "ROOT", "VERB"),
        ("is", "VBZ", "ROOT", "AUX"),
        ("that", "DT", "nsubj", "PRON"),
        ("that", "DT", "det", "DET"),
        ("since", "IN", "mark", "SCONJ"),
        ("to", "TO", "aux", "PART"),
    ],
)
def test_a_part_of_speech_follows_from_tag_and_label(word: str, tag: str, dep: str, part: str) -> None:
    assert part_of_speech(word, tag, dep) == part


def test_joining_a_company_is_working_for_it_and_joining_a_club_is_not_asked_of_things() -> None:
    sense = relation("join", EntityType.PERSON, EntityType.ORGANIZATION)
    assert sense is not None
    assert sense.type is RelationType.WORKS_FOR
    assert relation("join", EntityType.PERSON, EntityType.CONCEPT) is None


def test_what_belongs_to_somebody_is_owned_by_them() -> None:
    sense = relation("belong to", EntityType.OBJECT, EntityType.PERSON)
    assert sense is not None
    assert (sense.type, sense.swapped) == (RelationType.OWNERSHIP, True)


def test_only_people_have_families() -> None:
    assert noun_relation("son", EntityType.PERSON, EntityType.ORGANIZATION) is None
    assert noun_relation("son", EntityType.PERSON, EntityType.PERSON) is not None
