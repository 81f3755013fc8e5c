"""The field of a form that only a page of this session holds: made from the session's value, kept nowhere."""

import base64
import hashlib
import hmac

from scrubjay_team.errors import NotGranted


def csrf_of(session: str) -> str:
    """The value of the field `csrf` for a session: 43 characters of base64url."""
    made = hmac.digest(session.encode(), b"csrf", hashlib.sha256)
    return base64.urlsafe_b64encode(made).rstrip(b"=").decode()


def check_csrf(expected: str, given: str) -> None:
    """Raise NotGranted unless a form's field is the one of its session."""
    if not expected or not hmac.compare_digest(expected.encode(), given.encode()):
        raise NotGranted("This form isn't of your present session, so nothing was done. Open its page again.")
