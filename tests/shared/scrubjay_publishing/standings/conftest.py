"""A home over a repository in which somebody told a memory, and files that publish it."""

from dataclasses import dataclass

import pytest

from scrubjay.app import App, Workspace
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Act, Origin
from scrubjay.model.memory import Stored
from scrubjay.search.recall.answer import RecallRequest
from scrubjay_publishing.services import PublishingServices
from scrubjay_publishing.standings.values import PublicationStanding
from tests.conftest import Repo

CLAIM = "Parcels above 30 kg go through the freight lift of hall two."
PATH = ".agent/memory/freight-lift.md"


def told(at: Workspace, content: str = CLAIM, **more: object) -> str:
    """A memory that a person told."""
    request = RememberRequest(content=content, origin=Origin.PERSON, act=Act.TYPED, author="anna", **more)  # type: ignore[arg-type]
    outcome = at.memories.remember(request)
    assert isinstance(outcome, Stored), outcome
    return outcome.id


def page(id: str, words: str = CLAIM) -> str:
    """A file as `publish` writes it."""
    return f"---\nid: {id}\nkind: fact\n---\n# Freight lift\n\n{words}\n"


@dataclass
class Shed:
    """The repository with its home and the memory."""

    repo: Repo
    app: App
    id: str

    @property
    def at(self) -> Workspace:
        return self.app.workspace(self.repo.path)

    def publish(self, words: str = CLAIM, *, branch: str = "memory/freight-lift") -> str:
        """What `scrubjay publish` leaves: a commit on a branch; HEAD is where it was."""
        self.repo.git("checkout", "-q", "-b", branch)
        commit = self.repo.commit(f"Add a memory\n\nMemory-Id: {self.id}", {PATH: page(self.id, words)})
        self.repo.git("checkout", "-q", "main")
        return commit

    def sees(self) -> tuple[bool, bool]:
        """Whether a search returns the memory, and whether it returns the document; the list agrees with it."""
        at = self.at
        at.documents.ingest(at.documents.view(), cause="test")
        answer = at.recall.search(RecallRequest(query="freight lift of hall two", limit=20))
        memory = any(hit.id == self.id for hit in answer.memories)
        assert memory is (self.id in {memory.id for memory in at.memories.recent(10)})
        return memory, any(hit.path.startswith(".agent/memory/") for hit in answer.hits)

    def standing(self) -> PublicationStanding:
        view = self.at.documents.view()
        return PublishingServices.of(self.at).published.standings([self.id], view).get(self.id, PublicationStanding())


MEMORY, DOCUMENT, BOTH = (True, False), (False, True), (True, True)


@pytest.fixture
def shed(repo: Repo, app: App, unhurried: None) -> Shed:
    repo.commit("first", {"docs/guide.md": "# Guide\n\nParcels are weighed twice.\n"})
    at = app.initialise(repo.path)
    return Shed(repo, app, told(at))
