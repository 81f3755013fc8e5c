"""Chunking of documents into passages: parsers find the structure, one packer keeps the limits. No I/O."""

from scrubjay.documents.chunking.chunk import CHUNKER_VERSION, MAX_PASSAGES, chunk
from scrubjay.documents.chunking.model import Chunk, Chunked, TokenCounter

__all__ = ["CHUNKER_VERSION", "MAX_PASSAGES", "Chunk", "Chunked", "TokenCounter", "chunk"]
