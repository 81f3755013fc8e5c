"""The manifest: what there is, as strings; nothing of it is imported before it is used."""

from scrubjay.extensions.manifest import Command, Extension, Provide

extension = Extension(
    name="acme-notion",
    summary="Acme's notebooks",
    settings="acme_notion.settings:Acme",
    commands={"acme": Command("acme_notion.command:acme", "Say what Acme's notebook knows of a word.")},
    provides=(
        Provide("importer", "acme_notion.importer:Notebook"),
        Provide("embedder", "acme_notion.embedder:Letters"),
        Provide("tool", "acme_notion.tool:lookup"),
        Provide("check", "acme_notion.check:check"),
        Provide("parser", "acme_notion.parser:Org"),
        Provide("source", "acme_notion.source:Wiki"),
        Provide("citation", "acme_notion.citation:Ticket"),
        Provide("view", "acme_notion.page:overview"),
    ),
)
