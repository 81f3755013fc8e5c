"""Two real histories, commit by commit through the hooks: does the knowledge stay equal to the tree?"""

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.benchmarks.figures import program, show, spent
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark


@pytest.mark.parametrize("name", ["openedx-events-docs", "madr-docs"])
def test_replay(name: str, make_repo: Callable[..., Repo], data: Path) -> None:
    source = make_repo("source")
    source.git("fetch", "-q", str(data / "repos" / f"{name}.bundle"), "+refs/*:refs/bundle/*")
    tip = source.git("for-each-ref", "--sort=-committerdate", "--count=1", "--format=%(objectname)")
    history = source.git("rev-list", "--first-parent", "--reverse", tip).split()
    repo = make_repo("replayed")
    repo.git("fetch", "-q", str(source.path), "+refs/bundle/*:refs/bundle/*")
    program("init", "--yes", at=repo)
    unequal = 0
    with spent() as cost:
        for number, commit in enumerate(history, 1):
            repo.git("read-tree", "-u", "--reset", commit)
            repo.git("commit", "-q", "--allow-empty", "-m", f"replay {number}")
            if number % 60 == 0 or number == len(history):
                program("ingest", "--wait", at=repo)
                unequal += "equals the tree" not in program("verify", "--deep", at=repo)
    assert unequal == 0
    assert "0 documents added" in program("ingest", at=repo)
    decisions = program("search", "decision", "--kind", "decision", "--limit", "1", "--json", at=repo)
    assert '"kind": "decision"' in decisions
    show("replay", f"{name}: {len(history)} commits through the hooks", "verify 0, 0 rows again", f"{cost.wall:.0f} s")
