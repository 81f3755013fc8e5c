"""The worker of a server's process, put together: what fetches mirrors, within which limits, and what indexes them."""

import os
from collections.abc import Callable, Mapping
from datetime import datetime
from typing import TYPE_CHECKING
from uuid import UUID

from scrubjay_team.archives.upkeep import ArchiveUpkeep
from scrubjay_team.audit.chaining import AuditChainer
from scrubjay_team.evidence.promoting import TeamPromotion
from scrubjay_team.index.api import index_mirror
from scrubjay_team.mirrors.opening import RouteOpener
from scrubjay_team.mirrors.refreshing import MirrorRefresher
from scrubjay_team.mirrors.states import MirrorStates
from scrubjay_team.mirrors.watching import FetchLimits
from scrubjay_team.mirrors.worker import MirrorWorker

if TYPE_CHECKING:
    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.extensions.kinds.keys import KeyProvider
    from scrubjay_team.archives.objects import ArchiveObjects
    from scrubjay_team.database.working import WorkerDatabase
    from scrubjay_team.mirrors.mirror import Mirror
    from scrubjay_team.mirrors.watching import Progress
    from scrubjay_team.place import TeamPlace
    from scrubjay_team.signin.service import SignIn

HOME = "home"
"""The folder, beside a mirror, of what the core keeps of it."""

MB = 1_000_000


def worker_of(
    place: "TeamPlace",
    database: "WorkerDatabase",
    dsn: str,
    embedder: "Embedder | None",
    clock: Callable[[], datetime],
    environment: Mapping[str, str],
    keys: "KeyProvider",
    sign_in: "SignIn",
    objects: "ArchiveObjects | None",
) -> MirrorWorker:
    """The worker of a place; `dsn` is that of the worker's role, as that of `database` is. Nothing runs yet."""
    section, path = place.section, environment.get("PATH", os.defpath)

    def index(project: UUID, mirror: "Mirror", progress: "Progress") -> None:
        index_mirror(
            database, project, mirror.tree, mirror.tags, home=mirror.folder / HOME, progress=progress,
            embedder=embedder, environment=environment,
        )  # fmt: skip

    limits = FetchLimits(section.mirror_mb * MB, section.mirror_objects, section.fetch_seconds)
    refresher = MirrorRefresher(
        states=MirrorStates(database, clock, section.fetch_minutes), data=place.data, limits=limits,
        open_route=RouteOpener(section.private_addresses, path), index=index, path=path, keys=keys,
    )  # fmt: skip
    chores: dict[str, Callable[[], object]] = {
        "audit": AuditChainer(database).run,
        "promotion": TeamPromotion(database, clock, embedder).run_due,
        "standing": sign_in.ask_due,
    }
    if objects:
        chores["archives"] = ArchiveUpkeep(database, objects, clock).run
    return MirrorWorker(dsn, refresher, chores)
