"""A repository with code whose graph is asked."""

from collections.abc import Callable, Mapping

import pytest

from scrubjay.app import App
from scrubjay_graph.graph import Graph
from scrubjay_graph.services import GraphServices
from tests.conftest import Repo

Tree = Callable[[Mapping[str, str]], Graph]


@pytest.fixture
def tree(app: App, repo: Repo) -> Tree:
    """Commits files, reads them, and gives the graph of them."""

    def committed(files: Mapping[str, str]) -> Graph:
        repo.commit("Begin", dict(files))
        at = app.initialise(repo.path)
        documents = at.documents
        documents.ingest(documents.view(), cause="test")
        return GraphServices.of(at).graph

    return committed
