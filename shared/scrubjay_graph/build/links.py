"""Links of a text, as Markdown, MyST, reStructuredText and AsciiDoc write them: targets, and labels; pure."""

import re
from collections.abc import Iterator
from typing import Final

from scrubjay.model.pattern import pattern

LINK: Final = "link"
DOC: Final = "doc"
REF: Final = "ref"
LABEL: Final = "label"
BLOB: Final = "blob"

_TARGET: Final = r"(?:<([^<>\n]{1,400})>|([^()<>\s]{1,400}))(?:\s+(?:\"[^\"]*\"|'[^']*'|\([^()]*\)))?\s*\)"
_INLINE: Final = pattern(rf"(?<!!)\[(?:[^\[\]]|\[[^\[\]]{{0,100}}\]){{0,300}}\]\(\s*{_TARGET}")
_AROUND_IMAGE: Final = pattern(rf"\)\]\(\s*{_TARGET}")
_CONTINUED: Final = pattern(rf"\A[^\[\]`]{{0,300}}\]\(\s*{_TARGET}")
_HREF: Final = pattern(r"<(?:a|Link)\s[^<>]{0,300}?\b(?:href|to)=[\"']([^\"'<>\s]{1,400})[\"']", re.IGNORECASE)
_REFERENCE: Final = pattern(r"^\s{0,3}\[(?!\^)[^\]]{1,200}\]:\s*<?([^<>\s]{1,400})>?")
_MYST: Final = pattern(r"\{(doc|ref|numref|any)\}`(?:[^`<]{0,200}<)?([^`<>]{1,400})>?`")
_MYST_LABEL: Final = pattern(r"^\(([^()\s][^()]{0,200})\)=\s*$")
_MYST_FENCE: Final = pattern(r"^\s{0,3}(?:`{3,}|~{3,}|:{3,})\s*\{(toctree|include|literalinclude)\}\s*(\S{0,400})")
_ROLE: Final = pattern(r":(doc|ref|numref|any|download):`(?:[^`<]{0,200}<)?([^`<>]{1,400})>?`")
_NAMED: Final = pattern(r"`[^`<]{1,200}<([^`<>\s]{1,400})>`_")
_DIRECTIVE: Final = pattern(r"^\s*\.\. (?:include|literalinclude)::\s+(\S{1,400})")
_RST_LABEL: Final = pattern(r"^\s*\.\. _(?:`([^`]{1,200})`|([^:`]{1,200})):\s*$")
_RST_TARGET: Final = pattern(r"^\s*\.\. _(?:`[^`]{1,200}`|[^:`]{1,200}):\s+(\S{1,400})\s*$")
_TOCTREE: Final = pattern(r"^(\s*)\.\. toctree::")
_ENTRY: Final = pattern(r"\A(?:[^<>]{1,200}\s<([^<>\s]{1,400})>|([^<>\s:*?][^<>\s*?]{0,400}))\Z")
_ADOC: Final = pattern(r"(?:link:|xref:|include::)([^\[\s]{1,400})\[")
_BLOB: Final = pattern(
    r"https?://[\w.-]+/([\w.-]+(?:/[\w.-]+)+?)/(?:-/)?(?:blob|tree|raw)/[^/\s]{1,100}/([^\s()<>\[\]\"'`#?]{1,400})"
)
_AWAY: Final = pattern(r"^(?:[a-z][a-z0-9+.-]*:|//|#)", re.IGNORECASE)

PATTERNS: Final = {"rst": (_ROLE, _NAMED, _DIRECTIVE), "asciidoc": (_ADOC,)}
MARKDOWN: Final = (_INLINE, _REFERENCE, _HREF)


_CODE_SPAN: Final = pattern(r"(\{[\w:-]{1,40}\}`[^`]{1,600}`)|(?<!\\)(`+)(?!`).{1,1000}?(?<!`)\2(?!`)")
_LITERAL: Final = pattern(r"(?<!`)``(?!`)(.{1,1000}?)``(?!`)")
_RST_BLOCK: Final = pattern(
    r"^(\s*)\.\.(?:\s+(?:code|code-block|sourcecode|ipython|prompt|math|raw|highlight|doctest|testcode|testoutput|testsetup)::|\s+(?![\[_|])(?!\S+::)|\s*$)"
)
_RST_LITERAL: Final = pattern(r"^(\s*(?:(?:[*+-]|#\.|\w{1,4}[.)])\s+)*)(?!\.\.\s).*::\s*$")


