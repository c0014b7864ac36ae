"""What the settings say reaches every part that goes by it."""

from datetime import UTC, datetime
from typing import Any, cast

import pytest

from graph.care_settings import CareSettings
from graph.db.schema import Server
from graph.db.store import Store
from graph.rotation_settings import RotationSettings
from graph.serving.wiring import Wiring
from graph.settings import GraphSettings
from tests.live.plain_extractor import PlainExtractor

NAME = {
    "user_id": "u", "key": "ada byron", "type": "Person", "name": "Ada Byron", "confidence": 0.9, "subtype": None,
}  # fmt: skip


class Asked:
    """A store that holds what waits and notes how many a hub has in each statement that asks for it."""

    def __init__(self) -> None:
        self.hubs: dict[str, object] = {}

    def read(self, name: str, /, **params: Any) -> list[dict[str, Any]]:
        if "hub" in params or name == "entity/lacking":
            self.hubs[name] = params.get("hub", params.get("most"))
        match name:
            case "inference/waiting":
                return [{"user_id": "u", "id": "e"}]
            case "inference/near":
                return [{"id": "e", "facts": 0, "near": [], "forgot_at": 0}]
            case "entity/unmatched":
                return [NAME]
            case _:
                return []

    def write(self, name: str, /, **_: object) -> list[dict[str, Any]]:
        assert name == "inference/store"
        return [{"inferred": 0, "ended": 0, "unmarked": 1}]

    def together(self, work: object) -> int:
        del work
        return 1


@pytest.mark.parametrize("hub", [7, 60, 500])
def test_a_hub_is_for_inference_what_the_settings_say(hub: int) -> None:
    store, now = Asked(), datetime(2026, 6, 1, tzinfo=UTC)
    wired = Wiring(
        cast(Store, store), PlainExtractor(), GraphSettings(hub=hub), lambda: now, lambda: "m", lambda: "e",
        rotation=RotationSettings(), care=CareSettings(), server=Server("2026.09.0", "community"),
    )  # fmt: skip
    assert wired.inference.queue.pending(10) == 1
    assert store.hubs == {"inference/near": hub, "inference/around": hub}
