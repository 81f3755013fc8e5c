"""Makers of the searchable kinds that other people's extensions add."""

from scrubjay.extensions.making import made
from scrubjay.extensions.registry import BROKEN, ExtensionRegistry
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.index.policy import Policy
from scrubjay.knowledge.index.sourced import SourcedTexts
from scrubjay.model.clock import Clock
from scrubjay.storage.database import Database
from scrubjay.wiring.hosting import hosted
from scrubjay.wiring.workspace import Workspace


def added_sources(
    extensions: ExtensionRegistry, knowledge_database: Database, policy: Policy, counter: TokenCounter, clock: Clock,
    services: Workspace,
) -> tuple[SourcedTexts, ...]:  # fmt: skip
    """Of two with one name the first counts, and the other one is named."""
    found: dict[str, SourcedTexts] = {}
    for one in made(extensions, "source", lambda it: {"host": hosted(services, clock, extensions, it, writes=False)}):
        try:
            source = SourcedTexts(
                extensions, one.extension.name, one.thing, knowledge=knowledge_database, policy=policy,
                counter=counter, clock=clock,
            )  # fmt: skip
            if source.kind in found:
                raise ValueError(f"another extension has the kind {source.kind}")
        except BROKEN as error:
            extensions.failed(one.extension.name, error)
            continue
        found[source.kind] = source
    return tuple(found.values())
