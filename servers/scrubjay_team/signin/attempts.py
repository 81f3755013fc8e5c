"""A sign-in on its way to the provider and back: its secrets, made from a cookie of the browser and kept nowhere."""

import base64
import hashlib
import hmac
import secrets
from typing import Final

from scrubjay.extensions.kinds.identity import SignInTry
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.pattern import pattern

MINUTES: Final = 10
"""Minutes in which a browser has to come back."""

CALLBACK: Final = "/sign-in/callback"

_VALUE: Final = pattern(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True, slots=True)
class SignInBrowser:
    """The value of the cookie by which an answer is known to come to the browser that began."""

    value: str = field(repr=False)

    @classmethod
    def of(cls, cookie: str) -> "SignInBrowser":
        """That of a cookie, so that a sign-in in another tab goes on; a new one where there is none."""
        return cls(cookie if _VALUE.fullmatch(cookie) else secrets.token_urlsafe(32))

    @property
    def digest(self) -> bytes:
        """What the database knows it by."""
        return digest_of_text(self.value)

    def attempt(self, state: str, url: str) -> SignInTry:
        """The sign-in of a state; its nonce and verifier only this browser's cookie can make again."""
        return SignInTry(
            state=state,
            nonce=self._made("nonce", state),
            verifier=self._made("verifier", state),
            redirect=f"{url}{CALLBACK}",
        )

    def _made(self, use: str, state: str) -> str:
        made = hmac.digest(self.value.encode(), f"{use} {state}".encode(), hashlib.sha256)
        return base64.urlsafe_b64encode(made).rstrip(b"=").decode()


def new_state() -> str:
    """The state of a new sign-in: 256 random bits."""
    return secrets.token_urlsafe(32)


def digest_of_text(text: str) -> bytes:
    """The SHA-256 of a random text."""
    return hashlib.sha256(text.encode()).digest()


def cookie_of_sign_in(url: str) -> str:
    """The name of that cookie on a server of this public address."""
    return "__Host-scrubjay-sign-in" if url.startswith("https://") else "scrubjay_sign_in"


def cookie_of_aim(url: str) -> str:
    """The name of the cookie with the path to which somebody wanted who was asked to sign in first."""
    return f"{cookie_of_sign_in(url)}_to"


def set_cookie(url: str, name: str, value: str, seconds: int) -> str:
    """A value of Set-Cookie that no script reads, and that no other site's request brings but a link."""
    secure = "; Secure" if url.startswith("https://") else ""
    return f"{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}"
