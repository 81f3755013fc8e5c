"""What a remote repository shows of itself: its default branch and its tags, as `git ls-remote` lists them."""

from collections.abc import Collection
from typing import Final

from scrubjay.errors import LimitExceeded
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import OBJECT_ID, pattern
from scrubjay.model.visible import visible
from scrubjay_team.errors import FetchFailed

MOST_TAGS: Final = 50_000
_LINE: Final = pattern(rf"({OBJECT_ID})\t(\S+)")
_BRANCH: Final = pattern(r"ref: refs/heads/(\S+)\tHEAD")
_NAME: Final = pattern(r"(?!.*(\.\.|//|@\{|\.lock(/|$)|/\.))(?![./-])[^\x00-\x20\x7f~^:?*\[\\]{1,250}(?<![./])")
"""A name of a branch or tag, as `git check-ref-format` has it, without what could be read as an option."""
_ANOTHERS: Final = pattern(r"(?i)(.*/)?head|refs(/.*)?|[0-9a-f]{40}|[0-9a-f]{64}|.*\ufffd.*")
"""What git or a person takes for something else than a tag: HEAD, a whole ref, an object's number, no UTF-8."""


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
        elif found and found[2].startswith("refs/tags/") and is_plain(tag := found[2].removeprefix("refs/tags/")):
            tags[tag] = found[1]
    if len(tags) > MOST_TAGS:
        raise LimitExceeded(f"{name} has more than {MOST_TAGS:,} tags, so it isn't fetched.")
    if not commit:
        raise FetchFailed(f"{name} has no commit on its default branch yet. Push one, then it is fetched by itself.")
    if not (_NAME.fullmatch(branch) and visible(branch) == branch):
        raise FetchFailed(f"{name} doesn't say which branch is its default. Choose one at its host.")
    return RemoteRefs(branch, commit, tags)


def is_plain(tag: str) -> bool:
    """Whether the name of a tag is taken by git and by people for what it is; others are left out."""
    return bool(_NAME.fullmatch(tag)) and not _ANOTHERS.fullmatch(tag) and visible(tag) == tag


def tags_in_the_way(held: Collection[str], shown: Collection[str]) -> tuple[str, ...]:
    """Tags held that must go before new ones fit: git keeps no `v1` beside a `v1/a`, in neither direction."""
    there = set(shown)
    above = {folder for tag in there for folder in _folders(tag)}
    gone = set(held) - there
    return tuple(sorted(tag for tag in gone if tag in above or not there.isdisjoint(_folders(tag))))


def _folders(tag: str) -> tuple[str, ...]:
    """The folders that a tag's name stands in: `a` and `a/b` for `a/b/c`."""
    return tuple(tag[:end] for end, letter in enumerate(tag) if letter == "/")
