"""The forms of a name are kept as text with its node and joined from all its mentions."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from extraction.names.forms.name_forms import name_forms
from graph.model.reading.name_forms import decoded, encoded, is_wide, joined
from graph.model.types import EntityType

NAMES = ("橋本直樹", "ハシモト ナオキ", "Naoki Hashimoto", "橋本", "Bob", "七夏", "アン清村")


@pytest.mark.parametrize("name", NAMES)
def test_forms_come_back_as_they_were_written(name: str) -> None:
    forms = name_forms(name, EntityType.PERSON)
    assert forms is not None
    assert decoded(encoded(forms)) == forms


@settings(max_examples=200)
@given(st.text(max_size=60), st.sampled_from(EntityType))
def test_whatever_is_called_a_name_can_be_taken_apart_and_kept(name: str, kind: EntityType) -> None:
    forms = name_forms(name, kind)
    assert forms is None or (decoded(encoded(forms)) == forms and forms.sought <= {*forms.blocks})


@pytest.mark.parametrize("name", ["The", "Of the", "A", "-", "de la", "The The", "1", "..."])
@pytest.mark.parametrize("kind", [EntityType.PERSON, EntityType.ORGANIZATION, EntityType.CONCEPT])
def test_names_of_nothing_but_small_words_are_names(name: str, kind: EntityType) -> None:
    forms = name_forms(name, kind)
    assert forms is not None
    assert decoded(encoded(forms)) == forms


def test_what_is_no_name_is_refused() -> None:
    with pytest.raises(ValueError, match="forms"):
        decoded('["person"]')
    with pytest.raises(ValueError, match="forms"):
        decoded("nothing")


def test_joined_forms_know_what_each_mention_told_whatever_the_order() -> None:
    plain, called = (name_forms("橋本", EntityType.PERSON, surface) for surface in ("橋本", "橋本さん"))
    assert plain is not None
    assert called is not None
    assert joined([plain, called]) == joined([called, plain, plain])
    assert "honorific" in joined([plain, called]).marks
    assert joined([joined([plain, called]), plain]) == joined([plain, called])


def test_a_surname_is_a_wide_block_and_a_whole_name_a_narrow_one() -> None:
    forms = name_forms("橋本直樹", EntityType.PERSON)
    assert forms is not None
    assert {block for block in forms.blocks if is_wide(block)} >= {"s:hasimoto", "g:naoki"}
    assert "f:hasimotonaoki" in {block for block in forms.blocks if not is_wide(block)}
