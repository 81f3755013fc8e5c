"""Tests of the first page: which worktrees are there."""

from tests.conftest import Repo
from tests.servers.ui.conftest import Browser


def test_the_first_page_leads_to_each_worktree(browser: Browser, project: Repo) -> None:
    page = browser.open("/")
    assert (page.status, page.words("h2")) == (200, [project.path.name])
    assert page.link(project.path.name) == f"/w/{browser.place}/today"


def test_an_address_of_no_worktree_says_so(browser: Browser) -> None:
    page = browser.open("/w/000000000000/today")
    assert page.status == 404
