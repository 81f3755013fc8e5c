"""Two real histories, commit by commit through the hooks: does the knowledge stay equal to the tree?"""

import json
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from scrubjay.storage.driver import connect
from tests.benchmarks.figures import program, show, spent
from tests.conftest import Repo
from tests.patience import PATIENCE_S

pytestmark = pytest.mark.benchmark

SAMPLED = 40
"""Commits between two looks."""

RECORDS = {
    ".md": "# {number}. Replace it\n\n## Status\n\nAccepted\n\nSupersedes {old}\n",
    ".rst": "{number}. Replace it\n==============\n\nStatus\n------\n\nAccepted\n\nSupersedes {old}\n",
}

TABLES = ("content", "passage", "decision", "skipped", "path", "embedding")


def equal(repo: Repo, *, deep: bool) -> bool:
    """Whether the worker makes the knowledge equal to the tree. `verify` only looks: it ingests nothing."""
    until = time.monotonic() + PATIENCE_S
    while "equals the tree" not in program("verify", *(["--deep"] if deep else []), at=repo):
        if time.monotonic() > until:
            return False
        time.sleep(0.5)
    return True


def row_counts(repo: Repo) -> dict[str, int]:
    (database,) = Path(repo.environment["SCRUBJAY_HOME"]).glob("projects/*/knowledge.db")
    connection = connect(database)
    try:
        return {table: connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0] for table in TABLES}
    finally:
        connection.close()


@pytest.mark.parametrize("name", ["openedx-events-docs", "madr-docs"])
def test_replay(name: str, make_repo: Callable[..., Repo], data: Path) -> None:
    source = make_repo("source")
    source.git("fetch", "-q", str(data / "repos" / f"{name}.bundle"), "+refs/*:refs/bundle/*")
    tip = source.git("for-each-ref", "--sort=-committerdate", "--count=1", "--format=%(objectname)")
    history = source.git("rev-list", "--first-parent", "--reverse", tip).split()
    repo = make_repo("replayed")
    repo.git("fetch", "-q", str(source.path), "+refs/bundle/*:refs/bundle/*")
    program("init", "--yes", at=repo)
    looks = []
    with spent() as cost:
        for number, commit in enumerate(history, 1):
            repo.git("read-tree", "-u", "--reset", commit)
            repo.git("commit", "-q", "--allow-empty", "-m", f"replay {number}")
            if number % SAMPLED == 0 or number == len(history):
                looks.append(equal(repo, deep=number == len(history)))
    assert all(looks)
    program("ingest", "--wait", at=repo)
    before = row_counts(repo)
    program("ingest", "--wait", at=repo)
    assert row_counts(repo) == before
    superseded_decisions_are_known(repo)
    result = f"{cost.wall:.0f} s, verify 0 {len(looks)} times"
    show("replay", f"{name}: {len(history)} commits, {before['passage']:,} passages", result, "verify 0, 0 rows again")


def superseded_decisions_are_known(repo: Repo) -> None:
    """Neither history supersedes a decision, so a commit on top of it does, in the form of its records."""
    old = Path(max(path for path in repo.git("ls-files", "docs/decisions").splitlines() if "/0" in path))
    number = int(old.name[:4]) + 1
    new = old.with_name(f"{number:04}-replace-it{old.suffix}")
    repo.commit("replace", {str(new): RECORDS[old.suffix].format(number=number, old=old.name)})
    assert equal(repo, deep=True)
    words = old.stem[5:].replace("-", " ")
    found = program("search", words, "--kind", "decision", "--limit", "50", "--json", at=repo)
    marks = {hit["path"]: hit["marks"] for hit in json.loads(found)["results"]}
    assert [path for path, said in marks.items() if any("superseded by" in mark for mark in said)] == [str(old)]
