"""A forge that is forgotten leaves a memory its own claim and the bare citation, and nothing else in any byte."""

import pytest

from scrubjay.app import App, Workspace
from scrubjay.memory.lifecycle.endings import without_outcomes
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import Origin
from scrubjay.model.memory import Stored
from scrubjay.search.recall.document import DocumentRequest
from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart
from scrubjay_forges.services import ForgeServices
from tests.conftest import Repo
from tests.shared.scrubjay_forges.discussions.conftest import REPOSITORY, batch, comment, have_read, head, part

LINK = f"https://{REPOSITORY}/issues/8"
CLAIMS = {
    "The queue holds 200 parcels (#7).": "The quexword queue holds 200 parcels.",
    "The chute holds 20 boxes (#7).": "",
    "The ramp holds 30 boxes (#7).": "",
    "The queue holds 300 parcels (#7).": "",
    f"The slide holds 400 letters at most, {LINK}.": "holds 400 quexletters",
}
"""Claims with their quotes: said by a member, by an outsider with and without an answer, otherwise, and by a link."""


@pytest.fixture
def at(app: App, repo: Repo) -> Workspace:
    repo.commit("start", {"README.md": "# Magpie\n\nMagpie sorts letters.\n"})
    opened = app.initialise(repo.path)
    ForgeServices.of(opened).discussion_store.ensure(REPOSITORY, "github")
    closed = {"state": "closed", "closed_at": "2026-02-03T04:05:06Z", "labels": ("quexlabel",)}
    items: list[DiscussionHead | DiscussionPart] = [
        head(7, "The quextitle overflows", author="quexopener", **closed),
        part(7, text="Hello quexopening.", author="quexopener"),
        comment(7, 1, "The quexout chute holds 20 boxes.", author="quexzed", member=False,
                created_at="2026-01-09T00:00:00Z"),
        comment(7, 2, CLAIMS["The queue holds 200 parcels (#7)."], author="quexann",
                created_at="2026-01-10T00:00:00Z"),
        comment(7, 3, "The quexramp ramp holds 30 boxes.", author="quexmallory", member=False,
                created_at="2026-01-11T00:00:00Z"),
        head(8, "Other quexb"), part(8, text="The slide holds 400 quexletters at most."),
    ]  # fmt: skip
    ForgeServices.of(opened).discussion_store.put(
        REPOSITORY,
        batch(*items),
        synced_at="2026-11-20T14:10:00Z",
    )
    have_read(ForgeServices.of(opened).discussion_store)
    return opened


def learn(at: Workspace, claim: str, quote: str) -> str:
    """The id of a memory of an agent."""
    request = RememberRequest(content=claim, author="ada", quote=quote, origin=Origin.AGENT)
    outcome = at.memories.remember(request)
    assert isinstance(outcome, Stored), outcome
    return outcome.id


def left(at: Workspace) -> set[str]:
    """What of the forge stands in a byte of the home."""
    words = ("quex", "2026-02-03", "2026-11-20", "closed 20", "no member answered", "an outsider")
    files = [file.read_bytes() for file in at.project.folder.parent.parent.rglob("*") if file.is_file()]
    return {word for word in words for bytes_ in files if word.encode() in bytes_}


def test_nothing_of_a_forgotten_forge_is_in_any_byte(at: Workspace) -> None:
    memories = at.memories
    ids = [learn(at, claim, quote) for claim, quote in CLAIMS.items()]
    own = learn(at, "Letters are sorted by hand.", "by hand, I say")
    at.grades.of(ids, at.documents.view())
    assert at.answers.document(DocumentRequest(path="#7"))
    assert {"quex", "2026-02-03", "closed 20"} <= left(at)
    ForgeServices.of(at).forget_forge(REPOSITORY.upper().replace("GITHUB.COM", "github.com"))
    assert left(at) == set()
    for id, claim in zip(ids, CLAIMS, strict=True):
        told = memories.provenance(id)
        assert told.memory.content == claim
        citations = [cited for entry in told.validations if entry.evidence for cited in entry.evidence.citations]
        assert {citation.target for citation in citations} <= {f"{REPOSITORY}#7", f"{REPOSITORY}#8"}
        assert {citation.detail for citation in citations} == {"forgotten"}
    assert memories.provenance(own).memory.quote == "by hand, I say"


@pytest.mark.parametrize(
    ("check", "kept"),
    [
        ("secrets", "secrets"),
        ("place #7: speaks of it; closed", "place #7: forgotten"),
        ("place #77: speaks of it; closed", "place #77: speaks of it; closed"),
        ("place docs/#7.md: speaks of it", "place docs/#7.md: speaks of it"),
        ("place #7", "place #7"),
    ],
)
def test_only_the_outcome_of_its_own_citations_goes(check: str, kept: str) -> None:
    assert without_outcomes([check], ["#7"]) == [kept]
