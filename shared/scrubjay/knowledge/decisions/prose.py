"""Supersession statements in a record's sentences; code, quotations and conditional sentences are ignored."""

import re
from collections.abc import Iterator
from functools import lru_cache

from scrubjay.text.sentences import End, cut

_FENCE = re.compile(r"^(?P<quote>(?:\s{0,3}>)*)(?P<indent>\s*)(?P<marks>`{3,}|~{3,})")
_RST_CODE = re.compile(
    r"^(\s*)(?:\.\. (?:code|code-block|sourcecode|literalinclude|parsed-literal)::.*|(?!\s*\.\. ).*::\s*)$"
)
_INLINE = re.compile(r"`[^`\n]*\b(?:supers?[ce]+d|replace|amend|obsolete)[^`\n]*`", re.IGNORECASE)
_QUOTED = re.compile(r"\"[^\"\n]{0,300}\"|“[^”\n]{0,300}”|(?<!\w)'[^'\n]{0,300}'(?!\w)")
_NOUN = r"(?:adr|kep|rfc|decision(?:\s+record)?|record|document|proposal|enhancement|policy)"
_VERB = r"(?:supers?[ce]+de[sd]|replace[sd]|amend(?:s|ed)|obsolete[sd])\b"
_SO = re.compile(
    r",\s+(?:thereby\s+|thus\s+|hence\s+)?(?P<clause>supers?[ce]+ding\s+\W{0,3}(?:\[|ADR|KEP|RFC).*)$", re.IGNORECASE
)
"""At the end of a sentence: "We drop it, superseding [ADR-5](…)." """
_VERBS = re.compile(_VERB, re.IGNORECASE)
_PASSIVE = (("part", "partially superseded by"), ("amend", "amended by"), ("", "superseded by"))
_ALERT = re.compile(r"^>\s*\[!\w+\]\s*$")
_DIRECTIVE = re.compile(r"^\.\. (?:note|warning|attention|important|caution)::\s*")
_MAYBE = re.compile(r"\b(?:if|when|once|unless|until|whether|would|could|might|may|example|e\.g)\b", re.IGNORECASE)

_DENIED = re.compile(r"\b(?:not|never|no\s+longer|will|shall|should)\b|n't\b", re.IGNORECASE)
_SECOND_HEADING = re.compile(r"^(?:#{2,6}|={2,6})\s|^[=\-~^*]{4,}\s*$")

_DEFINED = re.compile(r"^\s{0,3}\[([^\]\n]{1,200})\]:\s+<?(\S{1,300}?)>?(?:\s.*)?$", re.MULTILINE)
_LABELLED = re.compile(r"\[(?P<label>[^\[\]\n]{1,200})\](?:\[(?P<name>[^\]\n]{0,200})\])?(?![:(\[])")
_ANCHOR = re.compile(r"<a\s[^>]{0,200}?href=[\"']([^\"'\s>]{1,300})[\"'][^>]{0,200}>([^<\n]{0,300})</a>", re.IGNORECASE)

MAX_SENTENCES = 2_000


