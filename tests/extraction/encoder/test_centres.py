"""What a question is near to is its answer, in whichever language that stands."""

import numpy as np
import pytest

from extraction.encoder import Embeds
from extraction.encoder.centres import FILE, SHARE, centred
from extraction.encoder.cosine_spread import SAMPLE
from tests.extraction.models import encoder


def test_vectors_are_seen_from_the_mean_of_their_language_at_unit_length() -> None:
    vectors = np.eye(3, 384, dtype=np.float32)
    with np.load(FILE) as share:
        english, japanese = share["passages_en"], share["passages_ja"]
    centred_vectors = centred(vectors, ["en", "ja", "und"], "passages")
    for vector, original, centre in zip(
        centred_vectors, vectors, [english, japanese, (english + japanese) / 2], strict=True
    ):
        apart = original - SHARE * centre
        assert vector == pytest.approx(apart / np.linalg.norm(apart), abs=1e-6)
    assert centred_vectors.dtype == np.float32


def test_nothing_to_centre_stays_nothing() -> None:
    assert centred(np.empty((0, 384), np.float32), [], "queries").shape == (0, 384)


@pytest.fixture
def embedder() -> Embeds:
    return encoder()


@pytest.mark.models
@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("Who will take part in the fair next month?", "来月の展示会には営業部から三名が参加します。"),
        ("When does the certificate of the server expire?", "サーバーの証明書は十二月に期限が切れます。"),
        ("Why are the trains not running?", "台風のため新幹線は運転を見合わせている。"),
        ("飛行機はなぜ欠航になったのですか。", "Our flight to Lisbon was cancelled by the storm."),
        ("コーヒーはどうやって飲むのが好きですか。", "He prefers his coffee black, with a slice of lemon cake."),
        ("銅の値段はどうなりましたか。", "The price of copper fell for the third week in a row."),
    ],
)
def test_an_answer_in_another_language_is_among_the_three_nearest_of_thirty_two(
    embedder: Embeds, question: str, answer: str
) -> None:
    near = embedder.passages(SAMPLE) @ embedder.queries([question])[0]
    assert answer in [SAMPLE[place] for place in np.argsort(-near)[:3]]


@pytest.mark.models
def test_as_the_encoder_makes_them_vectors_of_one_language_crowd_together() -> None:
    """Why they are centred at all: should an encoder no longer do so, nothing need be taken off."""
    _, passages = encoder().uncentred(SAMPLE)
    english, japanese = passages[:16], passages[16:]
    within = (english @ english.T)[np.triu_indices(16, 1)].mean() + (japanese @ japanese.T)[
        np.triu_indices(16, 1)
    ].mean()
    assert within / 2 > (english @ japanese.T).mean() + 0.02


@pytest.mark.models
@pytest.mark.parametrize(
    ("first_text", "second_text"),
    [
        ("The meeting is on Friday at three.", "Our meeting takes place on Friday at three."),
        ("来週の会議は金曜日の三時からです。", "来週の会議は金曜の3時に始まります。"),
        ("Water the tomatoes every evening.", "The tomatoes need water each evening."),
    ],
)
def test_what_says_nearly_the_same_is_as_alike_as_its_vectors_told_before_they_were_centred(
    embedder: Embeds, first_text: str, second_text: str
) -> None:
    _, (first, second) = encoder().uncentred([first_text, second_text])
    centred_first, centred_second = embedder.passages([first_text, second_text])
    before = 1 - 10 * (1 - float(first @ second))
    assert embedder.model.alike(float(centred_first @ centred_second)) == pytest.approx(before, abs=0.1)
