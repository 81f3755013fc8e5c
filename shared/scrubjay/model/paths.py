"""Paths that somebody gives, validated before git or the disk gets them."""

from typing import Final

from scrubjay.errors import UnsafePath
from scrubjay.model.pattern import pattern

MAX_BYTES: Final = 4096

_CONTROL: Final = pattern("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]")
"""Characters that are escaped in a tree's paths, too: they could break a line, drive a terminal or reverse the text."""

_DRIVE: Final = pattern(r"[A-Za-z]:")


def path_problem(raw: str) -> str:
    """Why a text is no path from a repository's top that stays in it; empty where it is one."""
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


def safe_path(raw: str) -> str:
    """A path from the repository's top, with forward slashes. Raises UnsafePath."""
    problem = path_problem(raw)
    if problem:
        raise UnsafePath(f"{raw[:80]!r} {problem}. Give a path from the repository's top, such as docs/usage.md.")
    return "/".join(part for part in raw.split("/") if part not in ("", "."))
