"""What needs no cross-encoder: how its absence is told. Its presence is tested where torch is installed."""

import importlib.util

import pytest

from extraction.question.cross_encoder import CrossEncoder
from extraction.settings.reranker import RerankerSettings
from graph.errors import Invalid, Misconfigured


def test_without_a_model_the_recipe_says_which_setting_it_needs() -> None:
    with pytest.raises(Invalid, match="ENISHI_EXTRACTION__RERANKER__MODEL"):
        CrossEncoder(RerankerSettings()).relevance("Who?", ["Ada."])


@pytest.mark.skipif(importlib.util.find_spec("sentence_transformers") is not None, reason="the extra is installed")
def test_without_the_extra_the_recipe_says_how_to_install_it() -> None:
    with pytest.raises(Misconfigured, match=r"pip install .enishi\[sentence-transformers\]"):
        CrossEncoder(RerankerSettings(model="some/cross-encoder")).relevance("Who?", ["Ada."])
