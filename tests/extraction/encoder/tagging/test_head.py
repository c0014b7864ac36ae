"""The packaged head on the real encoder: true offsets, the same names whatever stands before a text or beside it."""

import itertools
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import extraction.encoder.tagging
from extraction.encoder.states import EncoderInput
from extraction.encoder.tagging import Head, Tagged, TokenStates, Words, token_states, words_of
from graph.errors import Misconfigured
from tests.extraction.models import encoder_view, english, japanese

pytestmark = pytest.mark.models

ENGLISH = "Maria Gomez moved from Sony to the Tokyo office of Google in March 2021."
JAPANESE = "佐藤健一さんは2021年3月に京都から東京へ引っ越した。"


@cache
def words(text: str, language: str) -> Words:
    nlp = english() if language == "en" else japanese()
    return words_of(nlp(text), language)


def looked_at(text: str, language: str, lead: str = "") -> TokenStates:
    _, encodings = encoder_view().encoded([EncoderInput(lead, text)])
    states = encodings[0].text
    return token_states(text, 0, states.offsets, states.states, words(text, language))


def labels_by_text(text: str, tags: list[Tagged]) -> dict[str, str]:
    return {text[tag.start : tag.end]: tag.label for tag in tags}


def test_names_dates_and_places_of_an_english_sentence_are_marked():
    labels = labels_by_text(ENGLISH, encoder_view().head.tagged([looked_at(ENGLISH, "en")])[0])

    assert labels["Maria Gomez"] == "PERSON"
    assert labels["Sony"] == labels["Google"] == "ORGANIZATION"
    assert labels["Tokyo"] == "LOCATION"
    assert labels["March 2021"] == "DATE"


def test_names_dates_and_places_of_a_japanese_sentence_are_marked():
    labels = labels_by_text(JAPANESE, encoder_view().head.tagged([looked_at(JAPANESE, "ja")])[0])

    assert labels["佐藤健一"] == "PERSON"
    assert labels["2021年3月"] == "DATE"
    assert labels["京都"] == labels["東京"] == "LOCATION"


@pytest.mark.parametrize("lead", ["Notes\n", "7:31 pm on 21 January, 2022 Tom: "])
def test_a_title_or_speaker_before_the_text_changes_neither_offsets_nor_names(lead: str):
    alone = labels_by_text(ENGLISH, encoder_view().head.tagged([looked_at(ENGLISH, "en")])[0])

    led = labels_by_text(ENGLISH, encoder_view().head.tagged([looked_at(ENGLISH, "en", lead)])[0])

    assert led["Maria Gomez"] == alone["Maria Gomez"]
    assert all(name in ENGLISH for name in led)


def test_texts_of_both_languages_go_through_together_and_come_back_in_order():
    given = [looked_at(ENGLISH, "en"), looked_at(JAPANESE, "ja"), looked_at("It was late and we went home.", "en")]

    together = encoder_view().head.tagged(given)

    assert "Maria Gomez" in labels_by_text(ENGLISH, together[0])
    assert "佐藤健一" in labels_by_text(JAPANESE, together[1])
    assert together[2] == []


def test_a_text_without_a_token_has_no_names():
    nothing = TokenStates(
        text="",
        offsets=np.zeros((0, 2), np.int32),
        states=np.zeros((0, 4 * 384), np.float32),
        words=Words(offsets=np.zeros((0, 2), np.int32), tags=[], vectors=np.zeros((0, 96), np.float32), language="en"),
    )

    assert encoder_view().head.tagged([nothing]) == [[]]


def test_the_stretches_of_a_text_rise_and_never_overlap_and_each_is_sure_to_some_degree():
    tags = encoder_view().head.tagged([looked_at(ENGLISH * 3, "en")])[0]

    assert all(tag.end <= next_tag.start for tag, next_tag in itertools.pairwise(tags))
    assert all(0 <= tag.confidence <= 1 for tag in tags)


def test_every_scheme_gives_only_labels_of_its_own():
    head = encoder_view().head

    for scheme in head.schemes:
        labels = {tag.label for tag in head.tagged([looked_at(JAPANESE, "ja")], scheme)[0]}
        assert labels <= set(head.labels(scheme))


def test_narrowed_states_are_two_fifths_and_tell_the_same_as_the_wide_ones():
    head = encoder_view().head
    given = looked_at(ENGLISH, "en")
    layers = list(np.random.default_rng(0).normal(0, 0.3, (4, len(given.offsets), 384)).astype(np.float32))

    narrow = head.narrowed(layers)

    assert narrow.shape == (len(given.offsets), 256 + 3 * 128)
    wide = replace(given, states=np.concatenate(layers, axis=1))
    assert head.tagged([replace(given, states=narrow)]) == head.tagged([wide])


def test_a_head_of_another_encoder_is_refused():
    with pytest.raises(Misconfigured, match="another encoder"):
        Head.load("another encoder")


def test_the_weights_stay_small():
    folder = Path(extraction.encoder.tagging.__file__).parent

    assert sum(path.stat().st_size for path in folder.iterdir() if path.suffix in (".onnx", ".npz")) < 5_000_000
