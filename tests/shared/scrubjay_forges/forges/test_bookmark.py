"""Whatever moves while a forge is listed: what was read in the end is what is there."""

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay_forges.forges.bookmark import Bookmark, ListingMark, after_page, after_pass_page, bookmark
from scrubjay_forges.forges.limits import page_behind
from tests.shared.scrubjay_forges.forges.github_items import START

SIZE = 3

Events = st.lists(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 2)), max_size=4), max_size=25)
"""Between two pages: which items change, and after how many seconds."""


def at(second: int) -> str:
    return (START + timedelta(seconds=second)).strftime("%Y-%m-%dT%H:%M:%SZ")


class Forge:
    """Items by the second of their last change."""

    def __init__(self, seconds: list[int]) -> None:
        self.changed = dict(enumerate(seconds))
        self.now = 1_000

    def happen(self, events: list[tuple[int, int]]) -> None:
        for key, later in events:
            self.now += later
            self.changed[key] = self.now

    def page(self, since: str, number: int) -> tuple[list[tuple[str, str]], bool]:
        rows = sorted((at(second), str(key)) for key, second in self.changed.items() if at(second) >= since)
        return rows[(number - 1) * SIZE : number * SIZE], len(rows) > number * SIZE

    def newest(self, number: int) -> tuple[list[tuple[str, str]], bool]:
        rows = sorted(((at(second), str(key)) for key, second in self.changed.items()), reverse=True)
        return rows[(number - 1) * SIZE : number * SIZE], len(rows) > number * SIZE


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=30), Events, st.booleans())
def test_a_listing_by_time_reads_what_is_there_in_the_end(
    seconds: list[int], events: list[list[tuple[int, int]]], late: bool
) -> None:
    forge, mark = Forge(seconds), ListingMark()
    read: dict[str, str] = {}
    left = list(events)
    for _ in range(2):
        done, pages = False, 0
        while not done:
            rows, more = forge.page(mark.since, mark.page)
            read |= {key: time for time, key in rows}
            mark, done = after_page(mark, rows, more=more, etag="", onward=page_behind(mark.place, SIZE, len(rows)))
            mark = bookmark(Bookmark(marks={"one": mark}).text()).mark("one")
            if left:
                forge.happen(left.pop(0))
            pages += 1
            assert pages < 500
        left = left if late else []
    while left:
        forge.happen(left.pop(0))
    done = False
    while not done:
        rows, more = forge.page(mark.since, mark.page)
        read |= {key: time for time, key in rows}
        mark, done = after_page(mark, rows, more=more, etag="", onward=page_behind(mark.place, SIZE, len(rows)))
    assert read == {str(key): at(second) for key, second in forge.changed.items()}


@settings(max_examples=150, deadline=None)
@given(st.lists(st.integers(0, 4), min_size=1, max_size=30), Events)
def test_a_pass_by_the_newest_change_reads_what_is_there_in_the_end(
    seconds: list[int], events: list[list[tuple[int, int]]]
) -> None:
    forge, mark = Forge(seconds), ListingMark(since=at(-1))
    read: dict[str, str] = {}
    left = list(events)
    for _ in range(2):
        mark, done = ListingMark(since=mark.since, begun=at(forge.now)), False
        while not done:
            rows, more = forge.newest(mark.page)
            read |= {key: time for time, key in rows}
            mark, done = after_pass_page(
                mark, rows[-1][0] if rows else "", more=more, onward=page_behind(mark.place, SIZE, len(rows))
            )
            if left:
                forge.happen(left.pop(0))
        while left:
            forge.happen(left.pop(0))
    assert read == {str(key): at(second) for key, second in forge.changed.items()}


def test_a_bookmark_that_is_not_ours_begins_again() -> None:
    for text in ("", "{}", "[]", '{"version":9}', '{"version":1,"marks":{"a":{"page":"x","more":1}}}', "null"):
        assert bookmark(text) == Bookmark()
