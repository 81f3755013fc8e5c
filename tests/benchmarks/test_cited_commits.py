"""Is a commit that a message names taken for what it is? Lines of real messages, over a history that is made for them.

The histories of the set are not in its bundles, and a commit can't be made to have a given id: so each id that existed
is put in its line's place by that of a commit made here, with as many digits. Those that didn't exist stay as they are.

pytest tests/benchmarks/test_cited_commits.py -m benchmark -s --data FOLDER
"""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import Workspace, open_app
from scrubjay.git.ancestry import BaseTracker
from scrubjay.git.process import GitEnvironment
from scrubjay.memory.grounding.citations import citations_of
from scrubjay.memory.grounding.verification import CitationVerifier
from scrubjay.model.evidence import CitationKind, CitationStatus
from scrubjay.settings.layers import load_settings
from tests.benchmarks.figures import Size
from tests.benchmarks.test_secrets import rows
from tests.conftest import Repo

pytestmark = pytest.mark.benchmark


def test_cited_commits(
    sized_data: Path,
    make_repo: Callable[..., Repo],
    environment: dict[str, str],
    clock: Callable[[], datetime],
    size: Size,
) -> None:
    (file,) = (sized_data / "sha_citations").glob("*.jsonl.gz")
    lines = rows(file)
    repo, other = make_repo("holds"), make_repo("other")
    other.commit("another history", {"README.md": "# Other\n"})
    made = {row["sha"]: repo.commit(f"commit {n}")[: len(row["sha"])] for n, row in enumerate(lines) if row["exists"]}
    texts = [row["text"].replace(row["sha"], made.get(row["sha"], row["sha"])) for row in lines]
    bare = [f"Fixed in commit {made.get(row['sha'], row['sha'])}" for row in lines]
    exists = [bool(row["exists"]) for row in lines]
    mine = environment | {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
    with open_app(load_settings(mine), git_environment=GitEnvironment.of(mine), clock=clock, wake=lambda: None) as app:
        holds, elsewhere = app.initialise(repo.path), app.initialise(other.path)
        figures = {
            "in a plain claim": [a == b for a, b in zip(verified(holds, bare), exists, strict=True)],
            "in its own line": [a == b for a, b in zip(verified(holds, texts), exists, strict=True)],
            "in another repository": [not one for one in verified(elsewhere, bare)],
        }
    for name, right in figures.items():
        given = f"sha_citations, {len(right)} ids ({sum(exists)} exist), {name}"
        size.show("cited commits", given, f"{sum(right) / len(right):.3f}", "1.0")
    assert all(all(right) for right in figures.values())


def verified(at: Workspace, texts: Sequence[str]) -> list[bool]:
    """Whether a commit that a text cites is found."""
    base = BaseTracker(at.git, at.repository.common_dir)
    verifier, view = (
        CitationVerifier(git=at.git, base=base, documents=at.documents, commits=at.commits),
        at.documents.view(),
    )
    return [
        any(
            one.kind is CitationKind.COMMIT and one.status is CitationStatus.RESOLVED
            for one in verifier.verify(text, citations_of(text), view)
        )
        for text in texts
    ]
