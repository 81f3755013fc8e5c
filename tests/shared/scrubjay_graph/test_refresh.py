"""The daily pass keeps a graph fresh that somebody asks for, and builds none for nobody."""

from scrubjay.app import App
from scrubjay.wiring.workspace import Workspace
from scrubjay_graph.services import GraphServices
from tests.conftest import Repo


def committed(at: Workspace, repo: Repo, name: str) -> None:
    repo.commit(name, {f"docs/{name}.md": f"# {name}\n\nSee [the start](start.md).\n"})
    documents = at.documents
    documents.ingest(documents.view(), cause="test")


def test_only_a_graph_that_was_asked_for_is_built_again(app: App, repo: Repo) -> None:
    repo.commit("first", {"docs/start.md": "# Start\n"})
    at = app.initialise(repo.path)
    committed(at, repo, "one")
    assert GraphServices.of(at).graph.refresh() == 0
    GraphServices.of(at).graph.around("docs/start.md", 1)
    assert GraphServices.of(at).graph.refresh() == 0, "it stands"
    committed(at, repo, "two")
    assert [GraphServices.of(at).graph.refresh() for _ in range(2)] == [1, 0]
