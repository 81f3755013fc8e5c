"""Marked blocks in hook files, one per home: where git looks for those files, and where a block may go."""

import os
import shlex
from pathlib import Path, PurePosixPath

from scrubjay.errors import ScrubjayError
from scrubjay.git.process import LOCAL_VARIABLES, Git
from scrubjay.git.repository import Repository
from scrubjay.integrations.edits import block, content
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import OWN_ID, pattern

SHEBANG = b"#!/bin/sh\n"
OWN_FILE = "(its own file)"
MODULE = "scrubjay.integrations.git_hooks.event"
_ID = pattern(rf" home ({OWN_ID})\b".encode())

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
    return next((text[start:end] for start, end in _blocks_of_owner(text, owner)), b"")


def with_block(text: bytes | None, owner: HookOwner, make: bytes, make_own: bytes) -> bytes:
    """A hook's text with a home's block: `make` in an existing file, `make_own` in one that scrubjay created.

    The blocks of other homes keep every byte. A duplicate block of this home is removed.
    """
    if text is None:
        return block.insert(SHEBANG, make_own, len(SHEBANG))
    lines = make_own if _is_created_file(text) else make
    first, *more = _blocks_of_owner(text, owner) or (None,)
    for place in reversed(more):
        text = block.cut(text, place) if place else text
    if first:
        return block.put(text, lines, first)
    return block.insert(text, lines, text.find(b"\n") + 1 or len(text))


def without_block(text: bytes, owner: HookOwner) -> bytes | None:
    """A hook's text without a home's block; None when scrubjay created the file and nothing is left in it."""
    created = _is_created_file(text)
    for place in reversed(_blocks_of_owner(text, owner)):
        text = block.cut(text, place)
    return None if created and text == SHEBANG else text


def _blocks_of_owner(text: bytes, owner: HookOwner) -> tuple[block.Place, ...]:
    return tuple(place for place in block.find_all(text) if owner.has(text[slice(*place)]))


def _is_created_file(text: bytes) -> bool:
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


EVENTS = ("post-commit", "post-merge", "post-rewrite", "post-checkout", "post-applypatch")
LEGACY_SUFFIX = ".legacy"
MOVED_SUFFIXES = (LEGACY_SUFFIX, ".old")
"""Suffixes of hooks that a hook manager moved aside: pre-commit, which runs them, and lefthook, which doesn't."""

PRE_COMMIT = b"# File generated by pre-commit"


@dataclass(frozen=True, slots=True)
class HooksFolder:
    """The folder that git runs hooks from. `foreign` says why scrubjay may not write there, empty when it may."""

    path: Path
    foreign: str


def hooks_folder(git: Git, repository: Repository) -> HooksFolder:
    """The folder that git runs hooks from: `core.hooksPath` of any scope, else `hooks` in the clone.

    Only a folder inside the clone's common directory is writable: a global folder serves other repositories too, and a
    tracked one (husky, .githooks) is committed or generated by its tool.
    """
    configured = _configured(git)
    path = repository.common_dir / "hooks" if configured is None else repository.worktree / configured
    resolved = path.resolve()
    if repository.common_dir in resolved.parents:
        return HooksFolder(resolved, "")
    if configured is None:
        return HooksFolder(resolved, f"{path} is a link to {resolved}")
    return HooksFolder(resolved, f"core.hooksPath is set to {configured}, a folder outside this clone's .git")


def hook_file(folder: Path, event: str, owner: HookOwner) -> Path:
    """The file for our block of a hook: the hook itself, else the one that pre-commit runs after it.

    `pre-commit install` moves an existing hook to `EVENT.legacy` and runs it from there (4.5, `_run_legacy`). A second
    block in the hook would handle every event twice.
    """
    hook, moved = folder / event, folder / f"{event}{LEGACY_SUFFIX}"
    text = _bytes_or_empty(hook)
    runs = PRE_COMMIT in text and not installed_block(text, owner) and os.access(moved, os.X_OK)
    return moved if runs and block.find(_bytes_or_empty(moved)) else hook


def _bytes_or_empty(file: Path) -> bytes:
    """The bytes of a file; empty where they can't be read."""
    try:
        return content(file) or b""
    except (ScrubjayError, OSError):
        return b""


def _configured(git: Git) -> str | None:
    """The effective value of `core.hooksPath`; what our own git calls set on the command line doesn't count."""
    code, out = git.answer("config", "--show-scope", "-z", "--type=path", "--get-all", "core.hooksPath")
    fields = out.decode("utf-8", "surrogateescape").split("\0")
    values = [value for scope, value in zip(fields[::2], fields[1::2], strict=False) if scope != "command"]
    return values[-1] if code == 0 and values and values[-1] else None
