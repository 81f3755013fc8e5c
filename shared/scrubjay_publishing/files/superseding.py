"""Which records of the repository does a decision replace, and how is that said in both? Pure."""

import posixpath
import re
from collections.abc import Sequence
from dataclasses import dataclass

from scrubjay.model.memory import Memory
from scrubjay_publishing.files.decision_form import FOLDER_FILE, RecordText, parsed
from scrubjay_publishing.standings.mark import memory_id_of

_STATUS = re.compile(
    r"(?P<lead>^##[ \t]+Status[ \t]*#*\n\s*|^[*+-][ \t]+\**Status\**:\**[ \t]*|\A---\n(?:(?!---\n).*\n)*?status:[ \t]*)"
    r"(?P<value>[^\n]+)",
    re.IGNORECASE | re.MULTILINE,
)
_HABIT = re.compile(r"[\"']?(?P<words>super[sc]eded by)\b", re.IGNORECASE)

_PLAIN = str.maketrans('[]"\\', "()'/")


@dataclass(frozen=True, slots=True)
class ReplacedRecord:
    """A record that a decision replaces: its file and its title."""

    record: RecordText
    title: str

    @property
    def name(self) -> str:
        """The file's name."""
        return posixpath.basename(self.record.path)

    @property
    def link(self) -> str:
        """A link to it from the same folder."""
        return _link(self.title, self.name)


def replaced_records(memory: Memory, records: Sequence[RecordText]) -> tuple[ReplacedRecord, ...]:
    """The records of a folder that were published from the memories which a memory replaces."""
    if not memory.supersedes:
        return ()
    found = [record for record in records if memory_id_of(record.text) in memory.supersedes]
    return tuple(ReplacedRecord(record, said.title) for record in found if (said := parsed(record)) is not None)


def habit_of(records: Sequence[RecordText], markers: Sequence[str]) -> str:
    """The words in which older records name their successor in their status; empty where they are left as they are."""
    for record in reversed(records):
        status = _STATUS.search(record.text)
        if status and (said := _HABIT.match(status["value"])):
            return said["words"]
    return "Superseded by" if FOLDER_FILE in markers else ""


def with_successor(text: str, words: str, title: str, name: str) -> str | None:
    """A record's text with its successor in its status line; None where it has none, or names one already."""
    status = _STATUS.search(text)
    if status is None or _HABIT.match(status["value"]):
        return None
    quote = '"' if status["lead"].startswith("---") else ""
    said = f"{quote}{words} {_link(title, name)}{quote}"
    return f"{text[: status.start('value')]}{said}{text[status.end('value') :]}"


def _link(title: str, name: str) -> str:
    """A link whose words end neither it nor a quoted field."""
    return f"[{title.translate(_PLAIN)}]({name})"
