"""The suite of parsers."""

from collections.abc import Iterable
from itertools import pairwise

from scrubjay.errors import LimitExceeded
from scrubjay.extensions.kinds.parser import Parser
from scrubjay.extensions.testing.expecting import expect
from scrubjay.model.outline import Outline

HOSTILE = ("", "\n", "\n" * 500, "a" * 20_000, "* " * 5_000, "\x00\x01", "é\u202e\U0001f600\n", "#" * 300, "|" * 3_000)


def check_parser(parser: Parser, texts: Iterable[str] = ()) -> None:
    """Its outlines lie within any text, in order and apart, and the same text has the same one.

    For a text that it won't parse it raises LimitExceeded.
    """
    expect(bool(parser.suffixes), "it reads no file: suffixes is empty")
    expect(all(one == one.lower().lstrip(".") and one for one in parser.suffixes), "suffixes: small letters, no dot")
    for text in (*HOSTILE, *texts):
        try:
            outline = parser.outline(text)
        except LimitExceeded:
            continue
        expect(isinstance(outline, Outline), f"outline() gives an Outline, not a {type(outline).__name__}")
        lines = text.count("\n") + 1
        heads = [heading.line for heading in outline.headings]
        expect(heads == sorted(set(heads)), "headings are in order, one a line")
        expect(all(1 <= line <= lines for line in heads), "headings lie within the text")
        expect(all(heading.level >= 1 for heading in outline.headings), "the top level is 1")
        expect(all(1 <= one.start <= one.end <= lines for one in outline.blocks), "blocks lie within the text")
        expect(all(a.end < b.start for a, b in pairwise(outline.blocks)), "blocks are in order, and apart")
        expect(outline == parser.outline(text), "the same text has the same outline")
