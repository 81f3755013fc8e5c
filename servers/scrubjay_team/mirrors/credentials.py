"""Read-only credentials of mirrors: which texts are one, and what of them must never be seen."""

import base64
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from scrubjay.errors import UsageError
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.later import Later
from scrubjay.model.pattern import pattern
from scrubjay_team.mirrors.addresses import RepositoryAddress

if TYPE_CHECKING:
    from cryptography import exceptions
    from cryptography.hazmat.primitives import serialization
else:
    exceptions = Later("cryptography.exceptions")
    serialization = Later("cryptography.hazmat.primitives.serialization")

LONGEST: Final = 20_000
"""Characters of a credential; an RSA key of 16,384 bits has 12,600."""

ANY_USER: Final = "x-access-token"
"""The user beside a token where none is given: GitHub's name for it; GitLab and Gitea take any."""

_USER: Final = pattern(r"[\w.@+-]{1,200}")
_KEY: Final = pattern(r"-----BEGIN [A-Z ]*PRIVATE KEY-----\n[\s\S]+\n-----END [A-Z ]*PRIVATE KEY-----\n?")


@dataclass(frozen=True, slots=True)
class Credential:
    """What a host asks for: a user with a token for https, a private key for ssh. Neither shows in its repr."""

    secret: str = field(repr=False)
    user: str = field(default="", repr=False)

    @property
    def text(self) -> str:
        """The credential as one text, to be sealed."""
        return f"{self.user}:{self.secret}" if self.user else self.secret

    @property
    def hidden(self) -> tuple[str, ...]:
        """Every form in which the secret could stand in a message, the longest first."""
        basic = base64.b64encode(self.text.encode()).decode()
        lines = [line for line in self.secret.split("\n") if len(line) > 20 and not line.startswith("-----")]
        forms = {self.secret, quote(self.secret, safe=""), basic, *lines} if self.secret else set()
        return tuple(sorted(forms, key=lambda form: (-len(form), form)))


def read_credential(address: RepositoryAddress, text: str) -> Credential | None:
    """The credential that a person gave for an address; None for an empty text. Raises UsageError, without the text.

    For https `TOKEN` or `USER:TOKEN`, for ssh the text of a private key.
    """
    text = text.replace("\r\n", "\n").strip()
    if not text:
        return None
    if len(text) > LONGEST:
        raise UsageError(f"The credential is longer than {LONGEST:,} characters.")
    if address.scheme == "ssh":
        if not _KEY.fullmatch(text):
            raise UsageError(
                "For ssh, give the text of a private key without passphrase: a deploy key that only reads."
            )
        return Credential(_without_passphrase(f"{text}\n"))
    user, colon, token = text.partition(":")
    user, token = (user, token) if colon else (ANY_USER, text)
    if not _USER.fullmatch(user) or not token or not token.isascii() or not token.isprintable() or " " in token:
        raise UsageError("For https, give a token that only reads, as TOKEN or USER:TOKEN, in one line.")
    return Credential(token, user)


def _without_passphrase(key: str) -> str:
    """A private key that can be read as it is; one with a passphrase could never be used by a server."""
    of_ssh = "OPENSSH" in key.partition("\n")[0]
    load = serialization.load_ssh_private_key if of_ssh else serialization.load_pem_private_key
    try:
        load(key.encode(), None)
    except (TypeError, ValueError, exceptions.UnsupportedAlgorithm) as error:
        raise UsageError("The private key has a passphrase, or is damaged. Make one without: a deploy key.") from error
    return key


def redacted(text: str, secrets: tuple[str, ...]) -> str:
    """A text without any of some secrets."""
    for secret in secrets:
        text = text.replace(secret, "[redacted]")
    return text
