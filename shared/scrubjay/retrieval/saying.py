"""May a hit answer? Where it says something: prose by a sentence or a definition, code by what it defines. Pure."""

from typing import Final

from scrubjay.index.chunking.languages import PREFIX
from scrubjay.model.hit import Hit
from scrubjay.text.saying import has_comment, says_something

PROSE: Final = ("markdown", "rst", "asciidoc", "text")

LONG_LINES: Final = 400
"""Characters a line, on average, from which on code was written for a machine alone."""


def may_answer(hit: Hit) -> bool:
    """Whether a hit is worth a place of its own. Records, memories, commits and talk always are."""
    if hit.format in PROSE:
        return says_something(hit.text, hit.format)
    if not hit.format.startswith(PREFIX):
        return True
    if len(hit.text) > LONG_LINES * (hit.text.count("\n") + 1):
        return False
    return bool(hit.heading) or has_comment(hit.text)
