"""What `doctor` and `status` say of proposals to the repository."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from scrubjay.model.check import Check
from scrubjay.model.memory import MemoryStatus
from scrubjay_publishing import store
from scrubjay_publishing.services import PublishingServices
from scrubjay_publishing.standings.values import PublicationState

if TYPE_CHECKING:
    from scrubjay.app import Workspace


def published(workspace: "Workspace") -> Iterator[Check]:
    """How many memories wait on a branch to be merged, or lost theirs; nothing where none was published here."""
    ids = {row.memory for row in store.publications(workspace.knowledge_database)}
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
