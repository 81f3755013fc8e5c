"""Statements of a decision record in any language, in English: its fields and lines, and sentences of supersession."""

import re
from collections.abc import Iterator
from functools import lru_cache, partial

from scrubjay.knowledge.decisions.fields import Fields
from scrubjay.knowledge.decisions.front_matter import is_status_alone, means_something_else
from scrubjay.knowledge.decisions.languages import SAID, field_of
from scrubjay.knowledge.decisions.naming import REFERENCES, has_reference, spaced_scripts
from scrubjay.knowledge.decisions.status import has_status_word, newest_first, steps, strip_choices, ticked_status
from scrubjay.knowledge.decisions.translated import directed_references, in_english, said_of_itself, with_days
from scrubjay.knowledge.decisions.verbs import with_limits
from scrubjay.model.pattern import pattern
from scrubjay.text.sentences import End, split_at

_DIRECTED = {"ended": "superseded-by", "replaces": "supersedes", "amended": "amended-by", "amends": "amends"}
_HEADING = pattern(r"^(?:#{1,6}|={1,6})\s+\S")
_UNDERLINE = pattern(r"^[=\-~^*]{3,}\s*$")
_UNDERLINES = ("===", "---", "~~~", "^^^", "***")
_ITEM = pattern(r"^\s{0,3}[*+-]\s+(?=\S)")
_QUOTE = pattern(r"^[>\s]*(?:\[!\w+\]\s*)?")
_NAMES = pattern(r"\d|\.md")
"""What every reference to a record has, found quickly."""

NEAR_THE_TOP = 3
"""Sections below the title in which one that is nothing but a status may be it, under a heading that nobody knows."""

MOST_LINES, MOST_LETTERS = 50, 2_000
"""Lines that are read at each end of a status, and letters of a line."""

MOST_STATEMENTS = 100
"""Lines elsewhere that name records and are read in another language."""


def in_any_language(fields: Fields, prose: str, number: str) -> None:
    """Translate the statuses, relations and dates among `fields` into English, in place; `number` is the record's own.

    "named" is then every text of the status as it was written. Where no field is a status, a section near the top that
    is one statement of a status and nothing else is one.
    """
    says, alone = partial(_says_status, number=number), partial(is_status_alone, number=number)
    stated = _bounded(fields.get("status") or fields.get("stage", []))
    taken = [
        step for value in ticked_status(stated, says, alone) if value.strip() for step in steps(value, says, alone)
    ]
    written = [made for step in taken if (made := strip_choices(step))]
    if not written and "status" not in fields:
        written = _unnamed_status(prose, number)
    english = in_english("\n".join(newest_first(written)), number) if written else ""
    lines = [made for line in english.split("\n") if line.strip() and (made := strip_choices(line))]
    fields["status"] = [with_limits(line) for line in lines]
    fields["named"] = [spaced_scripts(value) for value in written]
    fields["date"] = [with_days(value) for value in fields.get("date", [])]
    for relation in [name for name in fields if name.startswith(SAID)]:
        for value in _bounded(fields.pop(relation)):
            fields["named"].append(spaced_scripts(value))
            for made, reference in directed_references(relation.removeprefix(SAID), value, number):
                fields.setdefault(_DIRECTED[made], []).append(reference)


def _bounded(values: list[str]) -> list[str]:
    """The first and last lines of each text of a status or field, so that no record takes seconds to read."""
    kept = values if len(values) <= 2 * MOST_LINES else [*values[:MOST_LINES], *values[-MOST_LINES:]]
    return [value[:MOST_LETTERS] for value in kept]


def _says_status(text: str, number: str) -> bool:
    """Whether a text states a status beside the records that it names."""
    bare = REFERENCES.sub(" ", text)
    return has_status_word(bare) or in_english(bare, number) != bare


def statements_elsewhere(prose: str, number: str) -> list[str]:
    """What lines in another language state of the record itself: above the first section, and in lists of links."""
    stated: list[str] = []
    left = MOST_STATEMENTS
    for place, (_, _, lines) in enumerate(_sections(prose)):
        if place and not all(_ITEM.match(line) and _NAMES.search(line) for line in lines):
            continue
        for line in lines:
            if len(line) >= 400 or not _NAMES.search(line) or not has_reference(line) or (place and _is_field(line)):
                continue
            left -= 1
            if left >= 0 and (said := said_of_itself(_without_marks(line), number)):
                stated += said.split("\n")
    return stated


def _is_field(line: str) -> bool:
    """Whether a line is a field called status; below the top of a record such a field isn't its own."""
    return field_of(_without_marks(line).replace("：", ":").partition(":")[0].strip("*_ ")) == "status"


def _without_marks(line: str) -> str:
    """A line without list and block quote marks."""
    return _ITEM.sub("", _QUOTE.sub("", line))


def _sections(prose: str) -> list[tuple[int, str, list[str]]]:
    """The sections of a text, each with its level, heading and non-empty lines; first the title with what follows."""
    sections: list[tuple[int, str, list[str]]] = [(0, "", [])]
    lines = prose.split("\n")[:4000]
    heads = 0
    for index, line in enumerate(lines):
        below = lines[index + 1][:3] if index + 1 < len(lines) else ""
        underlined = below in _UNDERLINES and line.strip() and bool(_UNDERLINE.match(lines[index + 1]))
        if (line[:1] in ("#", "=") and _HEADING.match(line)) or (underlined and not _UNDERLINE.match(line)):
            heads += 1
            if heads > 1:
                level = _UNDERLINES.index(below) + 1 if underlined else len(line) - len(line.lstrip("#="))
                sections.append((level, line.strip("#= "), []))
        elif line.strip() and not (line[:3] in _UNDERLINES and _UNDERLINE.match(line)):
            sections[-1][2].append(line)
    return sections


