"""Well-known software is a name wherever it is written just so, with its version."""

import pytest

from extraction.names.software_names import software_in
from graph.tables import table_rows, values


@pytest.mark.parametrize("row", list(table_rows("extraction.names", "software", "names example")))
def test_an_example_has_a_name_of_its_row(row: list[str]) -> None:
    assert {row[1][start:end] for start, end in software_in(row[1])} & set(values(row[0]))


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("We moved PostgreSQL 16 to Redis 7.2, not Kafka 3 times.", ["PostgreSQL 16", "Redis 7.2", "Kafka"]),
        ("GrafanaX, sub-Grafana and docs/Grafana are none, GitHub Actions is.", ["GitHub Actions"]),
        ("時系列DBは InfluxDB 2.7 に決定。MQTTで送る。", ["InfluxDB 2.7", "MQTT"]),
    ],
)
def test_a_version_belongs_to_the_name_before_it(text: str, names: list[str]) -> None:
    assert [text[start:end] for start, end in software_in(text)] == names
