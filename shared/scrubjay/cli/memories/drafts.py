"""Texts of memories as a person edits them: Markdown, drafts that are kept until they are accepted, and lists."""

import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import typer

from scrubjay.cli.output import complain, say, warn
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.git.process import find_program
from scrubjay.memory.lifecycle.erasing import FOLDER, draft_name
from scrubjay.memory.listing.filters import memory_line, omitted_note, published_line
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.memory import Blocked, Memory
from scrubjay.storage.filesystem import private_folder

if TYPE_CHECKING:
    from scrubjay.app import Workspace
    from scrubjay.memory.listing.filters import ListedMemory, ListFilters, MemoryListing


FENCE = "---"
FIELDS = ("kind", "tags", "applies", "valid_until")


@dataclass(frozen=True, slots=True)
class Written:
    """What somebody wrote in the editor."""

    content: str
    kind: str
    tags: tuple[str, ...]
    applies: str
    valid_until: str


def to_markdown(memory: Memory) -> str:
    """The memory as text to be edited."""
    until = memory.valid_until[:10] if memory.valid_until.endswith("T23:59:59Z") else ""
    values = (memory.kind, ", ".join(memory.tags), memory.applies, until)
    head = [f"{name}: {value}".rstrip() for name, value in zip(FIELDS, values, strict=True)]
    return "\n".join([FENCE, *head, FENCE, "", memory.content, ""])


def from_markdown(text: str) -> Written:
    """The text as it was saved. Raises UsageError where the fields above it can't be read."""
    lines = text.strip().splitlines()
    if not lines or lines[0] != FENCE or FENCE not in lines[1:]:
        raise UsageError(f"Keep the fields between the lines {FENCE} at the top of the text: {', '.join(FIELDS)}.")
    end = lines.index(FENCE, 1)
    fields = {}
    for line in filter(str.strip, lines[1:end]):
        name, _, value = line.partition(":")
        if name.strip() not in FIELDS:
            raise UsageError(f"Unknown field {name.strip()[:40]!r}. Fields: {', '.join(FIELDS)}.")
        fields[name.strip()] = value.strip()
    listed = fields.get("tags", "")
    tags = tuple(tag.strip(" ") for tag in listed.split(",")) if listed else ()
    content = "\n".join(lines[end + 1 :]).strip()
    return Written(content, fields.get("kind", ""), tags, fields.get("applies", ""), fields.get("valid_until", ""))


def show_listing(listing: "MemoryListing", filters: "ListFilters") -> None:
    """Print a list, a line for each memory, or why there is none."""
    rows, lost = listing.memories, filters.state == "lost"
    if lost and rows:
        say("Stored, but shown nowhere: git has lost the commits they depend on. `scrubjay provenance ID` shows which;")
        say("`scrubjay remember` stores one again that is still true, `scrubjay forget ID` deletes it.")
    elif not rows:
        none = "no memory matches" if filters.is_narrow else "no memory yet: `scrubjay remember` stores one"
        say("no memory is lost" if lost else none)
    for row in rows:
        say(memory_line(row))
    if left := omitted_note(len(rows), listing.total):
        say(f"… {left}")
    if elsewhere := published_line(listing.published, "`scrubjay memories --published`"):
        say(elsewhere)


def retractable(workspace: "Workspace", filters: "ListFilters") -> "tuple[tuple[ListedMemory, ...], int]":
    """The memories that the filters select, and their number; tells how many told ones stay. Raises Exit for none."""
    if "told" not in filters.grades:
        protected = _current_and_faded(workspace, replace(filters, grades=("told",)))[1]
        if protected:
            warn(f"{counted(protected, 'memory')} with the grade told stay; `--grade told` retracts these")
    rows, total = _current_and_faded(workspace, filters)
    if not rows:
        say("no memory matches")
        raise typer.Exit(1)
    return rows, total


