"""Whatever a page has at most, and whichever items break theirs: every other item is read, in few requests."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from scrubjay_forges.forges.gitea import Gitea
from scrubjay_forges.forges.limits import PagePlace, narrower_page, over, page_behind
from tests.shared.scrubjay_forges.forges.conftest import Desk
from tests.shared.scrubjay_forges.forges.forge_server import serving
from tests.shared.scrubjay_forges.forges.github_items import Repository, expected
from tests.shared.scrubjay_forges.forges.test_client import answer
from tests.shared.scrubjay_forges.forges.test_gitea import GiteaServer, as_gitea


class Pages:
    """Some items, of which a server gives `cap` at most in a page; `withheld` ones leave a gap in theirs."""

    def __init__(self, items: int, cap: int, broken: set[int], withheld: set[int]) -> None:
        self.items, self.cap, self.broken, self.withheld = items, cap, broken, withheld
        self.read: set[int] = set()
        self.requests = 0

    def read_all(self, full: int) -> None:
        place, more = PagePlace(), True
        while more:
            self.requests += 1
            assert self.requests < 10_000
            size = min(place.size or full, self.cap)
            page = set(range((place.page - 1) * size, min(place.page * size, self.items))) - self.withheld
            if page & self.broken:
                place = narrower_page(place, full) or over(place, full)
                continue
            self.read |= page
            more = bool(page or place.size) and place.page * size < self.items
            place = page_behind(place, full, len(page))


@settings(max_examples=400, deadline=None)
@given(
    st.sampled_from([50, 100]), st.integers(0, 400), st.integers(5, 100), st.sets(st.integers(0, 400), max_size=6)
)  # fmt: skip
@example(50, 200, 20, {18})
@example(50, 200, 20, {0, 19, 20, 50})
@example(100, 300, 97, {98})
@example(100, 123, 61, {120, 122})
def test_no_sound_item_is_skipped_by_a_server_that_gives_fewer(
    full: int, items: int, cap: int, broken: set[int]
) -> None:
    pages = Pages(items, cap, broken, set())
    pages.read_all(full)
    assert pages.read == set(range(items)) - broken
    assert pages.requests <= 2 * items / min(cap, full) + 2 + (30 + min(cap, full)) * len(broken)


@settings(max_examples=200, deadline=None)
@given(st.sets(st.integers(0, 300), max_size=60), st.sets(st.integers(0, 300), max_size=3))
@example({70}, {71})
def test_no_sound_item_is_skipped_where_some_are_withheld_from_their_page(withheld: set[int], broken: set[int]) -> None:
    pages = Pages(300, 100, broken - withheld, withheld)
    pages.read_all(100)
    assert pages.read == set(range(300)) - broken - withheld


def test_a_gitea_that_gives_fewer_than_asked_for_gives_all_but_the_item_that_breaks_its_page() -> None:
    with serving(GiteaServer(Repository(), page_size=20)) as server:
        desk = Desk(server)
        desk.plan = lambda label, files, _: Gitea(label, files, 50)
        for n in range(1, 151):
            server.repository.issue(n, n)
        as_gitea(server.repository)
        for bad in (19, 64):
            server.poison = {1_000_000 + bad: answer(502)}
            desk.kept.text = "{}"
            desk.read()
            assert expected(server.repository) - set(desk.kept.parts) <= {f"opening/{bad}"}
            assert "one of the issues" in desk.kept.note
            desk.kept.parts = {}
