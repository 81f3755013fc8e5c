"""Which hits say the same in two places? A copied page, a version of it, a record and its metadata; pure."""

from scrubjay.knowledge.index.kinds import MEMORY
from scrubjay.model.hit import Hit
from scrubjay.text.words import words

ALIKE = 0.6
"""Share of the words of two passages, each counted once, that they have in common from which on one tells both."""

RECORD = "kep.yaml"
"""The metadata of a record, which its README tells at length."""


def are_twins(first: Hit, second: Hit) -> bool:
    """Whether two hits of different documents take one place.

    Passages are compared under the same title and headings alone: records that share a sentence are no twins, nor are
    two texts without a title.
    """
    if first.path == second.path or MEMORY in (first.kind, second.kind):
        return False
    if _record(first.path) == _record(second.path) != "":
        return True
    if not first.title or (first.title, first.heading, first.kind) != (second.title, second.heading, second.kind):
        return False
    ours, theirs = set(words(first.text.lower())), set(words(second.text.lower()))
    return len(ours & theirs) >= ALIKE * len(ours | theirs)


def _record(path: str) -> str:
    """The folder of a record that has its metadata in a file beside its README; "" for other paths."""
    folder, _, name = path.rpartition("/")
    return folder if name in (RECORD, "README.md") else ""
