"""Public API of publishing for other extensions: plans of publications, and their wording for a person."""

from scrubjay_publishing.standings.published import PublishedMemories
from scrubjay_publishing.standings.statements import statements
from scrubjay_publishing.standings.values import memory_id_of
from scrubjay_publishing.told import as_object, lines_of, preview, readers, refusal
from scrubjay_publishing.values import PlannedChange, PublishPlan, PublishRequest, RenderedFile

__all__ = [
    "PlannedChange", "PublishPlan", "PublishRequest", "PublishedMemories", "RenderedFile", "as_object", "lines_of",
    "memory_id_of", "preview", "readers", "refusal", "statements",
]  # fmt: skip
