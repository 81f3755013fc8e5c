"""Removed settings: a file that still has one is otherwise read as usual, with a notice."""

from typing import Final

from scrubjay.settings.refusals import RefusedSetting
from scrubjay.settings.source import ParsedFile, Tree

REMOVED: Final = {
    "review.approve_confirmed": "repetition raises no grade, and what agents say is found without a review",
    "review.expire_days": "what waits for you never expires, and what only an agent says fades by itself",
}
"""The removed keys, and why they are no longer needed."""


def without_removed(source: ParsedFile) -> tuple[Tree, tuple[RefusedSetting, ...]]:
    """The tree of a file without its removed settings, and one notice for each."""
    tree = source.tree
    notices: list[RefusedSetting] = []
    for key, why in REMOVED.items():
        section, _, name = key.partition(".")
        inner = tree.get(section)
        if isinstance(inner, dict) and name in inner:
            left = {other: value for other, value in inner.items() if other != name}
            tree = {**tree, section: left} if left else {other: tree[other] for other in tree if other != section}
            notices.append(RefusedSetting(key, source.where(key), f"{key} has ended: {why}. Remove the line"))
    return tree, tuple(notices)
