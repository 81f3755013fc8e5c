"""What the page or another extension may use of publishing: plans of publications, and what a person reads of them."""

from scrubjay_publishing.standings.published import PublishedMemories
from scrubjay_publishing.standings.statements import statements
from scrubjay_publishing.told import as_object, lines_of, preview, readers, refusal
from scrubjay_publishing.values import PlannedChange, PublishPlan, PublishRequest, RenderedFile

__all__ = [
    "PlannedChange", "PublishPlan", "PublishRequest", "PublishedMemories", "RenderedFile", "as_object", "lines_of",
    "preview", "readers", "refusal", "statements",
]  # fmt: skip
