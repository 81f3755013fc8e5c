"""Makers of what other people's extensions add to searches and grounds: searchable kinds, forms of reference."""

from scrubjay.extensions.kinds.citation import CitationForm
from scrubjay.extensions.making import made
from scrubjay.extensions.registry import BROKEN, ExtensionRegistry
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.knowledge.index.sourced import SourcedTexts
from scrubjay.memory.grounding.foreign import NO_FOREIGN, ForeignCitations
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


def foreign_citations(extensions: ExtensionRegistry, clock: Clock, services: Workspace) -> ForeignCitations:
    """The forms of reference that other people's extensions find; a second one of an extension is `NAME.2`."""
    if not extensions.others:
        return NO_FOREIGN
    forms = made(extensions, "citation", lambda it: {"host": hosted(services, clock, extensions, it, writes=False)})
    named: dict[str, CitationForm] = {}
    for one in forms:
        name = one.extension.name
        number = sum(key.partition(".")[0] == name for key in named) + 1
        named[name if number == 1 else f"{name}.{number}"] = one.thing
    return ForeignCitations(extensions, named)
