"""Topic of the current work: a few words from the task, the branch's name and the changed files, used as a query."""

from collections.abc import Iterable, Sequence

from scrubjay.text.stop_words import STOP_WORDS
from scrubjay.text.words import Word, spaced, words

MAX_WORDS = 24
"""Words of a topic; the search itself uses the rarest of them."""

MAX_FILES = 8

_USUAL = frozenset({
    "feature", "feat", "fix", "bugfix", "hotfix", "chore", "wip", "main", "master", "trunk", "dev", "release", "branch",
    "src", "lib", "test", "tests", "docs", "doc", "index", "init", "utils", "readme", "changelog",
})  # fmt: skip
"""Stop words of branch names and paths."""


def topic(task: str, goals: Sequence[str], branch: str, files: Iterable[str]) -> str:
    """The topic's words; empty where nothing describes the work."""
    named = "" if branch.startswith("detached:") else branch
    paths = [path.rsplit(".", 1)[0] for path in list(files)[:MAX_FILES]]
    unique: dict[str, str] = {}
    for text in (named, task, *goals[:5], *paths):
        for word in words(spaced(text), Word.PLAIN, shortest=2):
            low = word.lower()
            if low not in STOP_WORDS and low not in _USUAL and not low.isdecimal():
                unique.setdefault(low, word)
    return " ".join(list(unique.values())[:MAX_WORDS])
