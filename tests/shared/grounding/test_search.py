"""What a commit did grounds the claim that it was done, and nothing else."""

import pytest

from scrubjay.app import Workspace
from scrubjay.grounding.search import SupportSearch
from scrubjay.model.evidence import CitationKind, Support
from tests.conftest import Repo

MESSAGES = (
    "Fix the overflow of the queue in the importer",
    "Add a lock to the registry",
    "Use Kafka for parcel events",
    'Revert "Add a lock to the registry"',
    "Release 2.4 of the sorter",
)


@pytest.fixture
def search(workspace: Workspace, project: Repo) -> SupportSearch:
    for number, message in enumerate(MESSAGES, 2):
        project.commit(message, {"src/pool.py": f"x = {number}\n"}, date=f"2026-03-0{number}T12:00:00+00:00")
    workspace.commits.ingest(workspace.documents.view())
    return SupportSearch(workspace.documents, workspace.retriever)


@pytest.mark.parametrize(
    ("claim", "grounded"),
    [
        ("The overflow of the queue in the importer was fixed.", True),
        ("We fixed the overflow of the queue in the importer.", True),
        ("Release 2.4 of the sorter.", True),
        ("The overflow of the queue in the importer was introduced.", False),
        ("The overflow of the queue in the exporter was fixed.", False),
        ("The overflow of the queue was never fixed in the importer.", False),
        ("Release 2.5 of the sorter happened.", False),
        ("A lock was added to the registry.", False),  # and taken back
        ("We use Kafka for parcel events.", False),  # what was done then may not hold now
        ("Kafka carries parcel events.", False),
    ],
)
def test_a_commit_grounds_what_it_did(search: SupportSearch, workspace: Workspace, claim: str, grounded: bool) -> None:
    found = search.find(claim, workspace.documents.view()).citation
    if grounded:
        assert found is not None
        assert (found.kind, found.support, found.attached) == (CitationKind.COMMIT, Support.SUPPORTED, True)
        assert found.quote in " ".join(MESSAGES)
    else:
        assert found is None or found.kind is not CitationKind.COMMIT
