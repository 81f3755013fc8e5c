"""What does git know of a name that nothing searched is called? An object, a file that isn't read, a line of one."""

import re
from collections.abc import Callable
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.git.lookup import AMBIGUOUS, MISSING, Lookup
from scrubjay.git.process import Git
from scrubjay.git.tree import TreeListing, lines_with
from scrubjay.knowledge.documents.left_out import LeftOut
from scrubjay.model.view import View
from scrubjay.privacy.secrets.shown_names import shown

LONGEST: Final = 1_000_000
"""Bytes of an object of git that is only asked for its kind."""

MOST_LINES: Final = 500
"""Lines with a symbol among which is one of a file that isn't searched."""

_ID: Final = re.compile(r"[0-9a-f]{7,40}", re.IGNORECASE)
_SYMBOL: Final = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->)\w+)*")


class InGit:
    """Asks git for names, in one worktree."""

    def __init__(self, git: Git, objects: Callable[[], Lookup], left_out: Callable[[View], LeftOut]) -> None:
        self._git = git
        self._objects = objects
        self._left_out = left_out

    def says(self, name: str, view: View) -> str:
        """What is to be said of an id, a path, a file's name or a symbol; empty where git knows none."""
        if _ID.fullmatch(name):
            return self._object(name)
        if not view.commit:
            return ""
        searched = {file.path for file in view.files} - {file.path for file in self._left_out(view).files}
        named = [name] if self.has(name, view) else []
        if not named and "." in name and "/" not in name:
            listed = TreeListing(self._git, view.tree)
            named = [entry.path for entry in listed if entry.path.endswith(f"/{name}") and entry.path not in searched]
        if named:
            return f"{shown(named[0])} is in git and isn't read: `scrubjay explain` says why"
        lines = lines_with(self._git, view.commit, name, but=(), most=MOST_LINES) if _SYMBOL.fullmatch(name) else ()
        line = next((line for line in lines if line.path not in searched), None)
        return f"{name} stands in {shown(line.path)}:{line.number}, which isn't searched" if line else ""

    def has(self, path: str, view: View) -> bool:
        """Whether a path, of a file or a folder, is one of the view's commit."""
        if not view.commit or not ("." in path or "/" in path):
            return False
        with self._objects() as objects:
            try:
                return objects.entry(view.commit, path, LONGEST) is not None
            except ScrubjayError:
                return False

    def _object(self, name: str) -> str:
        with self._objects() as objects:
            try:
                there = objects.find(name, LONGEST)
            except ScrubjayError:
                return ""
        if there.kind == AMBIGUOUS:
            return f"several objects of git begin with {name}: give more digits"
        return f"{name} is a {there.kind} in git that isn't searched" if there.kind != MISSING else ""
