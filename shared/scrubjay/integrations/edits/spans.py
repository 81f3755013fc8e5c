"""Entries of one object or list in a JSON text with comments, put in and taken out so that each undoes the other."""

from dataclasses import dataclass

from scrubjay.integrations.edits.jsonc import Jsonc

INDENT = 2
BLANK = " \t\r\n"

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Container:
    """An object or a list: where it opens, where it closes, its entries, and how deep they stand."""

    opening: int
    closing: int
    entries: tuple[Span, ...]
    depth: int


def add_last(source: Jsonc, inside: Container, entry: str) -> str:
    """The text with an entry after the last one, written as that one is; a comment behind that one stays with it."""
    text = source.text
    if not inside.entries:
        end = inside.closing
        return text[:end] + _inner(inside.depth) + entry + _outer(inside.depth) + text[end:]
    start, end = inside.entries[-1]
    gap = text[_before(text, start) : start]
    at = end + len(text[end : inside.closing].rstrip(BLANK))
    if "\n" not in gap and source.bare[end:at] != text[end:at]:
        gap = _inner(inside.depth)
    if "," in source.bare[end:at]:
        return text[:at] + gap + entry + "," + text[at:]
    return text[:end] + "," + text[end:at] + gap + entry + text[at:]


def without(source: Jsonc, inside: Container, index: int) -> str:
    """The text without one entry and the comma that it needed; comments stay."""
    taken = _without(source, inside, index)
    if source.bare != source.text:
        try:
            Jsonc.of(taken)
        except ValueError:  # a line comment would reach into what follows: the entry's whitespace has to stay
            return _blanked(source, inside, index)
    return taken


def _without(source: Jsonc, inside: Container, index: int) -> str:
    text, (start, end) = source.text, inside.entries[index]
    if len(inside.entries) == 1:
        return _emptied(source, inside)
    if index == len(inside.entries) - 1:
        comma = source.bare.find(",", end, inside.closing)
        if comma >= 0:
            return text[: _before(text, start)] + text[end:comma] + text[comma + 1 :]
        comma = source.bare.index(",", inside.entries[index - 1][1])
        return text[:comma] + text[comma + 1 : max(_before(text, start), comma + 1)] + text[end:]
    following = inside.entries[index + 1][0]
    if not index and source.bare[end:following] == text[end:following]:
        return text[:start] + text[following:]
    previous = inside.entries[index - 1][1] if index else start
    if index and source.bare[previous:start] == text[previous:start]:
        return text[:previous] + text[end:]
    comma = source.bare.index(",", end)
    rest = text[comma + 1 :]
    return text[:start] + text[end:comma] + rest.lstrip(BLANK)


def _blanked(source: Jsonc, inside: Container, index: int) -> str:
    """The text without an entry and one comma beside it, and nothing else."""
    text, (start, end) = source.text, inside.entries[index]
    comma = source.bare.find(",", end, inside.closing)
    if comma >= 0:
        return text[:start] + text[end:comma] + text[comma + 1 :]
    comma = source.bare.rfind(",", inside.opening, start)
    return text[:start] + text[end:] if comma < 0 else text[:comma] + text[comma + 1 : start] + text[end:]


def _emptied(source: Jsonc, inside: Container) -> str:
    """The container without its only entry; the whitespace from before `add_last` stays."""
    text, (start, end) = source.text, inside.entries[0]
    before, after = text[inside.opening + 1 : start], text[end : inside.closing]
    comma = source.bare.find(",", end, inside.closing)
    if comma >= 0:
        after = text[end:comma] + text[comma + 1 : inside.closing]
    rest = before.removesuffix(_inner(inside.depth))
    if before.strip(BLANK) or after.strip(BLANK):
        rest += after.removesuffix(_outer(inside.depth))
    elif rest == before:
        rest = ""
    return text[: inside.opening + 1] + rest + text[inside.closing :]


def _inner(depth: int) -> str:
    return "\n" + " " * INDENT * depth


def _outer(depth: int) -> str:
    return "\n" + " " * INDENT * (depth - 1)


def _before(text: str, position: int) -> int:
    """Where the whitespace before a position begins."""
    return len(text[:position].rstrip(BLANK))
