"""How many tokens is a text for a model? Exact for OpenAI's encodings, offline; for others an estimate."""

from scrubjay.tokens.encodings import Encoding, encoding_for, encodings
from scrubjay.tokens.exact import count_tokens, fits

__all__ = ["Encoding", "count_tokens", "encoding_for", "encodings", "fits"]
