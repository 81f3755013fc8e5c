"""What stands in a hook? The block, and the decision where in an existing file it may go."""

import shlex
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from scrubjay.git.process import LOCAL_VARIABLES
from scrubjay.guest import block

SHEBANG = b"#!/bin/sh\n"
OWN_FILE = "(its own file)"

SHELLS = frozenset({"sh", "bash", "dash", "ash", "ksh", "mksh", "zsh"})
"""Interpreters that read the block as it is meant."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who answers a hook: how the interpreter that has scrubjay is started (`launching.start`), and the home."""

    start: tuple[str, ...]
    home: Path

    def line(self, event: str) -> str:
        """The one line that does the block's work, for a hook that scrubjay doesn't write."""
        home, start = shlex.quote(str(self.home)), shlex.join(self.start)
        return (
            f"( SCRUBJAY_HOME=${{SCRUBJAY_HOME:-{home}}} {start} -I -m scrubjay.githooks.event {event} "
            '"$@" </dev/null >/dev/null 2>&1 & )'
        )


def render(template: str, caller: Caller, event: str, *, own_file: bool) -> bytes:
    """The block of an event, without a last newline. Paths are quoted for the shell.

    No program is looked for on PATH: an activated `.venv` inside the clone stands first there, and may be tracked.
    """
    values = {
        "origin": OWN_FILE if own_file else "(added)",
        "event": event,
        "home": shlex.quote(str(caller.home)),
        "start": shlex.join(caller.start),
        "variables": " ".join(sorted(LOCAL_VARIABLES)),
    }
    for name, value in values.items():
        template = template.replace("{" + name + "}", value)
    return template.rstrip("\n").encode("utf-8", "surrogateescape")


def installed(text: bytes) -> bytes:
    """The block that a hook has; empty when it has none."""
    place = block.find(text)
    return text[place[0] : place[1]] if place else b""


def with_block(text: bytes | None, make: bytes, make_own: bytes) -> bytes:
    """A hook's text with the block: `make` in a file that was there, `make_own` in one that is ours."""
    if text is None:
        return block.insert(SHEBANG, make_own, len(SHEBANG))
    present = installed(text)
    if present:
        return block.replace(text, make_own if OWN_FILE.encode() in present.split(b"\n")[0] else make)
    first_line = text.find(b"\n") + 1 or len(text)
    return block.insert(text, make, first_line)


def without_block(text: bytes) -> bytes | None:
    """A hook's text as it was; None when the whole file was ours and nobody has added to it."""
    own = OWN_FILE.encode() in installed(text).split(b"\n")[0]
    rest = block.remove(text)
    return None if own and rest == SHEBANG else rest


def unfit(text: bytes) -> str:
    """Why the block can't go into this hook; empty when it can. Only shell scripts with a first line that says so."""
    first = text.split(b"\n", 1)[0]
    if b"\0" in text[:8000] or not first.startswith(b"#!"):
        return "is not a script with a first line like #!/bin/sh"
    words = first[2:].decode("utf-8", "replace").split()
    names = [PurePosixPath(word).name for word in words]
    if names[:1] == ["env"]:
        names = [
            name
            for name, word in zip(names[1:], words[1:], strict=True)
            if not word.startswith("-") and "=" not in word
        ]
    name = names[0] if names else ""
    if name not in SHELLS:
        return f"is a script for {name or 'nothing'}, not for a shell"
    if first.endswith(b"\r"):
        return "has Windows line ends"
    if block.START in text and not installed(text):
        return "holds a damaged scrubjay block; take its lines out by hand"
    return ""