def _unnamed_status(prose: str, number: str) -> list[str]:
    """The line of a section near the top that states only a status, under a heading without another meaning; else "".

    A section within another one is none. A heading of ASCII letters would be known if it meant a status.
    """
    near = _sections(prose)[1 : NEAR_THE_TOP + 1]
    for place, (level, heading, lines) in enumerate(near):
        line = _without_marks(lines[0]) if len(lines) == 1 else ""
        if not line or all(letter.isascii() for letter in heading if letter.isalpha()):
            continue
        within = any(above < level for above, _, _ in near[:place])
        if not (within or means_something_else(heading)) and is_status_alone(strip_choices(line), number):
            return [line]
    return []


_FENCE = pattern(r"^(?P<quote>(?:\s{0,3}>)*)(?P<indent>\s*)(?P<marks>`{3,}|~{3,})")
_RST_CODE = pattern(
    r"^(\s*)(?:\.\. (?:code|code-block|sourcecode|literalinclude|parsed-literal)::.*|(?!\s*\.\. ).*::\s*)$"
)
_INLINE = pattern(r"`[^`\n]*\b(?:supers?[ce]+d|replace|amend|obsolete)[^`\n]*`", re.IGNORECASE)
_QUOTED = pattern(r"\"[^\"\n]{0,300}\"|“[^”\n]{0,300}”|(?<!\w)'[^'\n]{0,300}'(?!\w)")
_NOUN = r"(?:adr|kep|rfc|decision(?:\s+record)?|record|document|proposal|enhancement|policy)"
_VERB = r"(?:supers?[ce]+de[sd]|replace[sd]|amend(?:s|ed)|obsolete[sd])\b"
_SO = pattern(
    r",\s+(?:thereby\s+|thus\s+|hence\s+)?(?P<clause>supers?[ce]+ding\s+\W{0,3}(?:\[|ADR|KEP|RFC).*)$", re.IGNORECASE
)
"""At the end of a sentence: "We drop it, superseding [ADR-5](…)." """
_VERBS = pattern(_VERB, re.IGNORECASE)
_PASSIVE = (("part", "partially superseded by"), ("amend", "amended by"), ("", "superseded by"))
_ALERT = pattern(r"^>\s*\[!\w+\]\s*$")
_DIRECTIVE = pattern(r"^\.\. (?:note|warning|attention|important|caution)::\s*")
_MAYBE = pattern(r"\b(?:if|when|once|unless|until|whether|would|could|might|may|example|e\.g)\b", re.IGNORECASE)

_DENIED = pattern(r"\b(?:not|never|no\s+longer|will|shall|should)\b|n't\b", re.IGNORECASE)
_SECOND_HEADING = pattern(r"^(?:#{2,6}|={2,6})\s|^[=\-~^*]{4,}\s*$")

_DEFINED = pattern(r"^\s{0,3}\[([^\]\n]{1,200})\]:\s+<?(\S{1,300}?)>?(?:\s.*)?$", re.MULTILINE)
_LABELLED = pattern(r"\[(?P<label>[^\[\]\n]{1,200})\](?:\[(?P<name>[^\]\n]{0,200})\])?(?![:(\[])")
_ANCHOR = pattern(r"<a\s[^>]{0,200}?href=[\"']([^\"'\s>]{1,300})[\"'][^>]{0,200}>([^<\n]{0,300})</a>", re.IGNORECASE)

MAX_SENTENCES = 2_000


@lru_cache(maxsize=32)
def _of_itself(series: str) -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Two patterns for sentences of a record: that it replaces or is replaced, and that another record replaces it."""
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
    return _LABELLED.sub(lambda m: _inline_link(m, targets), plain) if targets else plain


def _inline_link(match: re.Match[str], targets: dict[str, str]) -> str:
    """A link whose target is defined elsewhere, as `[label](target)`; unchanged without a target."""
    target = targets.get((match["name"] or match["label"]).casefold())
    return f"[{match['label']}]({target})" if target else match.group()


def without_code(text: str, format: str) -> str:
    """The text with code blocks emptied; line numbers stay."""
    lines = text.split("\n")
    fence, quoted, deep = "", False, 0
    literal = -1
    for index, line in enumerate(lines):
        match = _FENCE.match(line)
        if fence and _leaves_block(line, quoted, deep):
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


def _leaves_block(line: str, quoted: bool, deep: int) -> bool:
    """Whether a line ends the block quote or list item in which a code fence was opened."""
    if quoted:
        return not line.lstrip().startswith(">")
    return deep > 3 and bool(line.strip()) and not line[:1].isspace()


def statements(text: str, series: str = "ADR") -> Iterator[str]:
    """The sentences in which a body speaks of the record itself, from the verb on, such as "supersedes ADR-3".

    The sentence begins with the verb, or with "this decision" and the like. Sentences that are conditional, quoted, in
    a block quote or in code are ignored.
    """
    says, of_this = _of_itself(series)
    prose = _QUOTED.sub(" ", _INLINE.sub(" ", "\n".join(_own_lines(text))))
    for sentence in split_at(prose, End.RECORD)[:MAX_SENTENCES]:
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
