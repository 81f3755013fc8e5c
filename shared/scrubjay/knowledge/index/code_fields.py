"""Fields of a definition in code: its name, signature, comments and body, with identifiers split and whole; pure."""

import re
from dataclasses import dataclass
from typing import Final

from scrubjay.text.names import index_terms, name_token
from scrubjay.text.scripts import stored
from scrubjay.text.words import spaced

SIGNATURE_LINES: Final = 6
"""Lines of a signature at most; a longer one is one of many parameters, which stand in the body too."""

MAX_SIGNATURE: Final = 400

_STRING: Final = r""" "(?:[^"\\\n]|\\.)*+" | '(?:[^'\\\n]|\\.)*+' """
_HASH: Final = re.compile(
    rf"""(?P<prose>"{{3}}.*?(?:"{{3}}|\Z)|'{{3}}.*?(?:'{{3}}|\Z)|\#[^\n]*+)|{_STRING}""", re.DOTALL | re.VERBOSE
)
_SLASH: Final = re.compile(
    r"""(?P<prose>/\*.*?(?:\*/|\Z)|//[^\n]*+)| "(?:[^"\\\n]|\\.)*+" | '(?:[^'\\\n]|\\.)' """, re.DOTALL | re.VERBOSE
)
"""Comments, where no string or character holds their sign; a quotation mark of Rust's lifetimes opens none."""

_BOTH: Final = re.compile(rf"(?P<prose>/\*.*?(?:\*/|\Z)|//[^\n]*+|\#(?!\[)[^\n]*+)|{_STRING}", re.DOTALL | re.VERBOSE)
_COMMENTS: Final = {"python": _HASH, "ruby": _HASH, "bash": _HASH, "php": _BOTH}
"""How a language writes comments and docstrings; every other as C does."""

_IDENTIFIER: Final = re.compile(
    r"(?<![\w$])(?=[^\W_]*+_\w|[a-z][^\WA-Z]*+[A-Z]|[A-Z][^\Wa-z]*+[a-z][^\WA-Z]*+[A-Z]|[^\W\d]*+\d)[A-Za-z_]\w{2,}+"
)
"""Names that aren't a mere word, which the body has."""

_ENDS: Final = re.compile(r"[{;]\s*$|(?<![:,(]):\s*$|=>\s*$|=\s*$")
_ABOVE: Final = re.compile(r"\s*(?:@|#\[|\[)")
"""Decorators, attributes and annotations, which stand above what is declared."""


@dataclass(frozen=True, slots=True)
class CodeFields:
    """The words of a passage of code, as the full-text table holds them."""

    name: str
    signature: str
    prose: str
    body: str
    terms: str


def code_fields(heading: str, text: str, language: str) -> CodeFields:
    """The fields of a passage under the whole path of its definition; a statement outside of any has no signature."""
    prose, code = _apart(text, _COMMENTS.get(language, _SLASH))
    signature = _signature(code) if heading else ""
    return CodeFields(
        name=stored(spaced(heading)),
        signature=stored(spaced(signature)),
        prose=stored(spaced(prose)),
        body=stored(spaced(code)),
        terms=f"{index_terms(f'{heading} {text}')} {_whole(f'{heading} {text}')}".rstrip(),
    )


def _whole(text: str) -> str:
    """The identifiers of a text, each by itself whatever stands before it: `settings.max_size` has `max_size`."""
    found = dict.fromkeys(_IDENTIFIER.findall(text))
    return " ".join(dict.fromkeys(map(name_token, found)))


def _apart(text: str, comments: re.Pattern[str]) -> tuple[str, str]:
    """What people wrote for people, and the rest."""
    prose: list[str] = []

    def taken(match: re.Match[str]) -> str:
        if match["prose"] is None:
            return match[0]
        prose.append(match[0])
        return "\n" * match[0].count("\n")

    code = comments.sub(taken, text)
    return "\n".join(prose), code


def _signature(code: str) -> str:
    """The first lines of a declaration, up to its body."""
    lines = [line for line in code.split("\n") if line.strip()]
    while len(lines) > 1 and _ABOVE.match(lines[0]):
        lines.pop(0)
    kept: list[str] = []
    for line in lines[:SIGNATURE_LINES]:
        kept.append(line.strip())
        if _ENDS.search(line):
            break
    return " ".join(kept)[:MAX_SIGNATURE]
