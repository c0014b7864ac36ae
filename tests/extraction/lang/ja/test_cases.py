"""Every row of the tables beside this file is read as it says."""

from pathlib import Path

import pytest

from tests.extraction.lang.cases import Case, cases_in, faults
from tests.extraction.lang.ja.extracted import findings

TABLES = sorted(Path(__file__).parent.glob("japanese_*.jsonl"))


@pytest.mark.models
@pytest.mark.parametrize("case", cases_in(*TABLES), ids=str)
def test_a_text_is_read_as_its_row_says(case: Case) -> None:
    assert faults(case, findings(case.text, case.speaker)) == []
