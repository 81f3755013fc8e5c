"""Paths: validated before git gets them, printable whatever their bytes, and the worktrees that contain them."""

import os
import re
from pathlib import Path

from scrubjay.errors import UnsafePath
from scrubjay.model.visible import visible
from scrubjay.privacy.secrets.shown_names import MARK, shown
from scrubjay.storage.files import read_regular

_UNSHOWN = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")


def printable(path: bytes) -> str:
    """A path, or another name, as text that can be stored and displayed anywhere: escaped, and a secret masked."""
    return shown(escaped(path))


def escaped(path: bytes) -> str:
    """A path as text by which it can still be found, of a file that may turn out to hold a secret in its name.

    A byte that isn't UTF-8 becomes `\\xNN`, and so does a character that could break a line, drive a terminal or
    reverse the text's direction. Such a path can't be requested by name.
    """
    text = path.decode("utf-8", "backslashreplace")
    return text if text.isascii() and text.isprintable() else _UNSHOWN.sub(_escaped, text)


def as_printed(path: str) -> str:
    """An escaped path as answers print it: without any invisible character, and without a secret."""
    return visible(shown(path))


def may_be_printed(path: str) -> bool:
    """Whether a name may be one that differs from the path for which it was printed."""
    return "\\" in path or MARK in path


def _escaped(match: re.Match[str]) -> str:
    number = ord(match.group())
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}"


MAX_BYTES = 4096
_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Characters that are escaped in a tree's paths, too: they could break a line, drive a terminal or reverse the text."""
_DRIVE = re.compile(r"[A-Za-z]:")


def safe_path(raw: str) -> str:
    """A path from the repository's top, with forward slashes. Raises UnsafePath."""
    problem = _problem(raw)
    if problem:
        raise UnsafePath(f"{raw[:80]!r} {problem}. Give a path from the repository's top, such as docs/usage.md.")
    return "/".join(part for part in raw.split("/") if part not in ("", "."))


def _problem(raw: str) -> str:
    parts = [part for part in raw.split("/") if part not in ("", ".")]
    if not parts:
        return "is empty"
    if _CONTROL.search(raw):
        return "holds a control character"
    if len(raw.encode("utf-8", "surrogatepass")) > MAX_BYTES:
        return "is too long"
    if raw.startswith(("/", "~")) or _DRIVE.match(raw):
        return "is absolute"
    if raw.startswith("-"):
        return "begins with a dash"
    if "\\" in raw and ".." in raw:
        return "mixes backslashes and dots"
    if any(part == ".." for part in parts):
        return "climbs out of its folder"
    if any(part.lower().rstrip(". ") == ".git" for part in parts):
        return "names git's own folder"
    return ""


MOST_BYTES = 8192
"""Of a `.git` file: it holds one path."""

MOST_LINKS = 40
"""Links that are followed, as many as the kernel follows; a longer chain resolves to nothing."""


def enclosing_worktrees(path: Path) -> tuple[Path, ...]:
    """Every ancestor folder of a path that holds a `.git`, outermost first; links are followed one by one."""
    return tuple(passed for passed in path_components(path) if os.path.lexists(passed / ".git"))


def path_components(path: Path) -> tuple[Path, ...]:
    """Every component of an absolute path, the path included: folders, and each link before its target."""
    current, left, links = Path(path.anchor), list(path.parts[1:]), 0
    passed = {current: None}
    while left:
        part = left.pop(0)
        current = current.parent if part == ".." else current / part
        passed[current] = None
        if links < MOST_LINKS and current.is_symlink():
            links += 1
            target = Path(os.readlink(current))  # noqa: PTH115 - the raw target, `..` included
            current = Path(target.anchor) if target.is_absolute() else current.parent
            left = [*target.parts[1 if target.is_absolute() else 0 :], *left]
    return tuple(passed)


def index_of(top: Path) -> Path:
    """The index file of a worktree, found through its `.git` without calling git."""
    file = top / ".git"
    text = b"" if file.is_dir() else read_regular(file, MOST_BYTES) or b""
    git_dir = text.partition(b"gitdir:")[2].strip()
    return (top / os.fsdecode(git_dir) if git_dir else file) / "index"


def find_program(name: str, path: str) -> str:
    """The full path of a program: the first on a search path that no checkout can write over; empty without one.

    An activated `.venv` inside a clone puts a folder of the worktree before all others.
    """
    folders = (Path(entry) for entry in path.split(os.pathsep) if Path(entry).is_absolute())
    executables = (file for folder in folders if os.access(file := folder / name, os.X_OK) and file.is_file())
    return next((str(file) for file in executables if not enclosing_worktrees(file)), "")
