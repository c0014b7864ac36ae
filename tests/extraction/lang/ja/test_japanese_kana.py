"""Nouns in kana are things where the dictionary writes them as things."""

import pytest

pytestmark = pytest.mark.models
