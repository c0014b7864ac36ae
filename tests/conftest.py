"""Every test has the same clock on its wall: what leaves the zone to the machine is in UTC, wherever it runs."""

import os
import time

os.environ["TZ"] = "UTC"
if hasattr(time, "tzset"):
    time.tzset()
