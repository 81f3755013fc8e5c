"""Under which rules is a blob read? Their fingerprints key what is stored, so that a change re-reads it."""

import hashlib
from dataclasses import dataclass
from typing import Literal

from scrubjay.documents.adr import PARSER_VERSION
from scrubjay.documents.chunking import CHUNKER_VERSION
from scrubjay.documents.chunking.languages import readable
from scrubjay.documents.incidents import REPORT_VERSION
from scrubjay.embedding.bundle import TOKENIZER_SHA256
from scrubjay.secrets import RULES_VERSION
from scrubjay.settings.schema import IngestionSettings

MAX_TOKENS = 256
"""The bundled model reads 256 tokens; a passage with its heading prefix fits into them."""

MOST_OF_A_RECORD = 500_000
"""Characters of a file that may say that it is a decision or an incident."""


@dataclass(frozen=True, slots=True)
class Policy:
    """How a blob becomes passages, and which blobs are refused.

    `chunker` keys contents: it changes when the same bytes would give other passages. `key` keys refusals: it
    changes also with the limits. `parser` marks what decisions and incidents say of themselves, and changes when the
    same text would say something else. `max_bytes` is the largest blob that is read. `allowed` are marks of values
    that the user took for no secrets.
    """

    chunker: str
    key: str
    parser: str
    max_bytes: int
    skip_binary: bool
    secrets: Literal["mask", "skip"]
    allowed: tuple[str, ...] = ()


def policy(settings: IngestionSettings, allowed: tuple[str, ...] = ()) -> Policy:
    """The rules that these settings mean."""
    chunker = _short(
        CHUNKER_VERSION, TOKENIZER_SHA256, str(MAX_TOKENS), RULES_VERSION, settings.secrets, *sorted(allowed)
    )
    grammars = ",".join(sorted(readable())) if settings.code else ""
    limits = (chunker, str(settings.max_file_size_kb), str(settings.skip_binary), grammars)
    parser = f"{PARSER_VERSION}.{REPORT_VERSION}"
    most = settings.max_file_size_kb * 1024
    return Policy(chunker, _short(*limits), parser, most, settings.skip_binary, settings.secrets, allowed)


def _short(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:16]
