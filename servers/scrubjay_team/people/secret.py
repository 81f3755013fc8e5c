"""Texts of tokens, invitations and sessions: 256 random bits behind a prefix; the server keeps a digest alone."""

import hashlib
import hmac
import secrets
import string
from typing import Final

from scrubjay.model.pattern import pattern

TOKEN: Final = "sj_pat_"  # noqa: S105
INVITATION: Final = "sj_inv_"
SESSION: Final = "sj_ses_"
ISSUED: Final = "sj_oat_"
REFRESH: Final = "sj_ort_"
DEVICE: Final = "sj_dev_"

_DIGITS: Final = string.digits + string.ascii_uppercase + string.ascii_lowercase
_LENGTH: Final = 43
"""Digits of base 62 that hold 256 bits: one word in a terminal, without a sign that a shell or a URL reads."""
_FORM: Final = pattern(rf"sj_(?:pat|inv|ses|oat|ort|dev)_[0-9A-Za-z]{{{_LENGTH}}}")


def new_token() -> tuple[str, bytes]:
    """The text of a new token, and its digest."""
    return new_secret(TOKEN)


def new_invitation() -> tuple[str, bytes]:
    """The text of a new invitation, and its digest."""
    return new_secret(INVITATION)


def new_session() -> tuple[str, bytes]:
    """The value of a new browser session's cookie, and its digest."""
    return new_secret(SESSION)


def digest_of(text: str, *prefixes: str) -> bytes:
    """The SHA-256 of such a text; empty for what hasn't the form of one, or none of the prefixes where some are given.

    It is looked up by its digest, so a comparison's time tells nothing of the text. Nothing equals an empty one.
    """
    fits = _FORM.fullmatch(text) and (not prefixes or text.startswith(prefixes))
    return hashlib.sha256(text.encode("ascii")).digest() if fits else b""


def new_secret(prefix: str) -> tuple[str, bytes]:
    """A new text behind one of the prefixes, and its digest."""
    return _written(prefix, secrets.randbits(256))


def made_from(prefix: str, text: str, salt: bytes) -> tuple[str, bytes]:
    """The text that follows another one, the same for the same salt, and its digest: neither alone tells it."""
    return _written(prefix, int.from_bytes(hmac.digest(salt, f"{prefix} {text}".encode("ascii"), "sha256"), "big"))


def _written(prefix: str, number: int) -> tuple[str, bytes]:
    digits = ""
    for _ in range(_LENGTH):
        number, rest = divmod(number, len(_DIGITS))
        digits += _DIGITS[rest]
    text = prefix + digits
    return text, digest_of(text)
