"""A memory that cites a discussion that is kept stands beside the pull request that a commit merged."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Origin
from scrubjay.model.memory import Stored
from scrubjay_forges.services import ForgeServices
from scrubjay_graph.services import GraphServices
from tests.conftest import Repo
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, head, part


@pytest.mark.parametrize("written", ["#77", "GH-77"])
def test_it_cites_the_request_by_its_number(repo: Repo, app: App, written: str) -> None:
    repo.commit("Lend connections in turn (#77)", {"docs/pool.md": "# Pool\n\nIt lends.\n"})
    at: Workspace = app.initialise(repo.path)
    at.documents.ingest(at.documents.view(), cause="test")
    ForgeServices.of(at).discussion_store.ensure(REPOSITORY, "github")
    said = batch(head(77, "Lend in turn", kind="pull_request"), part(77, text="The pool holds 20 connections."))
    ForgeServices.of(at).discussion_store.put(REPOSITORY, said)
    request = RememberRequest(content=f"The pool holds 20 connections ({written}).", origin=Origin.AGENT)
    outcome = at.memories.remember(request)
    assert isinstance(outcome, Stored)
    answer = GraphServices.of(at).graph.around("#77")
    assert (f"memory:{outcome.id}", "request:#77") in {(edge.source, edge.target) for edge in answer.edges}
