"""Link extraction from Markdown, rst and AsciiDoc; pure."""

import posixpath
import re
from collections.abc import Iterator
from urllib.parse import unquote

MAX_LINKS = 500
"""Links of one document that are read."""

_FENCE = re.compile(r"\s{0,3}(```|~~~|----\s*$|\.\.\.\.\s*$)")
_MARKDOWN = re.compile(r"(?<!!)\[([^\[\]\n]{3,160})\]\(<?([^()<>\s]{1,400})>?(?:\s+\"[^\"\n]*\")?\)")
_RST_ROLE = re.compile(r":doc:`([^`<>\n]{3,160}?)\s*<([^`<>\s]{1,400})>`")
_RST_LINK = re.compile(r"(?<![:`\w])`([^`<>\n]{3,160}?)\s*<([^`<>\s]{1,400})>`__?")
_ASCIIDOC = re.compile(r"(?:link|xref):([^\[\]\s]{1,400})\[([^\[\]\n]{3,160})\]")


def extract_links(text: str, path: str, format: str) -> list[tuple[str, str]]:
    """The (text, target) of each link to a file of the repository, by paths from its top; code blocks are skipped.

    A target may lack its suffix, as in `:doc:`; the caller knows which files there are.
    """
    links: list[tuple[str, str]] = []
    for line in _prose(text):
        for label, target in _links_of(line, format):
            resolved = _resolve(target, path)
            if resolved:
                links.append((" ".join(label.split()), resolved))
        if len(links) >= MAX_LINKS:
            break
    return links[:MAX_LINKS]


def _links_of(line: str, format: str) -> Iterator[tuple[str, str]]:
    match format:
        case "rst":
            for pattern in (_RST_ROLE, _RST_LINK):
                yield from ((m[1], m[2]) for m in pattern.finditer(line))
        case "asciidoc":
            yield from ((m[2], m[1]) for m in _ASCIIDOC.finditer(line))
        case _:
            yield from ((m[1].replace("`", "").replace("*", ""), m[2]) for m in _MARKDOWN.finditer(line))


def _prose(text: str) -> Iterator[str]:
    fence = ""
    for line in text.split("\n"):
        mark = _FENCE.match(line)
        if mark and (not fence or mark[1].strip() == fence):
            fence = "" if fence else mark[1].strip()
        elif not fence:
            yield line[:2000]


def _resolve(target: str, path: str) -> str:
    """A target as a path from the repository's top; empty for external targets and for anchors of the same page."""
    if "://" in target or target.startswith(("#", "//", "mailto:")):
        return ""
    plain = unquote(target.split("#", 1)[0].split("?", 1)[0])
    if not plain:
        return ""
    joined = plain.lstrip("/") if plain.startswith("/") else posixpath.join(posixpath.dirname(path), plain)
    clean = posixpath.normpath(joined)
    return "" if clean.startswith("..") else clean
