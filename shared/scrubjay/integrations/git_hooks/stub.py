"""Marked blocks in hook files, one per home, and where in an existing file they may go."""

import re
import shlex
from pathlib import Path, PurePosixPath

from scrubjay.git.process import LOCAL_VARIABLES
from scrubjay.integrations.edits import block
from scrubjay.model.frozen import dataclass
from scrubjay.text.hexadecimal import OWN_ID

SHEBANG = b"#!/bin/sh\n"
OWN_FILE = "(its own file)"
MODULE = "scrubjay.integrations.git_hooks.event"
_ID = re.compile(rf" home ({OWN_ID})\b".encode())

SHELLS = frozenset({"sh", "bash", "dash", "ash", "ksh", "mksh", "zsh"})
"""Interpreters that run the block correctly."""


@dataclass(frozen=True, slots=True)
class HookOwner:
    """The owner of a block: a home by its id, which is empty until the home binds its first clone."""

    id: str
    home: Path

    def has(self, block: bytes) -> bool:
        """Whether a block is this home's: its marker names the id; a marker without one goes by the folder."""
        named = _ID.search(block.split(b"\n", 1)[0])
        if named:
            return named[1].decode() == self.id
        return f"SCRUBJAY_HOME={shlex.quote(str(self.home))}\n".encode("utf-8", "surrogateescape") in block


@dataclass(frozen=True, slots=True)
class HookCommand:
    """How a hook starts scrubjay: its interpreter's command (`launching.start`), the home and its id."""

    start: tuple[str, ...]
    home: Path
    id: str = ""

    @property
    def owner(self) -> HookOwner:
        """The owner of the blocks it writes."""
        return HookOwner(self.id, self.home)

    def line(self, event: str) -> str:
        """The one command line of the block, for a hook that scrubjay doesn't write."""
        home, start = shlex.quote(str(self.home)), shlex.join(self.start)
        command = f"SCRUBJAY_HOME={home} {start} -I -m {MODULE} {event}"
        return f'( {command} "$@" </dev/null >/dev/null 2>&1 & )'


def render(template: str, caller: HookCommand, event: str, *, own_file: bool) -> bytes:
    """The block of an event, without a last newline. Paths are quoted for the shell.

    No program is looked up on PATH: an activated `.venv` inside the clone comes first there, and may be tracked.
    """
    values = {
        "origin": OWN_FILE if own_file else "(added)",
        "event": event,
        "owner": f" home {caller.id}" if caller.id else "",
        "id": caller.id,
        "guard": caller.id or "home",
        "home": shlex.quote(str(caller.home)),
        "start": shlex.join(caller.start),
        "variables": " ".join(sorted(LOCAL_VARIABLES)),
    }
    for name, value in values.items():
        template = template.replace("{" + name + "}", value)
    return template.rstrip("\n").encode("utf-8", "surrogateescape")


def installed_block(text: bytes, owner: HookOwner) -> bytes:
    """The block that a home has in a hook; empty when it has none."""
    return next((text[start:end] for start, end in _of(text, owner)), b"")


def with_block(text: bytes | None, owner: HookOwner, make: bytes, make_own: bytes) -> bytes:
    """A hook's text with a home's block: `make` in an existing file, `make_own` in one that scrubjay created.

    The blocks of other homes keep every byte. A duplicate block of this home is removed.
    """
    if text is None:
        return block.insert(SHEBANG, make_own, len(SHEBANG))
    lines = make_own if _made(text) else make
    first, *more = _of(text, owner) or (None,)
    for place in reversed(more):
        text = block.cut(text, place) if place else text
    if first:
        return block.put(text, lines, first)
    return block.insert(text, lines, text.find(b"\n") + 1 or len(text))


def without_block(text: bytes, owner: HookOwner) -> bytes | None:
    """A hook's text without a home's block; None when scrubjay created the file and nothing is left in it."""
    created = _made(text)
    for place in reversed(_of(text, owner)):
        text = block.cut(text, place)
    return None if created and text == SHEBANG else text


def _of(text: bytes, owner: HookOwner) -> tuple[block.Place, ...]:
    return tuple(place for place in block.find_all(text) if owner.has(text[slice(*place)]))


def _made(text: bytes) -> bool:
    """Whether scrubjay created the file: every home's block records it, so that the last one can delete the file."""
    return any(OWN_FILE.encode() in text[slice(*place)].split(b"\n", 1)[0] for place in block.find_all(text))


def unfit_reason(text: bytes) -> str:
    """Why the block can't go into this hook; empty when it can. Only shell scripts with a shebang qualify."""
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
    if block.damaged(text):
        return "holds a damaged scrubjay block; take its lines out by hand"
    return ""
