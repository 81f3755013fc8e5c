"""Selection of documents by path globs, their formats, and files omitted by their name alone.

Patterns alone decide here, so that `verify` can tell what any other rule omitted.
"""

import fnmatch
import hashlib
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, cast

from scrubjay.knowledge.chunking.languages import LANGUAGES, PREFIX, installed_languages, language_of
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.model.view import Format
from scrubjay.privacy.secrets.masking import find_secrets
from scrubjay.settings.code import AUTO

_PROSE = (".md", ".markdown", ".mdx", ".rst", ".rest", ".txt", ".text", ".adoc", ".asciidoc", ".asc")
_NAMES = (
    ".env", ".env.*", "*.env", "*.pem", "*.key", "*.p12", "*.pfx", "*.jks", "*.keystore", "*.kdbx", "*.ppk",
    "id_rsa*", "id_dsa*", "id_ecdsa*", "id_ed25519*", "*credentials*.json", "*credentials*.y*ml", "credentials",
    "*service*account*.json", "*secrets*.json", "*secrets*.y*ml", "secrets.*", ".netrc", "_netrc", ".pgpass", ".npmrc",
    ".pypirc", ".htpasswd", ".dockercfg", ".git-credentials", "*.ovpn", "*.token",
)  # fmt: skip


def names_secret(path: str) -> bool:
    """Whether a path's last component looks like a file of secrets; a document about secrets does not."""
    name = path.rpartition("/")[2].lower()
    if name.endswith(_PROSE):
        return False
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in _NAMES)


_BY_SUFFIX: Final[dict[str, Format]] = {
    "md": "markdown",
    "markdown": "markdown",
    "mdx": "markdown",
    "rst": "rst",
    "rest": "rst",
    "adoc": "asciidoc",
    "asciidoc": "asciidoc",
    "asc": "asciidoc",
}

Written = Format | Literal["code"]
"""How a source is written; code is read alike in every language."""

PROSE: Final = tuple(f".{suffix}" for suffix in (*_BY_SUFFIX, "txt"))
"""How the names of documents end."""


def format_of(path: str) -> Format:
    """The format of a path; anything unknown is plain text."""
    name = path.rpartition("/")[2].lower()
    if name == "kep.yaml":
        return "kep"
    return _BY_SUFFIX.get(name.rpartition(".")[2], "text")


def is_unstructured(path: str) -> bool:
    """Whether scrubjay knows no structure for a path's text, so that an extension's parser may read it."""
    return format_of(path) == "text"


def is_prose(path: str) -> bool:
    """Whether a file is a document rather than code or configuration."""
    return path.lower().endswith(PROSE)


def written_as(path: str) -> Written:
    """How a file's text is read: as the kind of document that its name says, else as code."""
    return format_of(path) if is_prose(path) or format_of(path) == "kep" else "code"


_LONG = pattern(r"[\w-]{16,}")

NAME_REASON = "its name is one that files of secrets have: rename it, or exclude it"
PATH_REASON = "its path holds what looks like a secret ({kinds}), and paths are stored as they are: rename it"


def omission_reason(path: str) -> str:
    """The reason why a path is omitted; empty for one that is read."""
    if names_secret(path):
        return NAME_REASON
    if not _LONG.search(path):  # fast path: only long words can be secrets
        return ""

    kinds = sorted({finding.kind for finding in find_secrets(path)})
    return PATH_REASON.format(kinds=", ".join(kinds)) if kinds else ""


MAX_COMPONENTS = 256
NO_PATTERN = "no pattern of ingestion.include matches"
NO_FURTHER: Final[Mapping[str, Format]] = MappingProxyType({})
_USUAL = pattern(r"\*\*/(?:\*([^*?\[\]/]+)|([^*?\[\]/]+)/\*\*)")


@dataclass(frozen=True, slots=True)
class Glob:
    """A pattern split at its slashes: None stands for `**`, a compiled expression for anything else.

    Fast paths for the two usual shapes: `suffix` for `**/*.md`, `folder` for `**/vendor/**`.
    """

    text: str
    parts: tuple[re.Pattern[str] | None, ...]
    suffix: str = ""
    folder: str = ""

    @classmethod
    def of(cls, text: str) -> "Glob":
        """Compile a pattern, case-insensitive. Neighbouring `**` are one."""
        parts: list[re.Pattern[str] | None] = []
        for part in text.strip("/").split("/"):
            if part != "**":
                parts.append(_component(part.lower()))
            elif not parts or parts[-1] is not None:
                parts.append(None)
        usual = _USUAL.fullmatch(text.strip("/").lower())
        suffix, folder = usual.groups("") if usual else ("", "")
        return cls(text, tuple(parts), suffix, folder)

    def matches(self, components: Sequence[str]) -> bool:
        """Whether the pattern matches a whole path, given as lower-case components.

        At most components x parts steps: a set of reached positions advances, without backtracking.
        """
        if self.suffix:
            return bool(components) and components[-1].endswith(self.suffix)
        if self.folder:
            return self.folder in components
        reached = self._closure({0})
        for component in components:
            following: set[int] = set()
            for position in reached:
                if position < len(self.parts):
                    part = self.parts[position]
                    if part is None:
                        following.add(position)
                    elif part.fullmatch(component):
                        following.add(position + 1)
            if not following:
                return False
            reached = self._closure(following)
        return len(self.parts) in reached

    def _closure(self, positions: set[int]) -> set[int]:
        """Some positions in the pattern, and those behind a `**` that matches nothing."""
        return positions | {p + 1 for p in positions if p < len(self.parts) and self.parts[p] is None}


