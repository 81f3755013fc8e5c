"""Hits with what extensions say of their files: a mark, and the form in which a text is shown. Pure."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from scrubjay.extensions.kinds.hit_note import HitNotes
from scrubjay.model.hit_note import HitForm, HitNote
from scrubjay.model.view import View
from scrubjay.recall.answer import RecallHit

UNNOTED = HitNote("")


def noted(hit: RecallHit, form: HitForm | None, note: HitNote = UNNOTED) -> RecallHit:
    """A hit in another form, from the line where its words begin; without one as it is.

    The status is that of the record, of the form, or of what its file stands for where that holds no more.
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


def notes_on(every: Sequence[HitNotes], view: View, paths: Collection[str]) -> Mapping[str, HitNote]:
    """What to say of some files, by path; the first note on one counts."""
    return {path: note for one in reversed(every) for path, note in one.notes(view, paths).items()}


def form_of(every: Sequence[HitNotes], text: str) -> HitForm | None:
    """How a passage is shown instead; None: as it is."""
    return next((form for one in every if (form := one.form(text)) is not None), None)
