"""Adapters over the real graph behind the small extractor, run by `make test-adapters` with what they need."""

from tests.live.conftest import clock, driver, light, neo4j_settings, store, user_id

__all__ = ["clock", "driver", "light", "neo4j_settings", "store", "user_id"]
