"""How many questions for a place in code are answered, by a sentence and by keywords, beside `git grep` with the same?

pytest tests/benchmarks/test_where.py -m benchmark -s --data FOLDER

`FOLDER/where` holds files NAME.txt of questions, each beside a clone of its repository, NAME.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from scrubjay.app import App, open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from tests.benchmarks.figures import Size, show
from tests.benchmarks.where import SHOWN, WhereQuestion, counts, grep_places, places_of, read_questions
from tests.conftest import Repo

ROOT = Path(__file__).parents[2]
OWN = """\
o1 | Where is git told never to run a hook or a pager? | shared/scrubjay/git/process.py::Git | environment pager config
o2 | Where are lines with a word found by git's own search? | shared/scrubjay/git/tree.py::lines_with | grep lines word
o3 | Where is a renamed file followed to its new path? | shared/scrubjay/git/renames.py::current_path | rename path
o4 | Where does it tell that a clone is shallow? | shared/scrubjay/git/clone_state.py::borders | shallow history
"""
"""Of this project's own package `git`, for the form that runs with every test."""


def _own(repo: Repo) -> dict[str, tuple[Repo, tuple[WhereQuestion, ...]]]:
    paths = sorted((ROOT / "shared" / "scrubjay" / "git").glob("*.py"))
    repo.commit("start", {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in paths})
    file = repo.path.parent / "own.txt"
    file.write_text(OWN, encoding="utf-8")
    return {"own": (repo, read_questions(file))}


@pytest.fixture
def asked(
    request: pytest.FixtureRequest, size: Size, repo: Repo, tmp_path: Path, environment: dict[str, str]
) -> dict[str, tuple[Repo, tuple[WhereQuestion, ...]]]:
    """The questions of each repository."""
    if not size.full:
        return _own(repo)
    found = {}
    for file in sorted((request.getfixturevalue("data") / "where").glob("*.txt")):
        clone = tmp_path / "clones" / file.stem
        subprocess.run(["git", "clone", "-q", str(file.with_suffix("")), str(clone)], check=True, env=environment)
        found[file.stem] = Repo(clone, environment), read_questions(file)
    return found


@pytest.fixture
def app(environment: dict[str, str]) -> Iterator[App]:
    """A home without an embedder: code is found by its words."""
    with open_app(
        load_settings(environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}),
        git_environment=GitEnvironment.of(environment),
        wake=lambda: None,
    ) as opened:
        yield opened


@pytest.mark.benchmark
def test_a_place_in_code_is_found_by_its_words(
    asked: dict[str, tuple[Repo, tuple[WhereQuestion, ...]]], app: App
) -> None:
    totals = dict.fromkeys(("sentence", "keywords", "git grep"), 0)
    for name, (repo, questions) in asked.items():
        workspace = app.initialise(repo.path)
        workspace.documents.ingest(workspace.documents.view(), cause="test")
        search = workspace.recall.search

        def by(query: str, search=search):  # type: ignore[no-untyped-def]
            return places_of(search(RecallRequest(query=query, kinds=("code",), limit=SHOWN)).hits)

        ways = {
            "sentence": counts(questions, lambda q, by=by: by(q.question)),  # type: ignore[misc]
            "keywords": counts(questions, lambda q, by=by: by(q.keywords)),  # type: ignore[misc]
            "git grep": counts(questions, lambda q, repo=repo: grep_places(repo, q.keywords)),  # type: ignore[misc]
        }
        for way, (first, shown, ranks) in ways.items():
            totals[way] += shown
            show(f"where, {way}", f"{name}, {len(questions)} questions", f"{shown} ({first} in three)", str(ranks))
    number = sum(len(questions) for _, questions in asked.values())
    show("where, all", f"{number} questions", str(totals), "sentence >= .62, keywords >= .91 of them")
    assert all(totals.values())