@lru_cache(maxsize=32)
def _of_itself(series: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Patterns by which a record of a series says that it replaces or is replaced, and that another replaces it."""
    noun = rf"(?:{_NOUN}|{re.escape(series)})"
    says = re.compile(
        rf"^[\s*_+-]*(?:(?:note|nb|update|important|warning)\s*:?[\s*_:]*)?"
        rf"(?:(?:this|the\s+present)(?:\s+{noun})?(?:,\s+[\w-]{{1,20}},)?\s+(?:(?:also|hereby|fully|completely|entirely|wholly|now)\s+)?"
        rf"(?:(?:is|was|has\s+been)\s+(?:now\s+)?)?)?"
        rf"(?P<clause>(?:(?:partial(?:ly)?|partly|in\s+part)\s+)?{_VERB}.*)$",
        re.IGNORECASE | re.DOTALL,
    )
    of_this = re.compile(
        rf"^[\s*_+-]*(?P<newer>\S(?:.{{0,300}}\S)?)\s+(?P<verb>(?:partial(?:ly)?\s+)?(?:supers?[ce]+des|replaces|amends))\s+"
        rf"this\s+{noun}\b",
        re.IGNORECASE | re.DOTALL,
    )
    return says, of_this


def with_links(text: str) -> str:
    """The text with links that are defined elsewhere, or written in HTML, as `[label](target)`."""
    plain = _ANCHOR.sub(r"[\2](\1)", text) if "<a " in text else text
    targets = {label.casefold(): target for label, target in _DEFINED.findall(plain)} if "]: " in plain else {}
    return _LABELLED.sub(lambda m: _linked(m, targets), plain) if targets else plain


def _linked(match: re.Match[str], targets: dict[str, str]) -> str:
    target = targets.get((match["name"] or match["label"]).casefold())
    return f"[{match['label']}]({target})" if target else match.group()


def without_code(text: str, format: str) -> str:
    """The text with code blocks emptied; line numbers stay."""
    lines = text.split("\n")
    fence, quoted, deep = "", False, 0
    literal = -1
    for index, line in enumerate(lines):
        match = _FENCE.match(line)
        if fence and _leaves(line, quoted, deep):
            fence = ""
        if fence:
            closing = match and match["marks"].startswith(fence) and not line.lstrip("> ").strip().strip(fence[0])
            fence = "" if closing else fence
            lines[index] = ""
        elif match and format != "rst":
            fence, quoted, deep = match["marks"], ">" in match["quote"], len(match["indent"])
            lines[index] = ""
        elif format == "rst":
            indent = len(line) - len(line.lstrip())
            if literal >= 0 and line.strip() and indent <= literal:
                literal = -1
            if literal >= 0:
                lines[index] = ""
            elif opening := _RST_CODE.match(line):
                literal = len(opening.group(1)) if opening.group(1) else indent
    return "\n".join(lines)


def _leaves(line: str, quoted: bool, deep: int) -> bool:
    """Whether a line is outside of the block quote or the list item in which a fence was opened."""
    if quoted:
        return not line.lstrip().startswith(">")
    return deep > 3 and bool(line.strip()) and not line[:1].isspace()


def statements(text: str, series: str = "ADR") -> Iterator[str]:
    """What the body's sentences state of the record itself, from the verb on, such as "supersedes ADR-3".

    The sentence begins with the verb, or with "this decision" and the like. Sentences that are conditional, quoted, in
    a block quote or in code are ignored.
    """
    says, of_this = _of_itself(series)
    prose = _QUOTED.sub(" ", _INLINE.sub(" ", "\n".join(_own_lines(text))))
    for sentence in cut(prose, End.RECORD)[:MAX_SENTENCES]:
        line = " ".join(sentence[:600].split())
        if match := says.match(line):
            if not _MAYBE.search(line[: match.start("clause")]):
                yield match["clause"][:300]
        elif (other := of_this.match(line)) and not _MAYBE.search(other["newer"]) and not _VERBS.search(other["newer"]):
            passive = next(verb for start, verb in _PASSIVE if other["verb"].lower().startswith(start))
            yield f"{passive} {other['newer']}"[:400]
        elif (so := _SO.search(line)) and not _MAYBE.search(line[: so.start()]) and not _DENIED.search(line):
            yield so["clause"][:300]


def _own_lines(text: str) -> Iterator[str]:
    """The lines that speak for the record: no tables, no indented text, block quotes only as alerts or at the top.

    A block quote before the first section is a note on the record.
    """
    alert, top, heads = False, True, 0
    for line in text.split("\n"):
        if _SECOND_HEADING.match(line):
            heads += 1
            top = line.startswith(("#", "=" * 2)) is False and heads < 2
        if line.startswith(">"):
            opening = bool(_ALERT.match(line))
            alert = alert or opening or top
            if alert and not opening:
                yield line[1:]
            continue
        alert = False
        if not line.startswith(("    ", "\t", "|")):
            yield _DIRECTIVE.sub("", line) if line.startswith("..") else line