def _current_and_faded(workspace: "Workspace", filters: "ListFilters") -> "tuple[tuple[ListedMemory, ...], int]":
    """The current and the faded memories that pass the filters, and their total number."""
    holding, faded = workspace.listed(filters), workspace.listed(replace(filters, state="faded"))
    return (*holding.memories, *faded.memories), holding.total + faded.total


USUAL = ("sensible-editor", "nano", "vim", "vi")

_ANOTHER = "Set EDITOR to another one, such as `export EDITOR=nano`."


def edited(file: Path, environment: Mapping[str, str]) -> str:
    """The text of a file after the user's editor was open on it. Raises UsageError where the editor failed."""
    command = editor(environment)
    try:
        with _interrupts_left_to_it():
            code = subprocess.run([*shlex.split(command), str(file)], env=dict(environment), check=False).returncode
    except (OSError, ValueError) as error:
        raise UsageError(f"The editor `{command}` can't be started ({error}). {_ANOTHER}") from error
    if code:
        ending = f"was killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
        raise UsageError(f"The editor `{command}` {ending}, so its text is ignored.")
    try:
        return file.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")
    except FileNotFoundError:
        raise UsageError(f"The editor `{command}` saved no file.") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"The text that the editor saved isn't encoded in UTF-8 (byte {error.start}).") from error


def editor(environment: Mapping[str, str]) -> str:
    """VISUAL, else EDITOR, else a usual one that no checkout can write over. Raises UsageError."""
    named = environment.get("VISUAL") or environment.get("EDITOR")
    path = environment.get("PATH", os.defpath)
    command = named or next((file for name in USUAL if (file := find_program(name, path))), "")
    if not command:
        raise UsageError("No editor was found. Set EDITOR to one, such as `export EDITOR=nano`, and edit again.")
    return command


@contextmanager
def _interrupts_left_to_it() -> Iterator[None]:
    """Ignore Ctrl-C, which reaches every program at the terminal, while an editor is open: it is the editor's key."""
    before = signal.signal(signal.SIGINT, lambda *_: None)  # not SIG_IGN, which the editor would inherit
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


T = TypeVar("T")

AGAIN = "Open it again?"


def accepted(judged: T) -> T:
    """The outcome of checking a text. Raises UsageError where it was blocked."""
    if isinstance(judged, Blocked):
        raise UsageError(f"Nothing was changed: {judged.reason}. {judged.do}")
    return judged


class Drafts:
    """The texts that were edited and not taken yet, one file each in a folder of the home."""

    def __init__(self, home: Path, environment: Mapping[str, str]) -> None:
        self._folder = home / FOLDER
        self._environment = environment

    def edit(
        self, kind: str, id: str, before: str, take: Callable[[str], T], agreed: Callable[[str], bool]
    ) -> T | None:
        """Let the user edit a memory's text until `take` accepts it; returns what that returns, None for no change.

        `take` raises ScrubjayError for what can't be taken; `agreed` asks whether to open it again. A draft of the
        same `kind` and id is gone on with. Whatever ends this, what was typed stays in the draft until it is taken.
        """
        file = self._begun(draft_name(kind, id), before)
        try:
            while True:
                try:
                    after = edited(file, self._environment)
                    result = None if after.strip() in ("", before.strip()) else take(after)
                    file.unlink(missing_ok=True)
                    return result
                except ScrubjayError as error:
                    complain(f"error: {error}")
                    if not agreed(AGAIN):
                        raise
        finally:
            self._keep(file, before)

    def _begun(self, name: str, before: str) -> Path:
        """The file of a draft: an earlier one that wasn't taken, else a new one that holds `before`."""
        file = private_folder(self._folder) / f"{name}.md"
        if file.is_file():
            warn(f"this continues your draft {file}")
            return file
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as stream:
            stream.write(before)
        return file

    def _keep(self, file: Path, before: str) -> None:
        """Say where a draft stays; one in which nothing was typed goes."""
        with suppress(OSError):
            text = file.read_bytes()
            if text.strip() in (b"", before.strip().encode()):
                file.unlink()
            else:
                warn(f"your text is kept in {file}; edit the same memory again to continue")
