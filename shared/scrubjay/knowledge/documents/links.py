"""Symbolic link resolution within a tree, as git stores it, never outside the tree."""

import posixpath
from collections.abc import Callable, Mapping

from scrubjay.errors import GitFailed
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.tree import TreeEntry, list_tree
from scrubjay.model.view import View

MAX_LINKS = 8
"""Links that are followed for one path."""

MAX_LINK_BYTES = 4096
"""Bytes of a link that are read."""


def resolve_link(entries: Mapping[str, TreeEntry], path: str, read: Callable[[str], bytes]) -> str:
    """The path of the regular file that a path resolves to; "" where it is broken, leaves the tree, or is circular.

    `read` gives the content of a link by its blob id.
    """
    for _ in range(MAX_LINKS + 1):
        entry = entries.get(path)
        if entry is not None and entry.is_file:
            return path
        link = _link_on(entries, path)
        if link is None:
            return ""
        target = read(entries[link].blob).decode("utf-8", "replace")
        if not target or target.startswith("/") or "\0" in target:
            return ""
        path = posixpath.normpath(posixpath.join(posixpath.dirname(link), target) + path[len(link) :])
        if path.startswith("../") or path in ("..", "."):
            return ""
    return ""


def resolve_document(git: Git, view: View, path: str) -> str:
    """The document of a view that a path resolves to; "" where there is none."""
    paths = {file.path for file in view.files}
    if path in paths or not view.tree:
        return path if path in paths else ""
    entries = {entry.path: entry for entry in list_tree(git, view.tree)}
    if _link_on(entries, path) is None:
        return ""
    try:
        with ObjectReader(git) as reader:
            target = resolve_link(entries, path, lambda blob: reader.read(blob, MAX_LINK_BYTES))
    except GitFailed:
        return ""
    return target if target in paths else ""


def _link_on(entries: Mapping[str, TreeEntry], path: str) -> str | None:
    """The first part of a path that is a link: the path itself, or a folder above it."""
    parts = path.split("/")
    prefixes = ("/".join(parts[: n + 1]) for n in range(len(parts)))
    return next((prefix for prefix in prefixes if prefix in entries and entries[prefix].kind == "symlink"), None)
