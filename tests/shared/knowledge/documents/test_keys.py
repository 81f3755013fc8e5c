"""What must be read anew when something changes: documents by the chunker's version, commits by their own."""

from dataclasses import replace

import pytest

from scrubjay.app import App
from scrubjay.knowledge.documents import policy as policies
from scrubjay.knowledge.documents.store import collect
from scrubjay.settings.reading import IngestionSettings
from tests.conftest import Repo


@pytest.mark.parametrize(
    ("version", "documents", "commits"),
    [("CHUNKER_VERSION", True, False), ("COMMITS_VERSION", False, True), ("RULES_VERSION", True, True)],
)
def test_a_raised_version_changes_the_keys_of_what_it_is_about(
    version: str, documents: bool, commits: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = policies.policy(IngestionSettings())
    monkeypatch.setattr(policies, version, "next")
    after = policies.policy(IngestionSettings())
    assert (after.chunker != before.chunker, after.commits != before.commits) == (documents, commits)
    assert after.key_of("markdown") == after.chunker
    assert after.key_of("commit") == after.commits


def test_a_new_chunker_makes_documents_outdated_and_leaves_commits(app: App, repo: Repo) -> None:
    repo.commit("Describe the canary", {"docs/canary.md": "# Canary\n\nIt sings.\n"})
    repo.commit("Describe the mine", {"docs/mine.md": "# Mine\n\nIt is deep.\n"})
    workspace = app.initialise(repo.path)
    view = workspace.documents.view()
    workspace.documents.ingest(view, cause="test")
    commits = workspace.commits.ingest(view)
    current = policies.policy(IngestionSettings())
    report = collect((), workspace.knowledge_database, replace(current, chunker="next"))
    assert (report.outdated, report.kept) == (2, commits)
    assert workspace.commits.ingest(view) == 0
    assert collect((), workspace.knowledge_database, replace(current, commits="next")).outdated == commits
