"""How is the file of a published memory shown? By title and words; its front matter fills the fields. Pure."""

from dataclasses import replace

from scrubjay.documents.front_matter import front_matter
from scrubjay.recall.answer import RecallHit
from scrubjay_publishing.standings.mark import memory_id_of
from scrubjay_publishing.standings.values import PublishedNote

UNPUBLISHED = PublishedNote("")


def as_published(hit: RecallHit, note: PublishedNote = UNPUBLISHED) -> RecallHit:
    """A hit without the front matter that `publish` wrote, from the line where its words begin; any other as it is.

    The status is that of the record, of the front matter, or of the memory where that one holds no more. A passage that
    has nothing but front matter stays.
    """
    fields, body = front_matter(hit.text) if hit.text.startswith("---") and memory_id_of(hit.text) else ({}, "")
    if body.strip():
        words = body.lstrip("\n")
        skipped = hit.text[: len(hit.text) - len(words)].count("\n")
        hit = replace(
            hit,
            text=words,
            start_line=hit.start_line + skipped,
            author=hit.author or ", ".join(fields.get("authors", ())),
            status=hit.status or "".join(fields.get("status", ())[:1]),
        )
    return replace(hit, status=note.ended) if note.ended else hit
