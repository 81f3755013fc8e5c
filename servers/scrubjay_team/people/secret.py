"""Texts of tokens and invitations: 256 random bits behind a prefix, of which the server keeps a digest alone."""

import hashlib
import secrets
import string
from typing import Final

from scrubjay.model.pattern import pattern

TOKEN: Final = "sj_pat_"  # noqa: S105
INVITATION: Final = "sj_inv_"

_DIGITS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
_LENGTH: Final = 43
"""Digits of base 62 that hold 256 bits: one word in a terminal, without a sign that a shell or a URL reads."""
_FORM: Final = pattern(rf"sj_(?:pat|inv)_[0-9A-Za-z]{{{_LENGTH}}}")


def new_token() -> tuple[str, bytes]:
    """The text of a new token, and its digest."""
    return _new(TOKEN)


def new_invitation() -> tuple[str, bytes]:
    """The text of a new invitation, and its digest."""
    return _new(INVITATION)


def digest_of(text: str) -> bytes:
    """The SHA-256 of a token's or an invitation's text; empty for what hasn't the form of one, which nothing equals.

    It is looked up by its digest, so a comparison's time tells nothing of the text.
    """
    return hashlib.sha256(text.encode("ascii")).digest() if _FORM.fullmatch(text) else b""


def _new(prefix: str) -> tuple[str, bytes]:
    number, digits = secrets.randbits(256), ""
    for _ in range(_LENGTH):
        number, rest = divmod(number, len(_DIGITS))
        digits += _DIGITS[rest]
    text = prefix + digits
    return text, digest_of(text)
