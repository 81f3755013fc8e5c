"""The hit of a file that stands for a memory: shown by its words, with the status of what it stands for. Pure."""

from dataclasses import replace

from scrubjay.model.stand_in import StandInForm, StandInNote
from scrubjay.search.recall.answer import RecallHit

UNNOTED = StandInNote("")


def noted(hit: RecallHit, form: StandInForm | None, note: StandInNote = UNNOTED) -> RecallHit:
    """A hit in another form, from the line where its words begin; without one as it is.

    The status is that of the record, of the form, or of the memory where that one holds no more.
    """
    if form is not None:
        hit = replace(
            hit,
            text=form.words,
            start_line=hit.start_line + form.skipped,
            author=hit.author or form.author,
            status=hit.status or form.status,
        )
    return replace(hit, status=note.ended) if note.ended else hit
