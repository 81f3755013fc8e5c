"""Ids in hexadecimal digits: regular expressions of the forms that a text or a file has them in.

They are sources, to be compiled alone or as a part of a larger pattern; none has a group.
"""

from typing import Final

COMMIT_IN_PROSE: Final = r"\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b"
"""A commit's id among words, shortened or not: with a figure and a letter, since 2024010 is a number and "defaced" a
word.
"""

COMMIT_PREFIX: Final = r"[0-9a-f]{7,64}"
"""A commit's id where nothing else is meant, from the seven digits that git prints on."""

OBJECT_ID: Final = r"(?:[0-9a-f]{64}|[0-9a-f]{40})"
"""The full id of a git object, by SHA-256 or SHA-1."""

OWN_ID: Final = r"[0-9a-f]{32}"
"""The id of a project or a home."""

MEMORY_ID: Final = r"[0-9a-f]{8,64}"
"""The id of a memory, whole or as far as a person types it."""
