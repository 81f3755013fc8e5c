"""The keys by which ssh hosts prove who they are: asked for once, shown to an owner, and compared ever after."""

import base64
import binascii
import hashlib
import os
import subprocess
from typing import Final

from scrubjay.git.process import find_program
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay_team.errors import FetchFailed, HostKeyChanged
from scrubjay_team.mirrors.resolving import CheckedEndpoint

PREFERRED: Final = ("ssh-ed25519", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521", "ssh-rsa")
"""Types of keys, the one to take first first."""

SECONDS: Final = 20
_LONGEST: Final = 100_000
_LINE: Final = pattern(r"\S+ (\S{1,50}) ([A-Za-z0-9+/]{40,4000}={0,2})")


@dataclass(frozen=True, slots=True)
class HostKey:
    """A host's public key: its type, and the key in base64."""

    algorithm: str
    key: str

    @property
    def line(self) -> str:
        """The key as it is kept: what `ssh-keyscan` prints after the host."""
        return f"{self.algorithm} {self.key}"

    @property
    def fingerprint(self) -> str:
        """The fingerprint that ssh and forges show: `SHA256:` and 43 characters."""
        digest = hashlib.sha256(base64.b64decode(self.key)).digest()
        return f"SHA256:{base64.b64encode(digest).decode().rstrip('=')}"


def read_host_key(line: str) -> HostKey:
    """A key from the line in which it is kept."""
    algorithm, _, key = line.partition(" ")
    return HostKey(algorithm, key)


def scanned_keys(printed: str) -> tuple[HostKey, ...]:
    """The keys in the answer of `ssh-keyscan`, the preferred one first; lines of another form are passed over."""
    found = [HostKey(line[1], line[2]) for line in map(_LINE.fullmatch, printed.split("\n")) if line]
    return tuple(sorted(filter(_is_key, found), key=lambda key: PREFERRED.index(key.algorithm)))


def _is_key(key: HostKey) -> bool:
    """Whether a key is of a known type, and says so itself."""
    try:
        blob = base64.b64decode(key.key, validate=True)
    except binascii.Error:
        return False
    name = key.algorithm.encode()
    return key.algorithm in PREFERRED and blob.startswith(len(name).to_bytes(4, "big") + name)


def host_keys(endpoint: CheckedEndpoint, path: str) -> tuple[HostKey, ...]:
    """The keys that a host shows at its checked IP; programs are looked for on `path`. Raises FetchFailed for none."""
    host = endpoint.address.host
    types = ",".join(("ed25519", "ecdsa", "rsa"))
    program = find_program("ssh-keyscan", path)
    if not program:
        raise FetchFailed("ssh-keyscan is missing: install the OpenSSH client, or give an https address.")
    asked = [program, "-T", "10", "-p", str(endpoint.address.port), "-t", types, endpoint.ip]
    try:
        scan = subprocess.run(
            asked, env={"PATH": path, "LC_ALL": "C", "HOME": os.devnull}, capture_output=True, check=False,
            timeout=SECONDS, stdin=subprocess.DEVNULL,
        )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise FetchFailed(f"{host} shows no ssh key within {SECONDS} s. Is the port right?") from error
    keys = scanned_keys(scan.stdout[:_LONGEST].decode("ascii", "replace"))
    if not keys:
        raise FetchFailed(f"{host} shows no ssh key at port {endpoint.address.port}. Is the port right?")
    return keys


def check_unchanged(host: str, accepted: HostKey, shown: tuple[HostKey, ...]) -> None:
    """Raise HostKeyChanged where a host shows another key than the accepted one."""
    if accepted in shown:
        return
    now = shown[0].fingerprint if shown else "none"
    raise HostKeyChanged(
        f"{host} shows another ssh key ({now}) than the one accepted for this repository ({accepted.fingerprint}), so "
        "nothing was fetched. If the host's owner confirms the new key, remove the repository and add it again."
    )
