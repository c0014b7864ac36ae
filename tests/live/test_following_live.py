"""Who follows a real graph is told of every act once, also of those of another process and of a whole batch."""

from concurrent.futures import ThreadPoolExecutor

from graph.db.store import Store
from graph.journal.log import EventLog
from graph.knowledge import Knowledge
from graph.model.draft import Draft


def test_what_several_writers_do_is_told_once(light: Knowledge, store: Store, user_id: str, other_user: str) -> None:
    light.remember(user_id, Draft(text="Ada Lovelace met Grace Hopper."))
    log = EventLog(store, user_id)
    following, cursor = log.follow(), log.follow().cursor
    assert following.next() == ()

    def keep(number: int) -> str:
        identity = light.remember(user_id, Draft(text=f"Ada Byron{number} met Grace Hopper.")).id
        light.pin(user_id, identity)
        return identity

    events = []
    with ThreadPoolExecutor(4) as writers:
        kept = [writers.submit(keep, number) for number in range(8)]
        while not all(each.done() for each in kept):
            events += following.next()
    light.remember(other_user, Draft(text="Of nobody here."))
    events += following.next()
    expected = sorted((kind, each.result()) for each in kept for kind in ("remembered", "pinned"))
    assert sorted((event.kind.value, event.memory_ids[0]) for event in events) == expected
    again = log.follow(cursor).next()
    assert {event.id for event in events} <= {event.id for event in again}
    assert [event.at for event in again] == sorted(event.at for event in again)