class LinkReader:
    """Reads the links of one text line by line, and remembers where a block or toctree began.

    What is shown as code is no link, nor what isn't shown at all.
    """

    def __init__(self, format: str) -> None:
        self._format = format
        self._toctree = -1
        self._literal = -1

    def of(self, line: str) -> Iterator[tuple[str, str, str]]:
        """The links and labels of a line, as role, target, and the repository that an address names."""
        if self._format == "rst":
            if self._hidden(line):
                return
            line = _LITERAL.sub(" ", line)
            yield from self._rst_links(line)
        else:
            line = _CODE_SPAN.sub(_blank, line) if self._format == "markdown" and "`" in line else line
            for pattern in PATTERNS.get(self._format, (*MARKDOWN, _AROUND_IMAGE, _CONTINUED)):
                for match in pattern.finditer(line):
                    yield from _link_of(LINK, next(filter(None, match.groups()), ""))
            yield from self._myst_links(line)
        for match in _BLOB.finditer(line):
            yield BLOB, match[2].rstrip(".,;"), match[1].lower()

    def fenced(self, line: str, *, opens: bool) -> Iterator[tuple[str, str, str]]:
        """The links of a line in a fence, or of one that opens it: those of MyST's directives, else none."""
        if opens:
            match = _MYST_FENCE.match(line)
            self._toctree = 0 if match and match[1] == "toctree" else -1
            if match and match[1] != "toctree" and match[2]:
                yield from _link_of(LINK, match[2])
        elif self._toctree >= 0:
            yield from _entry(line)

    def _hidden(self, line: str) -> bool:
        """Whether a line of reStructuredText stands in a block of code, or in a comment."""
        if self._literal >= 0 and line.strip():
            if len(line) - len(line.lstrip()) > self._literal:
                return True
            self._literal = -1
        begins = _RST_BLOCK.match(line) or _RST_LITERAL.match(line)
        if begins:
            self._literal = len(begins[1])
        return bool(begins) and line.lstrip().startswith("..")

    def _myst_links(self, line: str) -> Iterator[tuple[str, str, str]]:
        """The roles and the label of a line of MyST."""
        for match in _MYST.finditer(line):
            yield from _link_of(DOC if match[1] == "doc" else REF, match[2])
        if label := _MYST_LABEL.match(line):
            yield LABEL, folded_label(label[1]), ""

    def _rst_links(self, line: str) -> Iterator[tuple[str, str, str]]:
        """The links and labels of a line of reStructuredText."""
        if toctree := _TOCTREE.match(line):
            self._toctree = len(toctree[1])
            return
        if self._toctree >= 0 and line.strip():
            if len(line) - len(line.lstrip()) > self._toctree:
                yield from _entry(line)
                return
            self._toctree = -1
        for match in _ROLE.finditer(line):
            role = DOC if match[1] == "doc" else LINK if match[1] == "download" else REF
            yield from _link_of(role, match[2])
        for expression in (_NAMED, _DIRECTIVE, _RST_TARGET):
            for match in expression.finditer(line):
                yield from _link_of(LINK, match[1])
        if label := _RST_LABEL.match(line):
            yield LABEL, folded_label(label[1] or label[2]), ""


def _blank(span: re.Match[str]) -> str:
    """A span of code without its links; a role of MyST stays."""
    return span[0] if span[1] else re.sub(r"[\[\]()<>{}:/]", " ", span[0])


def folded_label(label: str) -> str:
    """A label in the form in which Sphinx compares it."""
    return " ".join(label.lower().split())


def is_away(target: str) -> bool:
    """Whether a link's target is an address, or a place of the same page."""
    return bool(_AWAY.match(target))


def _link_of(role: str, target: str) -> Iterator[tuple[str, str, str]]:
    """A link's role and target, without the place in the page; none for a target elsewhere."""
    if role == REF:
        yield REF, folded_label(target.lstrip("!~")), ""
        return
    path = target.partition("#")[0].partition("?")[0].strip()
    if path and not is_away(target):
        yield role, path, ""


def _entry(line: str) -> Iterator[tuple[str, str, str]]:
    """The link in a line of a toctree, as (role, page, ""); none for an option or a generated page."""
    match = _ENTRY.match(line.strip())
    if match and (target := match[1] or match[2]) not in ("self", "genindex", "modindex", "search"):
        yield from _link_of(DOC, target)
