"""The English pipeline, loaded once for all tests that read with it."""

from typing import TYPE_CHECKING

import pytest

from extraction.lang.en import load

if TYPE_CHECKING:
    from spacy.language import Language


@pytest.fixture(scope="session")
def pipeline() -> "Language":
    return load()
