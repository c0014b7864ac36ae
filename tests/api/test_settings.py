"""Settings that cannot be read are told as such, without their values."""

import pytest

from api.settings import settings
from graph.errors import Misconfigured


@pytest.mark.parametrize("value", ["{broken-secret", "broken-secret"])
def test_keys_that_are_no_json_are_told_without_the_keys(monkeypatch: pytest.MonkeyPatch, value: str) -> None:
    monkeypatch.setenv("ENISHI_API__KEYS", value)
    with pytest.raises(Misconfigured, match="JSON") as raised:
        settings()
    assert "broken-secret" not in str(raised.value)


def test_a_port_that_is_no_number_is_told_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ENISHI_API__PORT", "broken-secret")
    with pytest.raises(Misconfigured, match="ENISHI_API__PORT") as raised:
        settings()
    assert "broken-secret" not in str(raised.value)
