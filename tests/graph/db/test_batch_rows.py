"""The rows of one batch as statements are sent them: what many rows share travels once."""

from datetime import UTC, datetime
from typing import Any, cast

from graph.db.batch_rows import FactRows
from graph.db.row import Row
from graph.db.rows import NEVER

SAID = datetime(2026, 5, 1, tzinfo=UTC)


def literal(number: int) -> Row:
    times = {"said_at": SAID, "valid_from": SAID, "valid_to": NEVER}
    return {"id": f"m.l{number:04d}", "chunk_id": "m.0000", "properties": {"lemma": "weigh", **times}}


def test_the_times_of_literal_facts_travel_once() -> None:
    rows = FactRows(literals=[literal(0), literal(1)])
    params = cast("dict[str, Any]", rows.numbered_literals())
    assert params["times"] == [SAID, NEVER]
    assert [row["properties"] for row in params["literals"]] == 2 * [{"lemma": "weigh"}]
    for row, given in zip(params["literals"], rows.literals, strict=True):
        told = {name: params["times"][row[name]] for name in ("said_at", "valid_from", "valid_to")}
        assert {**row["properties"], **told} == given["properties"]
