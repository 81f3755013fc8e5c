"""The files of a publication: memories in the team's folder, decisions in the repository's own form, their index."""

import posixpath
import re
from collections.abc import Callable, Sequence

from scrubjay.errors import PublishRefused, UnsafePath
from scrubjay.git.process import Git
from scrubjay.knowledge.decisions.naming import looks_like_decision
from scrubjay.model.frozen import dataclass
from scrubjay.model.memory import Memory
from scrubjay.model.paths import safe_path
from scrubjay.model.pattern import pattern
from scrubjay_publishing.base_tree import BaseTree, names_everywhere
from scrubjay_publishing.decision_file import DecisionFile, decision_file, memory_file
from scrubjay_publishing.decision_form import (
    FOLDER_FILE,
    LOG4BRAINS_FILE,
    DecisionForm,
    RecordText,
    chosen_folder,
    decision_form,
    parsed,
)
from scrubjay_publishing.index_file import NAMES, with_record
from scrubjay_publishing.naming import next_number
from scrubjay_publishing.standings.values import memory_id_of
from scrubjay_publishing.values import Publishable, RenderedFile

_STATUS = pattern(
    r"(?P<lead>^##[ \t]+Status[ \t]*#*\n\s*|^[*+-][ \t]+\**Status\**:\**[ \t]*|\A---\n(?:(?!---\n).*\n)*?status:[ \t]*)"
    r"(?P<value>[^\n]+)",
    re.IGNORECASE | re.MULTILINE,
)
_HABIT = pattern(r"[\"']?(?P<words>super[sc]eded by)\b", re.IGNORECASE)

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
    """The records of a folder that were published from memories which a memory replaces."""
    if not memory.supersedes:
        return ()
    found = [record for record in records if memory_id_of(record.text) in memory.supersedes]
    return tuple(ReplacedRecord(record, said.title) for record in found if (said := parsed(record)) is not None)


def habit_of(records: Sequence[RecordText], markers: Sequence[str]) -> str:
    """The words by which a project's replaced records name their successor, in their status; empty if they don't."""
    for record in reversed(records):
        status = _STATUS.search(record.text)
        if status and (said := _HABIT.match(status["value"])):
            return said["words"]
    return "Superseded by" if FOLDER_FILE in markers else ""


def with_successor(text: str, words: str, title: str, name: str) -> str | None:
    """A record's text with its successor in its status line; None if it has no such line, or names one already."""
    status = _STATUS.search(text)
    if status is None or _HABIT.match(status["value"]):
        return None
    quote = '"' if status["lead"].startswith("---") else ""
    said = f"{quote}{words} {_link(title, name)}{quote}"
    return f"{text[: status.start('value')]}{said}{text[status.end('value') :]}"


def _link(title: str, name: str) -> str:
    """A Markdown link whose title can't break the link or a quoted field."""
    return f"[{title.translate(_PLAIN)}]({name})"


