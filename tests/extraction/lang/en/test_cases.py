"""Every row of the tables beside this file is read as it says."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from extraction.lang.en import find
from extraction.model.context import Context
from tests.extraction.lang.cases import Case, cases_in, faults
from tests.extraction.models import english

WHEN = datetime(2022, 1, 21, 19, 31, tzinfo=UTC)
TABLES = sorted(Path(__file__).parent.glob("english_*.jsonl"))


@pytest.mark.models
@pytest.mark.parametrize("case", cases_in(*TABLES), ids=str)
def test_a_text_is_read_as_its_row_says(case: Case) -> None:
    findings = next(find(english().pipe([case.text]), [Context(when=WHEN, speaker=case.speaker)]))
    assert faults(case, findings) == []
