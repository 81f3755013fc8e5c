"""Which statements does a passage make? Its sentences, without markup, questions and headings."""

import re

_BREAK = re.compile(r"\n\s*\n|\n\s*(?=(?:[-*+•]|\d+[.)]|#+|\|)\s)|(?<=[.!?;])[\"')\]*_~]*\s+(?=[\"'(\[*_`~]*[A-Z0-9`])")
_MARKUP = re.compile(
    r"^[\s>#*+\-•|]+(?=\S)|^\s*\d+[.)]\s+|\*\*|__|(?<!\w)[*_](?=\w)|(?<=\w)[*_](?!\w)|``?|\[([^\]]*)\]\([^)]*\)"
)
_HEADING = re.compile(r"(?m)^(#{1,6} .*)$")
_UNDERLINE = re.compile(r"(?m)^[=\-~^\"'#*+]{3,}\s*$")

LONGEST = 1_000
"""Characters of a sentence that are looked at; longer ones are lists or data."""


def sentences(text: str) -> tuple[str, ...]:
    """The sentences of Markdown or reStructuredText prose, unmarked; table rows and list items count as one each."""
    flat = _HEADING.sub(r"\1\n", _UNDERLINE.sub("\n", text))
    found = []
    for piece in _BREAK.split(flat):
        clean = " ".join(_MARKUP.sub(lambda m: m.group(1) or " " if m.group(1) else "", piece).split())
        if clean:
            found.append(clean[:LONGEST])
    return tuple(found)
