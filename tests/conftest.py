"""Every test has the same clock on its wall, and none is timed: a property holds on a busy machine as well."""

import os
import time

from hypothesis import HealthCheck, settings

os.environ["TZ"] = "UTC"
"""What leaves the zone to the machine is in UTC, wherever it runs."""
if hasattr(time, "tzset"):
    time.tzset()

settings.register_profile("untimed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("untimed")
