"""Which settings are no more? A file that still has one is told so, and otherwise read as if it hadn't."""

from typing import Final

from scrubjay.settings.source import Source, Tree

ENDED: Final = {
    "review.approve_confirmed": "repetition raises no grade, and what agents say is found without a review",
    "review.expire_days": "what waits for you never expires, and unconfirmed memories fade by themselves",
}
"""The keys, and why nobody needs them any more."""


def without_ended(source: Source) -> tuple[Tree, tuple[str, ...]]:
    """The tree of a file without the settings that ended, and a line for each that it has."""
    tree, said = source.tree, []
    for key, why in ENDED.items():
        section, _, name = key.partition(".")
        inner = tree.get(section)
        if isinstance(inner, dict) and name in inner:
            left = {kept: value for kept, value in inner.items() if kept != name}
            tree = {**tree, section: left} if left else {kept: tree[kept] for kept in tree if kept != section}
            said.append(f"{source.where(key)}: {key} has ended: {why}. Remove the line")
    return tree, tuple(said)
