"""Any sequence of git operations over several branches and worktrees: the index equals the tree, and nothing leaks."""

import tempfile
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from tests.conftest import Repo
from tests.fakes import HashingEmbedder

NAMES = ("a.md", "b.rst", "docs/c.md")
BRANCHES = ("main", "one", "two")

step = st.one_of(
    st.tuples(st.just("commit"), st.integers(0, 1), st.sampled_from(NAMES), st.integers(0, 5)),
    st.tuples(st.just("delete"), st.integers(0, 1), st.sampled_from(NAMES), st.just(0)),
    st.tuples(st.just("rename"), st.integers(0, 1), st.sampled_from(NAMES), st.integers(0, 3)),
    st.tuples(st.just("switch"), st.integers(0, 1), st.sampled_from(BRANCHES), st.just(0)),
    st.tuples(st.just("merge"), st.integers(0, 1), st.sampled_from(BRANCHES), st.integers(0, 1)),
    st.tuples(st.just("rebase"), st.integers(0, 1), st.sampled_from(BRANCHES), st.just(0)),
    st.tuples(st.just("reset"), st.integers(0, 1), st.just("HEAD~1"), st.just(0)),
    st.tuples(st.just("amend"), st.integers(0, 1), st.sampled_from(NAMES), st.integers(0, 5)),
    st.tuples(st.just("revert"), st.integers(0, 1), st.just("HEAD"), st.just(0)),
    st.tuples(st.just("cherry-pick"), st.integers(0, 1), st.sampled_from(BRANCHES), st.just(0)),
)


def perform(repo: Repo, kind: str, argument: str, number: int) -> None:
    """Do one thing; what git refuses or can't finish is undone, as a user would."""
    match kind:
        case "commit":
            repo.commit(kind, {argument: f"# Text {number}\n\nwords number{number} of {argument}\n"})
        case "amend":
            repo.write(argument, f"# Amended {number}\n\namended number{number}\n")
            repo.git("add", "-A")
            repo.git("commit", "-q", "--amend", "-m", "amended", check=False)
        case "delete":
            repo.git("rm", "-q", argument, check=False)
            repo.git("commit", "-q", "-m", "delete", check=False)
        case "rename":
            repo.git("mv", argument, f"moved{number}.md", check=False)
            repo.git("commit", "-q", "-m", "rename", check=False)
        case "switch":
            repo.git("switch", "-q", argument, check=False)
        case "merge":
            repo.git("merge", "-q", *(["--squash"] if number else ["--no-edit"]), argument, check=False)
            repo.git("commit", "-q", "-m", "merged", check=False)
            repo.git("merge", "--abort", check=False)
        case "reset":
            repo.git("reset", "-q", "--hard", argument, check=False)
        case "revert":
            repo.git("revert", "--no-edit", argument, check=False)
            repo.git("revert", "--abort", check=False)
        case _:
            repo.git(kind, argument, check=False)
            repo.git(kind, "--abort", check=False)
    repo.git("reset", "-q", "--hard", check=False)


@pytest.mark.parametrize("seed", range(4))
def test_the_index_equals_every_worktree_and_nothing_leaks(seed: int, environment: dict[str, str]) -> None:
    @settings(max_examples=3, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(step, min_size=20, max_size=40), st.just(seed))
    def run(steps: list[tuple[str, int, str, int]], _: int) -> None:
        with tempfile.TemporaryDirectory() as folder:
            story(Path(folder), environment | {"SCRUBJAY_HOME": f"{folder}/home"}, steps[seed % 2 :])

    run()


def story(folder: Path, environment: dict[str, str], steps: list[tuple[str, int, str, int]]) -> None:
    main = Repo(folder / "main", environment)
    main.path.mkdir()
    main.git("init", "-q")
    main.commit("root", {name: f"# Root\n\nroot words of {name}\n" for name in NAMES})
    for branch in BRANCHES[1:]:
        main.git("branch", branch)
    main.git("worktree", "add", "-q", "-b", "side", "../side")
    repos = (main, Repo(folder / "side", environment))
    with open_app(
        load_settings(environment),
        git_environment=GitEnvironment.of(environment),
        embedder=HashingEmbedder(),
        clock=lambda: datetime(2026, 3, 1, tzinfo=UTC),
        wake=lambda: None,
    ) as app:
        app.initialise(main.path)
        for kind, which, argument, number in steps:
            perform(repos[which], kind, argument, number)
            at = app.workspace(repos[which].path)
            at.documents.ingest(at.documents.view(), cause="test")
        for repo in repos:
            at = app.workspace(repo.path)
            view = at.documents.view()
            at.documents.ingest(view, cause="test")
            verdict = at.documents.verify(view, deep=True)
            assert verdict.ok, verdict
            for hit in at.recall.search(RecallRequest(query="words number text root amended", limit=100)).hits:
                committed = repo.git("show", f"HEAD:{hit.path}").split("\n")
                assert hit.text == "\n".join(committed[hit.start_line - 1 : hit.end_line])
