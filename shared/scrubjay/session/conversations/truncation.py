"""Truncation of turns: the beginning and the end are kept, pasted files are cut first. Pure."""

from scrubjay.model.counted import counted

MAX_TURN = 24_000
"""Characters of a person's or a model's turn."""

MAX_TOOL = 1_200
"""Characters of a tool's output: its first lines and its last ones, where an error stands."""

MAX_PASTE = 1_500
"""Characters of a fenced block in a person's turn; a longer one is a pasted file, and the file is in git."""

MASK_MARGIN = 8_000
"""Characters beyond a cut that are scanned for secrets, so that half of one isn't taken for a word."""

_FENCES = ("```", "~~~")


def with_margin(text: str, most: int) -> str:
    """A text with a margin around each end that `keep_ends` will keep: this much is masked before it is cut."""
    return keep_ends(text, 2 * (most + MASK_MARGIN))


def keep_ends(text: str, most: int) -> str:
    """The first two thirds and the last third of what fits; a line between says how much was omitted."""
    if len(text) <= most:
        return text
    first = most * 2 // 3
    last = most - first
    return f"{text[:first]}\n[… {counted(len(text) - most, 'character')} …]\n{text[-last:]}"


def cut_pastes(text: str) -> str:
    """A person's text with long fenced blocks cut; a fence that is never closed runs to the end."""
    if len(text) <= MAX_PASTE:
        return text
    result: list[str] = []
    block: list[str] = []
    fence = ""
    for line in text.split("\n"):
        mark = line.lstrip()[:3]
        if not fence and mark in _FENCES:
            fence, block = mark, [line]
        elif fence:
            block.append(line)
            if line.strip() == fence:
                result.append(keep_ends("\n".join(block), MAX_PASTE))
                fence, block = "", []
        else:
            result.append(line)
    return "\n".join([*result, *([keep_ends("\n".join(block), MAX_PASTE)] if block else [])])
