"""The sync of a home: it needs no worktree, so it is wired for itself."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from scrubjay.git.process import GitEnvironment
    from scrubjay.model.clock import Clock
    from scrubjay.storage import Database
    from scrubjay_exchange.syncing.synchroniser import Synchroniser


def wire_sync(
    home: Path,
    *,
    database: "Callable[[], Database]",
    git: "GitEnvironment",
    clock: "Clock",
) -> "Synchroniser":
    """What syncs the user's own memories of a home."""
    from scrubjay.inference.embedding.tokenizer import Tokenizer
    from scrubjay.wiring.forgetting import forget_told
    from scrubjay_exchange.syncing.synchroniser import Synchroniser

    return Synchroniser(database, home, git, clock, Tokenizer(), lambda: forget_told(home, clock, ()))
