"""Preparation of a blob: decode, mask and chunk, or refuse with a reason. No I/O."""

from scrubjay.knowledge.chunking import PASSAGE_TOKENS, Chunk, TokenCounter, chunk
from scrubjay.knowledge.chunking.languages import PREFIX, installed_languages, missing_languages, missing_message
from scrubjay.knowledge.chunking.pieces import truncate
from scrubjay.knowledge.documents.left_out import SECRETS, no_text
from scrubjay.knowledge.documents.text import decode
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.model.frozen import dataclass
from scrubjay.model.view import ViewFile
from scrubjay.privacy.secrets.masking import mask
from scrubjay.text.languages import Abbreviation, abbreviations


@dataclass(frozen=True, slots=True, kw_only=True)
class PreparedBlob:
    """A blob ready to store, all of it masked. `masked` counts lines, `size` bytes.

    `lines` are those of the whole blob, of which `text` may be the beginning; `cut_after` and `limits` are those of
    `Chunked`.
    """

    file: ViewFile
    title: str
    text: str
    passages: tuple[Chunk, ...]
    masked: int
    size: int
    rules: tuple[tuple[int, str], ...] = ()
    """Line and rule of each secret."""
    lines: int = 0
    cut_after: int = 0
    limits: tuple[str, ...] = ()
    abbreviations: tuple[Abbreviation, ...] = ()


@dataclass(frozen=True, slots=True)
class RefusedBlob:
    """A blob that isn't indexed, and why. `size` in bytes."""

    file: ViewFile
    reason: str
    size: int


def prepare(file: ViewFile, data: bytes, policy: Policy, counter: TokenCounter) -> PreparedBlob | RefusedBlob:
    """Decode, mask and chunk one blob."""
    decoded = decode(data)
    if reason := no_text(decoded, skip_binary=policy.skip_binary):
        return RefusedBlob(file, reason, len(data))
    if lacking := missing_languages([file.format], installed_languages()):
        return RefusedBlob(file, missing_message(lacking), len(data))
    text = truncate(decoded.text)
    lines = decoded.text.count("\n") + 1
    masked = mask(text, policy.allowed)
    if masked.lines and policy.secrets == "skip":
        kinds = ", ".join(sorted(set(masked.kinds)))
        return RefusedBlob(file, f"{SECRETS} ({kinds}) and ingestion.secrets is skip", len(data))
    total_lines = lines if len(text) < len(decoded.text) else 0
    chunked = chunk(
        masked.text, file.format, counter=counter, max_tokens=PASSAGE_TOKENS, total_lines=total_lines,
        parsers=policy.parsers,
    )  # fmt: skip
    rules = tuple((secret.line, secret.kind) for secret in masked.findings)
    return PreparedBlob(
        file=file,
        title=chunked.title,
        text=masked.text,
        passages=chunked.passages,
        masked=masked.lines,
        size=len(data),
        rules=rules,
        lines=lines,
        cut_after=chunked.cut_after,
        limits=chunked.limits,
        abbreviations=() if file.format.startswith(PREFIX) else abbreviations(masked.text),
    )
