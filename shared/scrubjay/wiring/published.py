"""Makers of what is known of memories that stand in the repository."""

from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING

from scrubjay.git.process import Git
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay_publishing.standings.marks import claims_in
from scrubjay_publishing.standings.published import PublishedMemories
from scrubjay_publishing.store import publications

if TYPE_CHECKING:
    from scrubjay.wiring.workspace import Workspace


def published(
    git: Git, knowledge_database: Database, user_database: Callable[[], Database], user_settings: Settings,
    services: "Workspace",
) -> PublishedMemories:  # fmt: skip
    def claims(ids: Collection[str]) -> Mapping[str, str]:
        """What some memories say, by id; the user's database is opened only where there is one."""
        if not ids:
            return {}
        said = knowledge_database.read(lambda c: claims_in(c, ids))
        rest = frozenset(ids) - said.keys()
        if rest and (user_settings.home / "user" / "knowledge.db").exists():
            said |= user_database().read(lambda c: claims_in(c, rest))
        return said

    return PublishedMemories(
        git=git,
        knowledge=knowledge_database,
        view=lambda commit: services.documents.view(commit),
        visible=lambda connection, view: services.documents.visible(connection, view),
        claims=claims,
        records=lambda: publications(knowledge_database),
        closed=lambda commits: services.discussions.closed_with(commits),
    )
