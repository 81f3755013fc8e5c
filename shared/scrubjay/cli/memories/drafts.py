"""Drafts of texts that a user edits in their own editor: each stays until it is accepted."""

import os
import shlex
import signal
import subprocess
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from scrubjay.cli.output import complain, warn
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.git.process import find_program
from scrubjay.memory.lifecycle.erasing import FOLDER, draft_name
from scrubjay.model.memory import Blocked
from scrubjay.storage.filesystem import private_folder

USUAL = ("sensible-editor", "nano", "vim", "vi")

_ANOTHER = "Set EDITOR to another one, such as `export EDITOR=nano`."


def edited(file: Path, environment: Mapping[str, str]) -> str:
    """What a file says after the user's editor was open on it. Raises UsageError where the editor failed."""
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
        raise UsageError(f"The text isn't encoded in UTF-8 (byte {error.start}).") from error


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
    """Ctrl-C reaches every program at the terminal; while an editor is open it is the editor's key."""
    before = signal.signal(signal.SIGINT, lambda *_: None)  # not SIG_IGN, which the editor would inherit
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


T = TypeVar("T")

AGAIN = "Open it again?"


def accepted(judged: T) -> T:
    """What became of a text, unless it was blocked. Raises UsageError."""
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