class FileDrafts:
    """Renders memories as the files that one base would get. The numbers of records on `branch` are free."""

    def __init__(
        self,
        git: Git,
        tree: BaseTree,
        folder: str,
        authors: Callable[[Memory], tuple[str, ...]],
        branch: str = "",
    ) -> None:
        self._git = git
        self._tree = tree
        self._folder = checked_folder(folder)
        self._authors = authors
        self._branch = branch

    def files(self, entries: Sequence[Publishable]) -> tuple[tuple[RenderedFile, ...], tuple[str, ...]]:
        """The files, indexes last, and what a person should know of them. Raises PublishRefused."""
        decisions = [entry for entry in entries if entry.memory.kind == "decision"]
        folder = self._decision_folder() if decisions else None
        files: list[RenderedFile] = []
        notes: list[str] = []
        if folder is not None:
            files, notes = self._decisions(folder, decisions)
        elif decisions and any(map(looks_like_decision, self._tree.entries)):
            notes = [f"the decision records here are no Markdown, so it goes to {self._folder}"]
        for entry in entries:
            if folder is None or entry.memory.kind != "decision":
                taken = self._tree.taken | {file.path.lower() for file in files}
                files.insert(0, memory_file(entry, self._folder, self._authors(entry.memory), taken))
        for file in files:
            if file.memory:
                self._tree.refuse_blocked(file.path)
        return tuple(files), tuple(notes)

    def as_they_are(self, files: tuple[RenderedFile, ...]) -> tuple[tuple[RenderedFile, ...], tuple[str, ...]]:
        """Files that were rendered elsewhere, unchanged. Raises PublishRefused where one is in their way."""
        for file in files:
            self._tree.refuse_blocked(safe_path(file.path))
        return files, ()

    def _decision_folder(self) -> str | None:
        """The folder of decision records; None where there is none."""
        self._markers = markers = {
            name: text for name in (FOLDER_FILE, LOG4BRAINS_FILE) if (text := self._tree.text(name)) is not None
        }
        self._paths = self._tree.record_paths()
        return chosen_folder(self._paths, markers)

    def _decisions(self, folder: str, entries: Sequence[Publishable]) -> tuple[list[RenderedFile], list[str]]:
        """The records of some decisions, the older records and indexes that change, and notes for a person."""
        records = self._tree.records(folder, self._paths)
        form = decision_form(folder, records)
        number = next_number(names_everywhere(self._git, folder, self._branch)) if form.number else 0
        made: list[DecisionFile] = []
        older: dict[str, RenderedFile] = {}
        told: list[str] = []
        for entry in entries:
            taken = self._tree.taken | {one.file.path.lower() for one in made}
            replaces = replaced_records(entry.memory, records)
            links = tuple(one.link for one in replaces)
            made.append(decision_file(entry, form, number + len(made), self._authors(entry.memory), taken, links))
            for one in replaces:
                words = habit_of(records, tuple(self._markers))
                text = with_successor(one.record.text, words, made[-1].heading, made[-1].name) if words else None
                if text is None or one.record.path in older:
                    told.append(
                        f"{one.record.path} is replaced by it and stays as it is: its status is yours to change"
                    )
                else:
                    older[one.record.path] = RenderedFile(one.record.path, text)
                    told.append(f"{one.record.path} gets its successor in its status, as is usual here")
        indexes, notes = self._indexes(form, records, made)
        return [*(one.file for one in made), *older.values(), *indexes], [*told, *notes]

    def _indexes(
        self, form: DecisionForm, records: Sequence[RecordText], made: Sequence[DecisionFile]
    ) -> tuple[list[RenderedFile], list[str]]:
        """The indexes that get a line for a new record, and a note on each."""
        titles = {posixpath.basename(r.path): d.title for r in records if (d := parsed(r)) is not None}
        indexes: list[RenderedFile] = []
        for path in index_paths(form.folder):
            before = self._tree.text(path)
            if before is None or not titles:
                continue
            text, known = before, dict(titles)
            for one in made:
                longer = with_record(text, known, one)
                if longer is None:
                    break
                text, known = longer, known | {one.name: one.title}
            if text != before:
                indexes.append(RenderedFile(path, text))
        return indexes, [f"{file.path} gets a line as well" for file in indexes]


def checked_folder(folder: str) -> str:
    """The folder from the settings as a path of git. Raises PublishRefused."""
    try:
        return safe_path(folder)
    except UnsafePath as error:
        raise PublishRefused(f"`publishing.folder` can't be used: {error} Nothing was published.") from error


def index_paths(folder: str) -> tuple[str, ...]:
    """The paths at which an index of a folder's records may stand: in the folder, and above it."""
    above = posixpath.dirname(folder)
    return tuple(dict.fromkeys(posixpath.normpath(posixpath.join(place, name)) for place in (folder, above, "")
                               for name in NAMES))  # fmt: skip
