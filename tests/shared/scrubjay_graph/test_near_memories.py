"""Around a thing only the memories near it are read, and nothing of the answer is lost by that."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Stored
from scrubjay_graph.services import GraphServices
from tests.conftest import Repo

A, B, C = "docs/a.md", "docs/b.md", "docs/c.md"


def remember(at: Workspace, content: str, *cites: str) -> str:
    claim = RememberRequest(content=content, cites=cites, author="ada", origin=Origin.PERSON, act=Act.TYPED)
    outcome = at.memories.remember(claim)
    assert isinstance(outcome, Stored)
    return outcome.id


@pytest.fixture
def at(app: App, repo: Repo) -> Workspace:
    """Three pages in a row, a memory about both ends, one about the middle, and one that cites the first memory's."""
    repo.commit(
        "first", {A: "# A\n\nParcels are weighed.\n", B: "# B\n\nSee [A](a.md).\n", C: "# C\n\nSee [B](b.md).\n"}
    )
    at = app.initialise(repo.path)
    at.documents.ingest(at.documents.view(), cause="test")
    remember(at, "Parcels are weighed at the gate, and B says so.", A, C)
    remember(at, "B speaks of parcels at the gate.", B)
    remember(at, "Nothing is cited here.")
    repo.commit("later", {"docs/d.md": "# D\n"}, date="2099-01-01T00:00:00+00:00")
    at.documents.ingest(at.documents.view(), cause="test")
    return at


@pytest.mark.parametrize("hops", [1, 2, 3, 4])
@pytest.mark.parametrize("name", [A, B, C, "docs/d.md", "memory"])
def test_the_answer_is_the_one_over_all_memories(at: Workspace, name: str, hops: int) -> None:
    if name == "memory":
        name = f"memory:{at.memories.citing(B)[0].id}"
    questions = GraphServices.of(at).graph
    near, every = questions.around(name, hops), questions.around(name, hops, as_of="HEAD")
    assert [(node.key, steps) for node, steps in near.nodes] == [(node.key, steps) for node, steps in every.nodes]
    assert set(near.edges) == set(every.edges)


def test_memories_of_both_ends_are_found_from_the_other_one(at: Workspace) -> None:
    kinds = {node.key.partition(":")[0] for node, _ in GraphServices.of(at).graph.around(A, 2).nodes}
    assert "memory" in kinds
    assert f"file:{C}" in GraphServices.of(at).graph.around(A, 2).title_of


def test_a_file_names_the_memories_that_cite_it(at: Workspace) -> None:
    assert [memory.content[:1] for memory in at.memories.citing(B)] == ["B"]
    assert at.memories.citing("docs/d.md") == ()
