"""Ingestion policy of the settings, with the parsers of extensions; a changed rule re-reads what it applies to."""

import hashlib
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from scrubjay.extensions.kinds.content import Parser
from scrubjay.inference.embedding.model import TOKENIZER_SHA256
from scrubjay.knowledge.chunking import CHUNKER_VERSION, PASSAGE_TOKENS
from scrubjay.knowledge.chunking.languages import installed_languages
from scrubjay.knowledge.decisions import PARSER_VERSION
from scrubjay.knowledge.documents.incidents import REPORT_VERSION
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import Format
from scrubjay.privacy.secrets.masking import RULES_VERSION
from scrubjay.settings.reading import IngestionSettings


@dataclass(frozen=True, slots=True)
class FurtherParsers:
    """The parsers of extensions: the format for each file ending, and the parser of each format."""

    formats: Mapping[str, Format]
    parsers: Mapping[Format, Parser]
    close: Callable[[], None] = lambda: None
    """Ends what was started for them."""


NO_FURTHER_PARSERS: Final = FurtherParsers(MappingProxyType({}), MappingProxyType({}))


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
    chunker = _digest(CHUNKER_VERSION, DECODER_VERSION, *reading)
    grammars = ",".join(sorted(installed_languages())) if settings.code else ""
    limits = (chunker, str(settings.max_file_size_kb), str(settings.skip_binary), grammars)
    parser = f"{PARSER_VERSION}.{REPORT_VERSION}"
    most = settings.max_file_size_kb * 1024
    return Policy(
        chunker=chunker,
        commits=_digest(COMMITS_VERSION, *reading),
        key=_digest(*limits),
        parser=parser,
        max_bytes=most,
        skip_binary=settings.skip_binary,
        secrets=settings.secrets,
        allowed=allowed,
        parsers=further.parsers,
    )


def _digest(*parts: str) -> str:
    """The first 16 hexadecimal digits of the sha256 of some texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
