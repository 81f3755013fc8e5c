"""What a remote repository shows of itself: its default branch and its tags, as `git ls-remote` lists them."""

from collections.abc import Collection
from typing import Final

from scrubjay.errors import LimitExceeded
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import OBJECT_ID, pattern
from scrubjay_team.errors import FetchFailed

MOST_TAGS: Final = 50_000
_LINE: Final = pattern(rf"({OBJECT_ID})\t(\S+)")
_BRANCH: Final = pattern(r"ref: refs/heads/(\S+)\tHEAD")
_NAME: Final = pattern(r"(?!.*(\.\.|//|@\{|\.lock(/|$)|/\.))(?![./-])[^\x00-\x20\x7f~^:?*\[\\]{1,250}(?<![./])")
"""A name of a branch or tag, as `git check-ref-format` has it, without what could be read as an option."""


@dataclass(frozen=True, slots=True)
class RemoteRefs:
    """The default branch's name and commit, and the object of each tag."""

    branch: str
    commit: str
    tags: dict[str, str]


def read_remote_refs(listed: str, name: str) -> RemoteRefs:
    """The refs of `git ls-remote --symref URL HEAD refs/tags/*`. Raises FetchFailed, LimitExceeded with the reason."""
    branch = commit = ""
    tags: dict[str, str] = {}
    for line in listed.split("\n"):
        if found := _BRANCH.fullmatch(line):
            branch = found[1]
        elif (found := _LINE.fullmatch(line)) and found[2] == "HEAD":
            commit = found[1]
        elif found and _NAME.fullmatch(tag := found[2].removeprefix("refs/tags/")) and tag != found[2]:
            tags[tag] = found[1]
    if len(tags) > MOST_TAGS:
        raise LimitExceeded(f"{name} has more than {MOST_TAGS:,} tags, so it isn't fetched.")
    if not commit:
        raise FetchFailed(f"{name} has no commit on its default branch yet. Push one, then it is fetched by itself.")
    if not _NAME.fullmatch(branch):
        raise FetchFailed(f"{name} doesn't say which branch is its default. Choose one at its host.")
    return RemoteRefs(branch, commit, tags)


def tags_in_the_way(held: Collection[str], shown: Collection[str]) -> tuple[str, ...]:
    """Tags held that must go before new ones fit: git keeps no `v1` beside a `v1/a`, in neither direction."""
    there = set(shown)
    above = {folder for tag in there for folder in _folders(tag)}
    gone = set(held) - there
    return tuple(sorted(tag for tag in gone if tag in above or not there.isdisjoint(_folders(tag))))


def _folders(tag: str) -> tuple[str, ...]:
    """The folders that a tag's name stands in: `a` and `a/b` for `a/b/c`."""
    return tuple(tag[:end] for end, letter in enumerate(tag) if letter == "/")
