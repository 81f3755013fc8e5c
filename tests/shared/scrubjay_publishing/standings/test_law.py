"""One of the two, never both, never neither: random histories of publishing, merging, editing and going back."""

from collections.abc import Callable
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.app import App
from tests.conftest import Repo

from .conftest import BOTH, CLAIM, DOCUMENT, MEMORY, PATH, Shed, page, told

pytestmark = pytest.mark.story

STEPS = ("publish", "merge", "squash", "delete", "edit", "reword", "older", "feature", "main", "drop the branch")
BRANCH = "memory/freight-lift"
NUMBERS = count()


def step(shed: Shed, name: str) -> None:
    """One act of somebody in the repository; nothing where it can't be done."""
    repo, branches = shed.repo, shed.repo.git("branch", "--format=%(refname:short)").split()
    on_main = repo.git("branch", "--show-current") == "main"
    there = (repo.path / PATH).exists()
    match name:
        case "publish" if BRANCH not in branches and on_main:
            repo.git("branch", "-q", BRANCH)
            repo.git("checkout", "-q", BRANCH)
            repo.commit("publish", {PATH: page(shed.id)})
            repo.git("checkout", "-q", "main")
        case "merge" if BRANCH in branches and on_main:
            repo.git("merge", "-q", "-X", "theirs", "-m", "merge", BRANCH, check=False)
            repo.git("merge", "--abort", check=False)
        case "squash" if BRANCH in branches and on_main:
            repo.git("merge", "-q", "--squash", "-X", "theirs", BRANCH, check=False)
            repo.git("add", "-A")
            repo.git("commit", "-q", "--allow-empty", "-m", "squash")
        case "delete" if there and on_main:
            repo.git("rm", "-q", PATH)
            repo.git("commit", "-q", "-m", "delete")
        case "edit" if there and on_main:
            repo.commit("edit", {PATH: page(shed.id, f"{CLAIM} It is slow.")})
        case "reword" if there and on_main:
            repo.commit("reword", {PATH: page(shed.id, "Heavy parcels take the freight lift through hall two.")})
        case "older":
            repo.git("checkout", "-q", "older")
        case "feature":
            repo.git("checkout", "-q", BRANCH if BRANCH in branches else "main")
        case "main":
            repo.git("checkout", "-q", "main")
        case "drop the branch" if BRANCH in branches and on_main:
            repo.git("branch", "-q", "-D", BRANCH)
        case _:
            pass


def expected(shed: Shed) -> tuple[bool, bool]:
    """The rule, asked of git plainly: the document where HEAD has the file; both where no base has it as well."""
    there = (shed.repo.path / PATH).exists()
    in_base = shed.repo.git("ls-tree", "--name-only", "main", PATH) == PATH
    return MEMORY if not there else DOCUMENT if in_base else BOTH


@settings(max_examples=5, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(st.lists(st.sampled_from(STEPS), min_size=4, max_size=8))
def test_a_view_shows_one_of_the_two(
    app: App, make_repo: Callable[..., Repo], unhurried: None, steps: list[str]
) -> None:
    repo = make_repo(f"law-{next(NUMBERS)}")
    repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed twice.\n"})
    repo.git("branch", "-q", "older")
    shed = Shed(repo, app, told(app.initialise(repo.path)))
    for name in ("publish", *steps):
        step(shed, name)
        assert shed.sees() == expected(shed), (name, steps)
