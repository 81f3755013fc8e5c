"""The addresses to which a program may be led with its code: which are taken, and which two are the same. Pure."""

from typing import Final
from urllib.parse import urlencode, urlsplit

from scrubjay.model.pattern import pattern
from scrubjay_team.oauth.values import LONGEST_REDIRECT

LOOPBACK: Final = ("127.0.0.1", "[::1]", "localhost")

_FORM: Final = pattern(
    r"(?P<scheme>[a-z][a-z0-9+.-]*):(?P<slashes>//(?P<host>\[[0-9a-f:]+\]|[a-z0-9._-]*)(?::(?P<port>[0-9]{1,5}))?)?"
    r"(?P<rest>/[A-Za-z0-9._~!$&'()*+,;=:@%/?-]*)?"
)
"""An address in small letters up to its path, without a name, a fragment, a backslash, a space or a quote in it."""

_DOTS: Final = pattern(r"(?:^|/)(?:\.|%2e){1,2}(?:[/?]|$)", 2)  # 2: IGNORECASE
"""Parts of a path that a browser takes away before it goes there."""


def redirect_problem(address: str) -> str:
    """Why a program can't register an address; empty: it can."""
    if len(address) > LONGEST_REDIRECT:
        return f"a redirect address has {LONGEST_REDIRECT} characters at most"
    form = _FORM.fullmatch(address)
    if form is None or _DOTS.search(form["rest"] or ""):
        return (
            "a redirect address is https://…, http:// of this machine (127.0.0.1, [::1], localhost), or a scheme of "
            "the program's own with a dot in it, in small letters up to its path and without a name or a fragment"
        )
    host, port = form["host"] or "", int(form["port"] or 1)
    if not 1 <= port <= 65_535:
        return "the port of a redirect address is 1 to 65535"
    if form["scheme"] == "https":
        return "" if host else "a redirect address of https has a host"
    if form["scheme"] == "http":
        return (
            "" if host in LOOPBACK else "a redirect address of http is one of this machine: 127.0.0.1, [::1], localhost"
        )
    return "" if "." in form["scheme"] else "a scheme of the program's own has a dot in it, such as com.example.app"


def is_registered(asked: str, registered: tuple[str, ...]) -> bool:
    """Whether an address is one of those registered: to the letter, but for the port of this machine's own."""
    return not redirect_problem(asked) and _without_port(asked) in map(_without_port, registered)


def _without_port(address: str) -> str:
    """An address, that of this machine without its port; others as they are."""
    form = _FORM.fullmatch(address)
    if form is None or form["scheme"] != "http" or form["port"] is None:
        return address
    return f"http://{form['host']}{form['rest'] or ''}"


def led_to(address: str, **told: str) -> str:
    """An address with what is told in its query; empty values are left out."""
    query = urlencode({name: value for name, value in told.items() if value})
    return f"{address}{'&' if '?' in address else '?'}{query}"


def origin_of(address: str) -> str:
    """What a page's policy names of an address, so that a form may lead there: its origin, or its scheme alone."""
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}" if parts.scheme in ("http", "https") else f"{parts.scheme}:"


def shown_place(address: str) -> str:
    """Where an address leads, as a person reads it before they consent: the host; this machine; or a program on it."""
    parts = urlsplit(address)
    if parts.scheme == "https":
        return parts.netloc
    if parts.scheme == "http":
        return f"this computer ({parts.netloc})"
    return f"a program on this computer ({parts.scheme}:)"
