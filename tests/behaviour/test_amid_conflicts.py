"""What a session saves amid the conflicts of a rebase is the branch's, told by the next session however it ended."""

import pytest

from tests.behaviour.processes import scrubjay
from tests.conftest import Repo


@pytest.fixture
def stuck(repo: Repo, environment: dict[str, str]) -> Repo:
    """A rebase of `feature` onto main that stopped in a conflict; both branches have a task."""
    repo.environment = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    repo.commit("first", {"a.txt": "one\n", "README.md": "# Shop\n"})
    scrubjay(repo, "init", "--yes")
    scrubjay(repo, "session", "note", "Main ships on Friday", "--kind", "goal")
    repo.commit("theirs", {"a.txt": "theirs\n"})
    repo.git("checkout", "-q", "-b", "feature", "HEAD~1")
    scrubjay(repo, "session", "note", "Feature paints doors", "--kind", "goal")
    repo.commit("mine", {"a.txt": "mine\n"})
    repo.git("checkout", "-q", "main")
    repo.git("rebase", "main", "feature", check=False)
    return repo


@pytest.mark.parametrize("end", ["--continue", "--abort"])
def test_a_save_amid_a_rebase_is_there_after_it(stuck: Repo, end: str) -> None:
    assert "of feature @" in scrubjay(stuck, "session", "save", "Half way through the conflict.")
    told = scrubjay(stuck, "session", "init")
    assert "feature @" in told.split("\n")[0]
    assert "rebase in progress" in told.split("\n")[0]
    assert "Feature paints doors" in told
    if end == "--continue":
        stuck.write("a.txt", "both\n")
        stuck.git("add", "a.txt")
    stuck.git("-c", "core.editor=true", "rebase", end)
    told = scrubjay(stuck, "session", "init")
    assert "Half way through the conflict." in told
    assert "Feature paints doors" in told
    stuck.git("checkout", "-q", "main")
    told = scrubjay(stuck, "session", "init")
    assert "Main ships on Friday" in told
    assert "Half way" not in told


def test_a_branch_that_was_reset_to_main_and_back_keeps_its_task(stuck: Repo) -> None:
    stuck.git("rebase", "--abort")
    stuck.git("checkout", "-q", "feature")
    stuck.git("reset", "-q", "--hard", "main")
    assert "Feature paints doors" in scrubjay(stuck, "session", "init")
    stuck.git("reset", "-q", "--hard", "ORIG_HEAD")
    assert "Feature paints doors" in scrubjay(stuck, "session", "init")
