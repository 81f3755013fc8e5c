"""The user's own editor: which one it is, and its run on a file."""

import os
import shlex
import signal
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from scrubjay.errors import UsageError
from scrubjay.git.enclosing import find_program

USUAL = ("sensible-editor", "nano", "vim", "vi")

AGAIN = "Set EDITOR to another one, such as `export EDITOR=nano`."


def edited(file: Path, environment: Mapping[str, str]) -> str:
    """What a file says after the user's editor was open on it. Raises UsageError where the editor failed."""
    command = editor(environment)
    try:
        with _interrupts_left_to_it():
            code = subprocess.run([*shlex.split(command), str(file)], env=dict(environment), check=False).returncode
    except (OSError, ValueError) as error:
        raise UsageError(f"The editor `{command}` can't be started ({error}). {AGAIN}") from error
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
