"""What tests of the extractor share beside its models."""

import gc
from collections.abc import Generator

import pytest

from extraction.lang.shared.languages import trim_heap


@pytest.fixture
def released() -> Generator[None]:
    """For tests that load a model of their own: it leaves with the test, and so do its pages.

    A pipeline of spaCy refers to itself, and would stay until the collector comes by.
    """
    yield
    gc.collect()
    trim_heap()
