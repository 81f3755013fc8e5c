"""What do subscribers hear of what changes between looks, and during one?"""

from collections.abc import Callable, Hashable, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scrubjay.errors import LimitExceeded, StorageBusy
from scrubjay.extensions.kinds.watched import Shown, Watched
from scrubjay_watch.notifier import MOST_ENTRIES, MOST_WATCHED, Notifier, ResourceChange, difference

OWLS = Watched("scrubjay://memories/owls", "memories", "owls")
TASK = Watched("scrubjay://task/main", "task", "main")


class Shelf:
    """A source over a mapping; `meanwhile` happens while a look reads it."""

    def __init__(self, *names: str) -> None:
        self.names = names
        self.entries: dict[str, dict[str, Hashable]] = {}
        self.writes = 0
        self.asked = 0
        self.fails = False
        self.closed = False
        self.meanwhile: list[Callable[[], None]] = []

    def put(self, watched: Watched, entries: Mapping[str, Hashable]) -> None:
        self.entries[watched.uri] = dict(entries)
        self.writes += 1

    def knows(self, watched: Watched) -> bool:
        return watched.name in self.names

    def stamp(self) -> Hashable:
        return self.writes

    def shows(self, watched: Watched) -> Shown:
        self.asked += 1
        if self.fails:
            raise StorageBusy("somebody writes")
        shown = dict(self.entries.get(watched.uri, {}))
        while self.meanwhile:
            self.meanwhile.pop()()
        return shown

    def close(self) -> None:
        self.closed = True


def test_a_subscriber_hears_what_is_new_changed_and_ended_once() -> None:
    shelf = Shelf("memories")
    shelf.put(OWLS, {"barn": 1, "snowy": 1})
    notifier = Notifier([shelf])
    assert notifier.subscribe(OWLS)
    assert notifier.look() == ()
    shelf.put(OWLS, {"barn": 2, "tawny": 1})
    assert notifier.look() == (ResourceChange(watched=OWLS, new=("tawny",), changed=("barn",), ended=("snowy",)),)
    assert notifier.look() == ()


def test_nothing_is_read_while_the_stamp_stays() -> None:
    shelf = Shelf("memories")
    notifier = Notifier([shelf])
    notifier.subscribe(OWLS)
    notifier.look()
    asked = shelf.asked
    for _ in range(5):
        assert notifier.look() == ()
    assert shelf.asked == asked


def test_a_resource_that_no_source_knows_is_not_watched() -> None:
    notifier = Notifier([Shelf("task")])
    assert not notifier.subscribe(OWLS)
    assert notifier.watched == ()


def test_who_unsubscribes_hears_nothing_and_the_source_is_asked_nothing() -> None:
    shelf = Shelf("memories")
    notifier = Notifier([shelf])
    notifier.subscribe(OWLS)
    notifier.unsubscribe(OWLS)
    shelf.put(OWLS, {"barn": 1})
    asked = shelf.asked
    assert notifier.look() == ()
    assert shelf.asked == asked


@given(st.lists(st.tuples(st.booleans(), st.dictionaries(st.sampled_from("abcde"), st.integers(0, 2))), max_size=12))
def test_whenever_it_changes_the_last_state_is_heard_of(steps: list[tuple[bool, dict[str, int]]]) -> None:
    """What a subscriber puts together of what it heard is what the resource shows after one more quiet look."""
    shelf, heard = Shelf("memories"), set[str]()
    notifier = Notifier([shelf])
    notifier.subscribe(OWLS)

    def hear() -> None:
        for change in notifier.look():
            heard.update(change.new)
            heard.difference_update(change.ended)

    for during, entries in steps:
        if during:
            shelf.meanwhile.append(lambda entries=entries: shelf.put(OWLS, entries))  # type: ignore[misc]
            shelf.writes += 1
        else:
            shelf.put(OWLS, entries)
        hear()
    hear()
    assert heard == set(shelf.entries.get(OWLS.uri, {}))


def test_what_could_not_be_looked_at_is_at_the_next_look() -> None:
    shelf = Shelf("memories")
    notifier = Notifier([shelf])
    notifier.subscribe(OWLS)
    shelf.put(OWLS, {"barn": 1})
    shelf.fails = True
    assert notifier.look() == ()
    assert notifier.troubles == ("somebody writes",)
    shelf.fails = False
    assert [change.new for change in notifier.look()] == [("barn",)]
    assert notifier.troubles == ()


def test_two_sources_of_one_resource_make_one_change_and_one_that_fails_keeps_none_from_the_other() -> None:
    home, far = Shelf("memories", "task"), Shelf("memories")
    notifier = Notifier([home, far])
    assert notifier.subscribe(OWLS)
    assert notifier.subscribe(TASK)
    home.put(OWLS, {"barn": 1})
    far.put(OWLS, {"eagle": 1})
    assert notifier.look() == (ResourceChange(watched=OWLS, new=("barn", "eagle")),)
    far.fails = True
    far.put(OWLS, {})
    home.put(OWLS, {})
    assert notifier.look() == (ResourceChange(watched=OWLS, ended=("barn",)),)
    far.fails = False
    assert notifier.look() == (ResourceChange(watched=OWLS, ended=("eagle",)),)


def test_subscriptions_are_bounded_and_closing_ends_the_sources() -> None:
    shelf = Shelf("memories")
    notifier = Notifier([shelf])
    for number in range(MOST_WATCHED):
        assert notifier.subscribe(Watched(f"m/{number}", "memories", str(number)))
    with pytest.raises(LimitExceeded, match="50 resources are watched already"):
        notifier.subscribe(OWLS)
    notifier.close()
    assert shelf.closed
    assert notifier.watched == ()


def test_of_a_full_list_none_is_told_as_ended() -> None:
    before = {str(number): 1 for number in range(MOST_ENTRIES)}
    now = {str(number): 1 for number in range(1, MOST_ENTRIES + 1)}
    change = difference(OWLS, before, now)
    assert change is not None
    assert (change.new, change.ended) == ((str(MOST_ENTRIES),), ())
