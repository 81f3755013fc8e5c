"""Removed settings: a file that still has one is otherwise read as usual, with a notice."""

from typing import Final

from scrubjay.settings.source import ParsedFile, Tree

REMOVED: Final = {
    "review.approve_confirmed": "repetition raises no grade, and what agents say is found without a review",
    "review.expire_days": "what waits for you never expires, and unconfirmed memories fade by themselves",
}
"""The removed keys, and why they are no longer needed."""


def without_removed(source: ParsedFile) -> tuple[Tree, tuple[str, ...]]:
    """The tree of a file without its removed settings, and one notice for each."""
    tree, said = source.tree, []
    for key, why in REMOVED.items():
        section, _, name = key.partition(".")
        inner = tree.get(section)
        if isinstance(inner, dict) and name in inner:
            left = {kept: value for kept, value in inner.items() if kept != name}
            tree = {**tree, section: left} if left else {kept: tree[kept] for kept in tree if kept != section}
            said.append(f"{source.where(key)}: {key} has ended: {why}. Remove the line")
    return tree, tuple(said)
