"""Token counts of texts: exact for OpenAI's encodings, offline; an estimate for other models."""

from scrubjay.inference.tokens.encodings import Encoding, encoding_for, encodings
from scrubjay.inference.tokens.exact import count_tokens, fits

__all__ = ["Encoding", "count_tokens", "encoding_for", "encodings", "fits"]
