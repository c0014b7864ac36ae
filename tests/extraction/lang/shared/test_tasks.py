"""Tasks: who is to do what, and what of it is done."""

import pytest

from extraction.lang.shared.layout.tasks import tasks_in
from graph.tables import table_rows, values


def doers(text: str) -> list[str | None]:
    return [None if task.doer is None else text[slice(*task.doer)] for task in tasks_in(text)]


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("- [ ] renew the certificate (Nina)", ["Nina"]),
        ("* [x] call @otto back (@otto; today)", ["@otto"]),
        ("- [ ] order sensors (Nina Berg)\n- [ ] order (12 pieces)", ["Nina Berg", None]),
        ("- a list (Nina)\n[ ] no bullet (Nina)", ["Nina"]),
        ("Action: Otto orders a pump", [None]),
        ("- [ ] check the ranges (SRE-377)", [None]),
    ],
)
def test_who_stands_in_brackets_behind_a_task_does_it(text: str, read: list[str | None]) -> None:
    assert doers(text) == read


@pytest.mark.parametrize(
    ("remark", "example"),
    [
        (remark, example)
        for remarks, example in table_rows("extraction.lang.shared", "task_remarks", "remarks example")
        for remark in values(remarks)
    ],
)
def test_a_remark_does_no_task(remark: str, example: str) -> None:
    assert doers(f"{example.partition('(')[0]}({remark})") == [None]


@pytest.mark.parametrize("row", list(table_rows("extraction.lang.shared", "task_labels", "labels example")))
def test_a_label_of_a_task_is_in_its_example(row: list[str]) -> None:
    assert any(row[1].startswith(label) for label in values(row[0]))
    assert tasks_in(row[1]) != []
