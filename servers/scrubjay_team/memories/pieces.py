"""The pieces of a memory's text by which a search finds it: passages with their words and vectors."""

from scrubjay.errors import ModelUnavailable
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.knowledge.chunking import PASSAGE_TOKENS, TokenCounter, chunk
from scrubjay.model.encoded import Vector, passage_prefix
from scrubjay.model.frozen import dataclass
from scrubjay_team.memories.words import CountedKeys, word_row


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A passage of a memory; `vector` is as pgvector reads it, of the model `embedder`, both empty without one."""

    text: str
    start_line: int
    end_line: int
    words: CountedKeys
    embedder: str = ""
    vector: str = ""


def pieces_of(content: str, area: str, counter: TokenCounter, embedder: Embedder | None) -> tuple[Piece, ...]:
    """The pieces of a text in an area. Without a model, or where it can't be loaded, they are found by words alone."""
    passages = chunk(content, "text", counter=counter, max_tokens=PASSAGE_TOKENS).passages
    vectors = _vectors([f"{passage_prefix('', ' > '.join(one.heading))}{one.text}" for one in passages], embedder)
    key = embedder.fingerprint.key if embedder is not None else ""
    return tuple(
        Piece(
            text=one.text,
            start_line=one.start_line,
            end_line=one.end_line,
            words=word_row(area, one.text),
            embedder=key if vector else "",
            vector=vector,
        )
        for one, vector in zip(passages, vectors, strict=True)
    )


def _vectors(texts: list[str], embedder: Embedder | None) -> list[str]:
    if embedder is None or not texts:
        return [""] * len(texts)
    try:
        encoded = embedder.embed_passages(texts)
    except ModelUnavailable:
        return [""] * len(texts)
    return [vector_text(vector) if vector.any() else "" for vector in encoded.vectors]


def vector_text(vector: "Vector") -> str:
    """A vector as pgvector reads it."""
    return f"[{','.join(f'{value:.6g}' for value in vector.tolist())}]"
