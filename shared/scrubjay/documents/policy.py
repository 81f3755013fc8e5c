"""Ingestion policy: its fingerprints key stored contents, so that a changed rule re-reads them."""

import hashlib
from dataclasses import dataclass
from typing import Literal

from scrubjay.documents.adr import PARSER_VERSION
from scrubjay.documents.chunking import CHUNKER_VERSION
from scrubjay.documents.chunking.languages import readable
from scrubjay.documents.incidents import REPORT_VERSION
from scrubjay.inference.embedding.bundle import TOKENIZER_SHA256
from scrubjay.secrets import RULES_VERSION
from scrubjay.settings.schema import IngestionSettings

MAX_TOKENS = 256
"""The bundled model reads 256 tokens, which hold a passage with its heading prefix."""

MOST_OF_A_RECORD = 500_000
"""Characters of a file that is parsed as a possible decision or incident."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Policy:
    """How a blob becomes passages, and which blobs are refused.

    `chunker` keys contents: it changes when the same bytes would give other passages. `key` keys refusals: it changes
    also with the limits. `parser` keys parsed decisions and incidents, and changes when the same text would be parsed
    differently. `max_bytes` is the largest blob that is read. `allowed` holds marks of values that the user declared
    not to be secrets.
    """

    chunker: str
    key: str
    parser: str
    max_bytes: int
    skip_binary: bool
    secrets: Literal["mask", "skip"]
    allowed: tuple[str, ...] = ()


def policy(settings: IngestionSettings, allowed: tuple[str, ...] = ()) -> Policy:
    """The policy of these settings."""
    chunker = _short(
        CHUNKER_VERSION, TOKENIZER_SHA256, str(MAX_TOKENS), RULES_VERSION, settings.secrets, *sorted(allowed)
    )
    grammars = ",".join(sorted(readable())) if settings.code else ""
    limits = (chunker, str(settings.max_file_size_kb), str(settings.skip_binary), grammars)
    parser = f"{PARSER_VERSION}.{REPORT_VERSION}"
    most = settings.max_file_size_kb * 1024
    return Policy(
        chunker=chunker,
        key=_short(*limits),
        parser=parser,
        max_bytes=most,
        skip_binary=settings.skip_binary,
        secrets=settings.secrets,
        allowed=allowed,
    )


def _short(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