@lru_cache(maxsize=4096)
def _component(part: str) -> re.Pattern[str]:
    """A component of a path pattern as a regular expression; several `*` in a row count as one.

    `fnmatch.translate` makes every `*` but the last atomic, so matching doesn't backtrack through earlier ones.
    """
    return re.compile(fnmatch.translate(re.sub(r"\*+", "*", part)))


class Selection:
    """Include and exclude patterns, compiled once.

    `code` names languages (`python`), or patterns of files in any known language (`src/**`); `auto` is every installed
    one, where a tree has few enough files of them: `fixed` is the selection where it has more, else None. `further` are
    formats of extensions by the ends of names, which are read wherever nothing excludes them.
    """

    def __init__(
        self,
        include: Sequence[str],
        exclude: Sequence[str],
        code: Sequence[str] = (),
        further: Mapping[str, Format] = NO_FURTHER,
    ) -> None:
        self.include, self.exclude, self.code = tuple(include), tuple(exclude), tuple(code)
        self._include = tuple(Glob.of(pattern) for pattern in include)
        self._exclude = tuple(Glob.of(pattern) for pattern in exclude)
        self._suffixes = suffixes + tuple(further) if (suffixes := _suffixes(include)) else ()
        named = [entry for entry in code if entry.lower() != AUTO]
        self.fixed = Selection(include, exclude, named, further) if len(named) < len(code) else None
        self._further = dict(further)
        self._languages = {entry.lower() for entry in named if entry.lower() in LANGUAGES}
        self._languages |= installed_languages() if self.fixed else frozenset()
        self._code = tuple(Glob.of(entry) for entry in named if entry.lower() not in LANGUAGES)
        every = sorted(self._languages) if self.fixed else ()
        parsed = ("\3", *(f"{suffix}={format}" for suffix, format in further.items())) if further else ()
        text = "\0".join((*include, "\1", *exclude, "\2", *code, *every, *parsed))
        self.key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
        """Equal for equal patterns."""

    def selects(self, path: str) -> bool:
        """Whether a path from the repository's top is a document."""
        return self.decide(path)[0]

    def format(self, path: str) -> Format:
        """The format in which a selected path is read: as code where `ingestion.code` covers it."""
        language = self._language(path)
        return cast("Format", f"{PREFIX}{language}") if language else self._parsed(path) or format_of(path)

    def _parsed(self, path: str) -> Format | None:
        """The format of an extension's parser for a path; None where scrubjay's own formats fit."""
        suffix = path.rpartition("/")[2].rpartition(".")[2].lower() if self._further else ""
        return self._further.get(f".{suffix}") if is_unstructured(path) else None

    def _language(self, path: str) -> str:
        """The programming language as which a path is read; empty where it isn't read as code."""
        language = language_of(path) if self._languages or self._code else ""
        chosen = language in self._languages or any(g.matches(path.lower().split("/")) for g in self._code)
        return language if language and chosen else ""

    def reason(self, path: str) -> str:
        """Why a path is selected or not, in a few words."""
        return self.decide(path)[1]

    def decide(self, path: str) -> tuple[bool, str, str]:
        """Whether a path is selected, the reason, and the pattern that excludes it."""
        lower = path.lower()
        language = self._language(path)
        if self._suffixes and not language and not lower.endswith(self._suffixes):
            return False, NO_PATTERN, ""
        components = lower.split("/")
        if len(components) > MAX_COMPONENTS:
            return False, f"the path has more than {MAX_COMPONENTS} parts", ""
        chosen = next((glob.text for glob in self._include if glob.matches(components)), "")
        parsed = self._parsed(path)
        if not chosen and not language and not parsed:
            return False, NO_PATTERN, ""
        refused = next((glob for glob in self._exclude if glob.matches(components)), None)
        if refused is not None:
            return False, f"ingestion.exclude has {refused.text}", refused.text
        if parsed and not chosen and not language:
            return True, f"the extension {parsed.split(':')[1]} reads it", ""
        return True, f"ingestion.code covers {language}" if language else f"ingestion.include has {chosen}", ""


def _suffixes(patterns: Sequence[str]) -> tuple[str, ...]:
    """Suffixes of which every included path has one; empty when a pattern doesn't fix one."""
    suffixes: list[str] = []
    for expression in patterns:
        tail = re.split(r"[*?\[\]/]", expression.lower())[-1]
        if not tail:
            return ()
        suffixes.append(tail)
    return tuple(suffixes)
