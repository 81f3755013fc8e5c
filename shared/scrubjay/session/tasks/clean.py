"""Secret masking of session texts, applied before anything is stored."""

from dataclasses import replace

from scrubjay.model.snapshot import snapshot
from scrubjay.model.visible import session_name
from scrubjay.privacy.secrets.masking import mask
from scrubjay.session.tasks.merge import MAX_ITEM, bounded_items, bounded_text, identifier
from scrubjay.session.tasks.task import Note, SessionSave, TaskChange


class Cleaner:
    """Masks texts and records the kinds of secrets it removed."""

    def __init__(self) -> None:
        self._kinds: dict[str, None] = {}

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of secrets seen so far, in order of appearance."""
        return tuple(self._kinds)

    def text(self, value: str) -> str:
        """The text with every finding replaced by `[redacted: kind]`."""
        if not value:
            return value
        masked = mask(value)
        self._kinds.update(dict.fromkeys(masked.kinds))
        return masked.text

    def items(self, values: tuple[str, ...]) -> tuple[str, ...]:
        """`text` for each entry."""
        return tuple(self.text(value) for value in values)

    def value(self, value: object, key: str = "") -> object:
        """`text` for every string inside a JSON value, keys included; a key is context for its value."""
        if isinstance(value, str):
            prefix = f"{key} = "
            masked = self.text(prefix + value) if key else self.text(value)
            return masked.removeprefix(prefix) if key else masked
        if isinstance(value, list):
            return [self.value(inner, key) for inner in value]
        if isinstance(value, dict):
            return {self.text(name): self.value(inner, name) for name, inner in value.items()}
        return value


def clean_change(change: TaskChange) -> tuple[TaskChange, tuple[str, ...]]:
    """The change within its size limits and without secrets, and the kinds of secrets removed."""
    cleaner = Cleaner()
    details = cleaner.value(snapshot(change.details, "details"))
    cleaned = replace(
        change,
        task=cleaner.text(bounded_text("task", change.task)),
        details=details if isinstance(details, dict) else {},
        session=session_name(identifier("session", change.session)),
    )
    return cleaned, cleaner.kinds


def clean_save(save: SessionSave) -> tuple[SessionSave, tuple[str, ...]]:
    """The save within its size limits and without secrets, and the kinds of secrets removed."""
    cleaner = Cleaner()
    cleaned = SessionSave(
        summary=cleaner.text(bounded_text("summary", save.summary)),
        completed=cleaner.items(bounded_items("completed", save.completed)),
        in_progress=cleaner.text(bounded_text("in_progress", save.in_progress)),
        blockers=cleaner.items(bounded_items("blockers", save.blockers)),
        next_steps=cleaner.items(bounded_items("next_steps", save.next_steps)),
        dead_ends=cleaner.items(bounded_items("dead_ends", save.dead_ends)),
        decisions=cleaner.items(bounded_items("decisions", save.decisions)),
        candidates=cleaner.items(bounded_items("candidates", save.candidates)),
        session=session_name(identifier("session", save.session)),
    )
    return cleaned, cleaner.kinds


def clean_note(note: Note) -> tuple[Note, tuple[str, ...]]:
    """The note within its size limits and without secrets, and the kinds of secrets removed."""
    cleaner = Cleaner()
    text = cleaner.text(bounded_text("text", note.text, MAX_ITEM))
    return replace(note, text=text, session=session_name(identifier("session", note.session))), cleaner.kinds
