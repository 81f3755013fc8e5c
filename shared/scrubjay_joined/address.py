"""The address of a team's server: which forms are taken, and the one form in which it is kept."""

from ipaddress import ip_address
from typing import Final
from urllib.parse import urlsplit

from scrubjay.errors import UsageError
from scrubjay.model.pattern import pattern

LONGEST: Final = 500
"""Characters of an address."""

_HOST: Final = pattern(r"(?=.{1,253}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*\.?")
"""A name, or four numbers, as DNS takes it."""

_GIVE: Final = "Give one such as https://memory.example.org."


def checked_url(text: str) -> str:
    """The address of a server in one form: small letters, no `/` at its end, no port that goes without saying.

    Raises UsageError, which repeats nothing of what may hold a password.
    """
    if len(text) > LONGEST or not text.isascii() or not text.isprintable() or any(one in text for one in ' \\"'):
        raise UsageError(f"The address is no plain one of at most {LONGEST} characters. {_GIVE}")
    try:
        parts = urlsplit(text if "://" in text else f"https://{text}")
        port, host = parts.port, (parts.hostname or "").lower()
    except ValueError:
        raise UsageError(f"The address has no host, or a port that isn't one. {_GIVE}") from None
    if parts.scheme not in ("https", "http") or not (_HOST.fullmatch(host) or ":" in host) or port == 0:
        raise UsageError(f"The address is no https:// one with a host. {_GIVE}")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise UsageError(f"The address holds a name, a query or a fragment, and none belongs there. {_GIVE}")
    named = f"[{host}]" if ":" in host else host
    usual = {"https": 443, "http": 80}[parts.scheme]
    return f"{parts.scheme}://{named}{'' if port in (None, usual) else f':{port}'}{parts.path.rstrip('/')}"


def is_private(url: str) -> bool:
    """Whether nobody on the way can read what goes there: by TLS, or since it never leaves this machine."""
    parts = urlsplit(url)
    host = parts.hostname or ""
    if parts.scheme == "https" or host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
