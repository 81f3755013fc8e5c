"""Versions of one page: files in folders that are named by a version, and the one beside them. Pure."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern

_FOLDER: Final = pattern(
    r"(?P<word>v|r|rel|release|ver|version)?[-_. ]?(?P<number>\d+(?:\.\d+)*)(?P<any>(?:\.[xX*])*)"
    r"(?P<early>[-_.]?(?:alpha|beta|rc|pre|dev|preview)[-_.]?\d*)?(?:[-_.](?:lts|stable|final))?",
    re.IGNORECASE,
)
_PARTS: Final = pattern(r"[_-]")

_INDEX: Final = pattern(r"(?:^|/)(?:readme|index)\.\w+$", re.IGNORECASE)

HALF: Final = 0.5
"""Share of the newest version's pages that a folder beside it has, where it is one more version of them."""


@dataclass(frozen=True, slots=True)
class PageVersion:
    """One version of a page. `number` is empty for the newest, which stands outside of the versions' folders."""

    path: str
    folder: str = ""
    number: tuple[int, ...] = ()
    early: bool = False

    @property
    def age(self) -> tuple[bool, tuple[int, ...], bool]:
        """A key that sorts the versions of a page, the newest last."""
        return not self.number, self.number, not self.early


def version_number(folder: str) -> tuple[int, ...]:
    """The number in a folder's name such as `v1`, `8.5` or `version-8.5.x`; empty for a year or a word."""
    version = _FOLDER.fullmatch(folder)
    if version is None or not (version["word"] or version["any"] or "." in version["number"]):
        return ()
    return tuple(int(part[:9]) for part in version["number"].split("."))


def page_versions(paths: Iterable[str]) -> dict[str, tuple[PageVersion, ...]]:
    """The versions of each page that has several, the newest first, by the path of each.

    Of a page that only an older version has the first is the folder of the newest one, with a slash at its end.
    """
    files = list(paths)
    roots: dict[str, dict[str, list[PageVersion]]] = defaultdict(lambda: defaultdict(list))
    for path in files:
        root, folder, rest = _split_at_version(path)
        if rest:
            named = _FOLDER.fullmatch(folder)
            early = bool(named and named["early"])
            roots[root][rest].append(PageVersion(path, folder, version_number(folder), early))
    found: dict[str, tuple[PageVersion, ...]] = {}
    every = frozenset(files) if roots else frozenset[str]()
    folders = _folders(files) if roots else {}
    for root, pages in roots.items():
        beside = _unversioned_folder(root, pages, every, folders)
        newest = max((one for page in pages.values() for one in page), key=lambda one: one.age).folder
        several = beside is not None or len({one.folder for page in pages.values() for one in page}) > 1
        for rest, versions in pages.items():
            twin = f"{beside}{rest}" if beside is not None else ""
            page = [*versions, *([PageVersion(twin)] if twin in every else [])]
            if len(page) == 1 and several and (beside is not None or page[0].folder != newest):
                page.append(PageVersion(f"{root}{newest}/" if beside is None else beside or "./"))
            if len(page) > 1:
                ordered = tuple(sorted(page, key=lambda one: one.age, reverse=True))
                found |= dict.fromkeys((one.path for one in versions), ordered)
                found |= {twin: ordered} if twin in every else {}
    return found


def _split_at_version(path: str) -> tuple[str, str, str]:
    """A path split at its first version folder: the part before, the folder, the part after."""
    folders = path.split("/")
    for place, folder in enumerate(folders[:-1]):
        if version_number(folder):
            root = "".join(f"{one}/" for one in folders[:place])
            return root, folder, "/".join(folders[place + 1 :])
    return "", "", ""


def _folders(paths: Iterable[str]) -> Mapping[str, set[str]]:
    """The folders right below each folder."""
    below: dict[str, set[str]] = defaultdict(set)
    for folder in {path.rpartition("/")[0] for path in paths}:
        above = ""
        for name in filter(None, folder.split("/")):
            below[above].add(name)
            above += f"{name}/"
    return below


def _unversioned_folder(
    root: str, pages: Mapping[str, list[PageVersion]], every: frozenset[str], folders: Mapping[str, set[str]]
) -> str | None:
    """The unversioned folder beside the versions that has most of the newest one's pages, at least half.

    That both have a README or an index tells nothing: above several versions it leads to them.
    """
    newest = max((version for versions in pages.values() for version in versions), key=lambda one: one.age).folder
    rests = [rest for rest, versions in pages.items() if any(one.folder == newest for one in versions)]
    rests = [rest for rest in rests if not _INDEX.search(rest)]
    shared = {folder: sum(f"{folder}{rest}" in every for rest in rests) for folder in _candidates(root, folders)}
    best = max(shared, key=lambda folder: shared[folder], default=None)
    return best if best is not None and shared[best] >= max(1, HALF * len(rests)) else None


def _candidates(root: str, folders: Mapping[str, set[str]]) -> Iterator[str]:
    """The folders beside versions that may hold the unversioned page: `docs/` for `docs/v1` or `versioned_docs/v1`."""
    yield root
    yield from (f"{root}{name}/" for name in sorted(folders.get(root, ())) if not version_number(name))
    above, _, name = root.rstrip("/").rpartition("/")
    parts = _PARTS.split(name)
    while len(parts) > 1:
        inside = f"{above}/" if above else ""
        yield from (f"{inside}{part}/" for part in parts if part in folders.get(inside, ()))
        if not above:
            return
        above = above.rpartition("/")[0]
