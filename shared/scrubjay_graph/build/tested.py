"""Which files are tests, and which file does a test name by its own name? `test_db.py` is for `db.py`; pure."""

import posixpath
import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Final

from scrubjay_graph.build.linking import TreeGround
from scrubjay_graph.model import Edge, EdgeKind, file_key

_FOLDERS: Final = frozenset({"test", "tests", "__tests__", "spec", "specs", "testing", "integration-tests", "e2e"})
_STEM: Final = re.compile(
    r"\A(?:test[_-](?P<after>.+)|(?P<before>.+?)(?:[._-](?:test|tests|spec|specs)|Tests?|Spec|IT))\Z"
)
_TEXTS: Final = frozenset({"md", "rst", "txt", "adoc", "json", "yml", "yaml", "toml", "html", "css", "snap"})


def is_test(path: str) -> bool:
    """Whether a path is that of a test, by its folder or its name."""
    folder, _, name = path.rpartition("/")
    stem = name.partition(".")[0] if name.startswith("test_") else posixpath.splitext(name)[0]
    return bool(_FOLDERS & {part.lower() for part in folder.split("/")}) or bool(_STEM.match(stem))


def test_edges(ground: TreeGround) -> Iterator[Edge]:
    """A test and the one file that it is named for: beside it, or the only one of that name."""
    sources: dict[str, list[str]] = defaultdict(list)
    for path in ground.paths:
        stem, dot, end = posixpath.basename(path).rpartition(".")
        if dot and end not in _TEXTS and not is_test(path):
            sources[f"{stem}.{end}"].append(path)
    for path in sorted(ground.paths):
        stem, dot, end = posixpath.basename(path).rpartition(".")
        match = _STEM.match(stem) if dot and end not in _TEXTS else None
        if not match:
            continue
        named = match["after"] or match["before"]
        found = [one for name in _ends(named, end) for one in sources.get(name, ())]
        beside = [one for one in found if posixpath.dirname(one) == posixpath.dirname(path)]
        chosen = beside or found
        if len(chosen) == 1:
            yield Edge(file_key(path), EdgeKind.TESTS, file_key(chosen[0]), ground.place(path, 1))


def _ends(stem: str, end: str) -> tuple[str, ...]:
    """The names of a source whose test has some ending: a script's may be another script's."""
    ends = ("ts", "tsx", "js", "jsx", "mjs", "cjs") if end in ("ts", "tsx", "js", "jsx", "mjs", "cjs") else (end,)
    return tuple(f"{stem}.{one}" for one in ends)
