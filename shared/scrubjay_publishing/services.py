"""Services of publishing, by name, and doctor's line on proposals to the repository."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrubjay.model.check import Check
from scrubjay.model.memory import MemoryStatus
from scrubjay.wiring.registry import Services, made
from scrubjay.wiring.workspace import Workspace
from scrubjay_publishing.publications import publications
from scrubjay_publishing.standings.published import PublishedMemories
from scrubjay_publishing.standings.values import PublicationState

if TYPE_CHECKING:
    from scrubjay_publishing.proposed_branches import ProposedBranches, PublishedProposals
    from scrubjay_publishing.publisher import Publisher


class PublishingServices(Services):
    """The services that publish memories as files in git."""

    published: "PublishedMemories" = made()
    publisher: "Publisher" = made()
    proposed_branches: "ProposedBranches" = made()
    proposal_publisher: "PublishedProposals" = made()


def published_check(workspace: "Workspace") -> Iterator[Check]:
    """Doctor's check of how many memories wait on a branch or lost theirs; nothing where none was published."""
    ids = {row.memory for row in publications(workspace.knowledge_database)}
    if not ids:
        return
    standings = PublishingServices.of(workspace).published.standings(ids, workspace.documents.view())
    states = [standing.state for standing in standings.values()]
    waiting, gone = states.count(PublicationState.OPEN), states.count(PublicationState.GONE)
    proposed = [id for id, one in standings.items() if one.state is PublicationState.OPEN]
    held = workspace.memories.of_ids(proposed)
    old = sum(id not in held or held[id].status is not MemoryStatus.ACTIVE for id in proposed)
    if waiting or gone:
        text = f"{waiting:,} proposed and not merged" + (f", {old:,} of them changed here since" if old else "")
        text += f", {gone:,} not merged and given up" if gone else ""
        yield Check("published", True, text, "", "`scrubjay publish --list` shows them")
