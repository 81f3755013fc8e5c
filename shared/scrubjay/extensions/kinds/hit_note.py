"""Notes on hits: a mark on the hits of a file, and the form in which its text is shown."""

from collections.abc import Collection, Mapping
from typing import Protocol

from scrubjay.model.hit_note import HitForm, HitNote
from scrubjay.model.view import View


class HitNotes(Protocol):
    """Says what is known of files that a search found. Answers emptily where nothing is known."""

    def notes(self, view: View, paths: Collection[str]) -> Mapping[str, HitNote]:
        """What to say of those of some files that stand for a memory, by path; nothing of a quarantined memory."""
        ...

    def form(self, text: str) -> HitForm | None:
        """How a passage is shown instead; None: as it is."""
        ...
