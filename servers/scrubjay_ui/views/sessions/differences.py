"""What changed of a working set between two moments. Pure."""

from dataclasses import dataclass

from scrubjay.session.tasks.task import LISTS, Task


@dataclass(frozen=True, slots=True)
class WorkingSetChange:
    """One part of a working set: its entries that stayed, that went and that are new."""

    name: str
    kept: tuple[str, ...]
    gone: tuple[str, ...]
    new: tuple[str, ...]


def changes(before: Task, after: Task) -> tuple[WorkingSetChange, ...]:
    """Each part that isn't empty, the task first."""
    parts = [("task", _text(before.task), _text(after.task))]
    parts += [(name, getattr(before, name), getattr(after, name)) for name in LISTS]
    return tuple(_change(name.replace("_", " "), old, new) for name, old, new in parts if old or new)


def _change(name: str, old: tuple[str, ...], new: tuple[str, ...]) -> WorkingSetChange:
    return WorkingSetChange(
        name,
        tuple(entry for entry in new if entry in old),
        tuple(entry for entry in old if entry not in new),
        tuple(entry for entry in new if entry not in old),
    )


def _text(task: str) -> tuple[str, ...]:
    return (task,) if task else ()
