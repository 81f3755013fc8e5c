"""Protocol of where the key comes from that seals what a team's server keeps secret."""

from typing import Final, Protocol

LONGEST_KEY: Final = 200
"""Bytes of a key's text."""

KEY_S: Final = 10.0
"""Seconds that a key may take to come."""


class KeyProvider(Protocol):
    """Gives the key. Thread-safe; asked once a process, when the first secret is sealed or opened.

    The default is a file in the server's data folder; a variable of the environment and a command of the owner's (age,
    gpg, vault, a cloud's own program) stand beside it. One that fails leaves every secret closed: nothing is sealed
    with another key in its place, and no repository is fetched without its credential.
    """

    @property
    def called(self) -> str:
        """Where the key comes from, as errors name it, such as a file's path. Nothing secret."""
        ...

    def key(self) -> bytes | None:
        """The key, 32 bytes in URL-safe base64 (a Fernet key); None where there is none yet.

        At most LONGEST_KEY bytes, within KEY_S. Raises ScrubjayError where it can't be had; the words hold no secret.
        """
        ...

    def make(self) -> None:
        """Make a key where there is none. Raises ScrubjayError where this provider makes none by itself."""
        ...
