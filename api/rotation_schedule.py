"""Daily backups, rotation and cleaning by themselves, within a running server.

Every few minutes it looks what is due for whom.
"""

import logging
from datetime import UTC, datetime, timedelta
from typing import Final

from apscheduler.schedulers.background import BackgroundScheduler

from graph.errors import EnishiError
from graph.knowledge import Knowledge
from graph.rotation_settings import RotationSettings

_LOG: Final = logging.getLogger(__name__)


class RotationSchedule:
    """A job of APScheduler. When it last rotated stands in the graph: a server that starts anew misses nothing, and of
    several servers one rotates.
    """

    def __init__(self, knowledge: Knowledge, settings: RotationSettings) -> None:
        self._knowledge = knowledge
        self._settings = settings
        self._scheduler = BackgroundScheduler(timezone=UTC)
        every = timedelta(minutes=settings.check_minutes)
        # None beside one that is under way, and one for all that were missed.
        self._scheduler.add_job(
            self.look, "interval", seconds=every.total_seconds(), next_run_time=datetime.now(UTC) + every,
            max_instances=1, coalesce=True, misfire_grace_time=None, id="rotation",
        )  # fmt: skip

    def start(self) -> None:
        """Starts looking; once only."""
        self._scheduler.start()

    def look(self) -> None:
        """Backs up everybody whose backup is due, rotates the memories whose triggers are, and cleans the graphs."""
        jobs = {
            "backup": self._knowledge.back_up_due if self._settings.backup.daily else None,
            "rotation": self._knowledge.rotate_due if self._settings.enabled else None,
            "cleaning": self._knowledge.clean_due if self._settings.enabled else None,
        }
        for job, due in jobs.items():
            if due is None:
                continue
            try:
                runs = due()
            except EnishiError as error:
                _LOG.warning("%s has to wait: %s", job, type(error).__name__)
            except Exception as error:  # noqa: BLE001  the scheduler would log it with what it says, a text of somebody
                _LOG.error("%s has to wait: %s", job, type(error).__name__)
            else:
                if runs:
                    _LOG.info("%s is done for %d users", job, runs)

    def stop(self) -> None:
        """Ends it, once the batch under way is done."""
        if self._scheduler.running:
            self._scheduler.shutdown(wait=True)
