"""Makers of what reads forges and forgets what was read."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from scrubjay.git.process import Git
from scrubjay.memory.lifecycle.endings import forget_quoted
from scrubjay.model.clock import Clock
from scrubjay.settings.schema import Settings
from scrubjay_forges.discussions.forgetting import ForgottenForge, forget_repository, kept_repository
from scrubjay_forges.discussions.store import DiscussionStore
from scrubjay_forges.forges.sync import ForgeSync
from scrubjay_forges.services import ForgeServices
from scrubjay_forges.wiring import Targets

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace
    from scrubjay_forges.forges.client import Network


def forge_sync(
    forge_targets: Targets, user_settings: Settings, discussion_store: DiscussionStore, git: Git, clock: Clock,
    network: "Network | None",
) -> ForgeSync:  # fmt: skip
    return ForgeSync(forge_targets, user_settings, discussion_store, git, clock, network)


def forget_forge(services: "Workspace") -> Callable[[str], ForgottenForge]:
    """Forgets a repository's discussions for good, with what memories quote of them and what sessions were told.

    What they were told goes whole, since any text may repeat a discussion. The repository goes last, so that who
    was interrupted can forget it again. Raises NotFound.
    """

    def forget(name: str) -> ForgottenForge:
        memories, store = services.memories, ForgeServices.of(services).discussion_store
        kept = kept_repository(store, name)
        for scope in memories.scopes():
            memories.writing(scope, lambda c, _: forget_quoted(c, kept.name))
        services.ledger.clear()
        done = forget_repository(store, kept.name)
        clean = [database.truncate_log() for database in services.databases]
        return replace(done, clean=done.clean and all(clean))

    return forget
