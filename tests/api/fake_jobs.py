"""The part of the small knowledge that has jobs: the real records, in the state folder of the test."""

from datetime import UTC, datetime

from ulid import ULID

from graph.jobs.jobs import JobQueue, Jobs
from graph.jobs.records import JobRecords
from graph.knowledge import Knowledge
from graph.settings import JobSettings


class FakeJobs(Knowledge):
    """Keeps jobs where the settings say, which tests point elsewhere."""

    def jobs(self, user_id: str) -> Jobs:
        return Jobs(_records(), user_id)

    def job_queue(self) -> JobQueue:
        return JobQueue(_records())


def _records() -> JobRecords:
    return JobRecords(JobSettings().home, lambda: datetime.now(UTC), lambda: str(ULID()), kept=1000)
