"""What happens to what was read under older rules, or only in part?"""

import pytest

from scrubjay.app import App
from scrubjay.knowledge.chunking.pieces import MAX_LINES
from tests.conftest import Repo

pytestmark = pytest.mark.story

FILES: dict[str, str | bytes] = {
    "docs/adr/0001-nest.md": "# 1. Keep a nest\n\n## Status\n\nAccepted\n",
    "docs/incidents/fall.md": "---\nseverity: SEV-1\n---\n# Fall\n\nNests fell.\n",
    "docs/long.md": "# Long\n\nA line.\n\nAnother.\n\nA third.\n",
}


def test_what_another_parser_made_of_a_record_is_read_again(app: App, repo: Repo) -> None:
    repo.commit("Nest", FILES)
    at = app.initialise(repo.path)
    view = at.documents.view()
    at.documents.ingest(view, cause="test")
    for table in ("decision", "incident"):
        at.knowledge_database.write(
            lambda c, table=table: c.execute(  # type: ignore[misc]
                f"UPDATE {table} SET parser = 'older', record = '{{\"unknown\": 1}}' WHERE record <> ''"
            )
        )
    again = app.workspace(repo.path)
    assert not again.documents.decisions(view)
    assert again.documents.behind(view) == 1
    again.documents.ingest(view, cause="test")
    assert not again.documents.behind(view)
    assert [one.decision.title for one in again.documents.decisions(view)] == ["Keep a nest"]
    assert again.documents.records(view).incidents["docs/incidents/fall.md"].severity == "sev-1"


def test_a_document_that_is_indexed_in_part_says_so(app: App, repo: Repo) -> None:
    repo.commit("Nest", FILES | {"docs/many.md": "# Many\n\n" + "a\n" * (MAX_LINES + 10)})
    at = app.initialise(repo.path)
    view = at.documents.view()
    at.documents.ingest(view, cause="test")
    ((path, reason),) = at.documents.limited_paths(view)
    assert (path, reason[:47]) == ("docs/many.md", "only lines 1-100,000 of 100,013 are indexed: 2,")
    assert at.documents.counts(view).cut == 1
    assert at.documents.explain("docs/many.md").cut_after == MAX_LINES
    assert not at.documents.explain("docs/long.md").limits
    assert at.documents.verify(view, deep=True).ok
