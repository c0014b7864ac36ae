"""The English pipeline, the one that all tests of this process read with."""

from typing import TYPE_CHECKING

import pytest

from tests.extraction.models import english

if TYPE_CHECKING:
    from spacy.language import Language


@pytest.fixture(scope="session")
def pipeline() -> "Language":
    return english()
