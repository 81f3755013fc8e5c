"""Ingestion policy of the settings, with the parsers of extensions; a changed rule re-reads what it applies to."""

import hashlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, cast

from scrubjay.errors import LimitExceeded, ScrubjayError
from scrubjay.extensions.kinds.content import Parser
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.inference.embedding.model import TOKENIZER_SHA256
from scrubjay.knowledge.chunking import CHUNKER_VERSION, PASSAGE_TOKENS
from scrubjay.knowledge.chunking.languages import installed_languages
from scrubjay.knowledge.decisions import PARSER_VERSION
from scrubjay.knowledge.documents.incidents import REPORT_VERSION
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.model.frozen import dataclass
from scrubjay.model.outline import Heading, Outline, TextBlock
from scrubjay.model.view import Format
from scrubjay.privacy.secrets.masking import RULES_VERSION
from scrubjay.settings.schema import IngestionSettings

PREFIX: Final = "parsed:"
"""How the formats of extensions begin: their name and version follow, so that another version cuts anew."""


@dataclass(frozen=True, slots=True)
class FurtherParsers:
    """The formats of extensions by the ends of names, and the parser of each format."""

    formats: Mapping[str, Format]
    parsers: Mapping[Format, Parser]


NO_FURTHER_PARSERS: Final = FurtherParsers(MappingProxyType({}), MappingProxyType({}))


class ParserOfExtension:
    """A parser whose outlines lie within the text, in order."""

    def __init__(self, registry: ExtensionRegistry, name: str, parser: Parser) -> None:
        self._registry = registry
        self._name = name
        self._parser = parser

    @property
    def suffixes(self) -> tuple[str, ...]:
        """How names of its files end."""
        return tuple([str(suffix).lower() for suffix in self._parser.suffixes])

    def outline(self, text: str) -> Outline:
        """Headings and blocks. Raises LimitExceeded where it fails: the text is plain text then."""

        def checked() -> Outline:
            found = self._parser.outline(text)
            if not fits(found, text.count("\n") + 1):
                raise TypeError("its outline isn't in order within the text")
            return found

        try:
            return self._registry.asked(self._name, checked, "Read as plain text.")
        except LimitExceeded:
            raise
        except ScrubjayError as error:
            raise LimitExceeded(str(error)) from error


def fits(outline: object, lines: int) -> bool:
    """Whether headings and blocks are in order, apart, and within so many lines. Pure."""
    if not isinstance(outline, Outline):
        return False
    if not all(isinstance(one, Heading) for one in outline.headings):
        return False
    if not all(isinstance(one, TextBlock) for one in outline.blocks):
        return False
    heads = [one.line for one in outline.headings]
    ends = [place for one in outline.blocks for place in (one.start, one.end)]
    apart = all(one.end < following.start for one, following in zip(outline.blocks, outline.blocks[1:], strict=False))
    return (
        heads == sorted(set(heads))
        and ends == sorted(ends)
        and apart
        and all(1 <= place <= lines for place in (*heads, *ends))
    )


def further_parsers(registry: ExtensionRegistry) -> FurtherParsers:
    """The parsers of the extensions that are on; of two for one ending the first counts."""
    formats: dict[str, Format] = {}
    parsers: dict[Format, Parser] = {}
    versions = {one.name: one.record.version for one in registry.statuses if one.record}
    for one in registry.made("parser", lambda _: {}):
        name = one.extension.name
        parser = ParserOfExtension(registry, name, one.value)
        format = cast("Format", f"{PREFIX}{name}:{versions.get(name, '')}")
        for suffix in registry.guarded(name, lambda parser=parser: parser.suffixes) or ():  # type: ignore[misc]
            formats.setdefault(f".{suffix}", format)
        parsers[format] = parser
    return FurtherParsers(formats, parsers)


DECODER_VERSION = "3"
"""Raised when the same bytes would become another text, or none."""

COMMITS_VERSION = "8"
"""Raised when the same message of a commit would give other passages; most changes of the chunker leave them."""

MAX_RECORD_CHARACTERS = 500_000
"""Characters of a file that is parsed as a possible decision or incident."""


def policy(
    settings: IngestionSettings,
    allowed: tuple[str, ...] = (),
    further: FurtherParsers = NO_FURTHER_PARSERS,
) -> Policy:
    """The policy of these settings, with the parsers of extensions."""
    reading = (TOKENIZER_SHA256, str(PASSAGE_TOKENS), RULES_VERSION, settings.secrets, *sorted(allowed))
    chunker = _short(CHUNKER_VERSION, DECODER_VERSION, *reading)
    grammars = ",".join(sorted(installed_languages())) if settings.code else ""
    limits = (chunker, str(settings.max_file_size_kb), str(settings.skip_binary), grammars)
    parser = f"{PARSER_VERSION}.{REPORT_VERSION}"
    most = settings.max_file_size_kb * 1024
    return Policy(
        chunker=chunker,
        commits=_short(COMMITS_VERSION, *reading),
        key=_short(*limits),
        parser=parser,
        max_bytes=most,
        skip_binary=settings.skip_binary,
        secrets=settings.secrets,
        allowed=allowed,
        parsers=further.parsers,
    )


def _short(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
