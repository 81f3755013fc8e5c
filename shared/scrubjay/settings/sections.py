"""Sections of extensions in the user's file: kept as they stand until the extension is used and checks its own."""

from typing import Any, Final

KEY: Final = "extensions"
OF_OURS: Final = frozenset[str]()
"""Extensions of ours that have a section: `scrubjay.extensions.builtin` has more of them, and a test compares."""


def section_names(tree: dict[str, Any], core: frozenset[str]) -> frozenset[str]:
    """The top keys of a file that belong to extensions: ours with a section, and those that `extensions` names."""
    named = tree.get(KEY)
    return (OF_OURS | (named.keys() if isinstance(named, dict) else set())) - core


def without_sections(tree: dict[str, Any], core: frozenset[str]) -> dict[str, Any]:
    """What the core's schema checks."""
    aside = section_names(tree, core)
    return {name: value for name, value in tree.items() if name not in aside} if aside else tree


def sections(tree: dict[str, Any], core: frozenset[str]) -> dict[str, Any]:
    """What it leaves aside, by the extension's name: mappings as they stand in the file, their values as text."""
    return {name: tree[name] for name in section_names(tree, core) if name in tree}
