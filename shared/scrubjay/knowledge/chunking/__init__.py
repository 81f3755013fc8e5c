"""Chunking of documents into passages: parsers find the structure, one packer keeps the limits. No I/O."""

from scrubjay.knowledge.chunking.chunk import CHUNKER_VERSION, MAX_PASSAGES, chunk
from scrubjay.knowledge.chunking.pieces import PASSAGE_TOKENS, Chunk, Chunked, TokenCounter

__all__ = ["CHUNKER_VERSION", "MAX_PASSAGES", "PASSAGE_TOKENS", "Chunk", "Chunked", "TokenCounter", "chunk"]
