"""Token counts of texts: exact for OpenAI's encodings, offline; an estimate for other models."""

from scrubjay.inference.tokens.exact import Encoding, count_tokens, encoding_for, encodings, fits

__all__ = ["Encoding", "count_tokens", "encoding_for", "encodings", "fits"]
