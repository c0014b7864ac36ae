"""Every test has the same clock on its wall, and none is timed: a property holds on a busy machine as well."""

import gc
import os
import time

from hypothesis import HealthCheck, settings

os.environ["TZ"] = "UTC"
"""What leaves the zone to the machine is in UTC, wherever it runs."""
if hasattr(time, "tzset"):
    time.tzset()

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("untimed"), max_examples=20)
settings.register_profile("thorough", settings.get_profile("untimed"), max_examples=1000)
settings.load_profile("untimed")

gc.disable()
"""Until all tests are collected: nothing of them is garbage, and looking through them takes seconds."""


def pytest_collection_finish() -> None:
    gc.freeze()
    gc.enable()
