"""Signatures by SSH keys, which `ssh-keygen` makes and verifies, as it does for git's commits."""

import base64
import binascii
import hashlib
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from scrubjay.errors import UsageError
from scrubjay.git.process import find_program
from scrubjay.model.frozen import dataclass
from scrubjay.model.pattern import pattern
from scrubjay.storage.own import read_own
from scrubjay_exchange.vectors.errors import NotSigned, VectorFileRefused

NAMESPACE: Final = "scrubjay-vectors"
"""What these signatures are for: one that was made for a commit or a mail isn't valid here."""

SECONDS: Final = 60
"""For one call; a key with a passphrase, or in a token, waits for a person."""

MOST_KEY: Final = 50_000
MOST_SIGNATURE: Final = 20_000
NAME: Final = pattern(r"[A-Za-z0-9@._+-]{1,64}")
UNNAMED: Final = "unnamed"

_BEGIN, _END = "-----BEGIN SSH SIGNATURE-----", "-----END SSH SIGNATURE-----"
_PREAMBLE: Final = b"SSHSIG\x00\x00\x00\x01"
_LOOKS: Final = pattern(r"\d+ (SHA256:[A-Za-z0-9+/]{43}) (.*) \([A-Za-z0-9-]+\)")
_WIDTH: Final = 70


@dataclass(frozen=True, slots=True)
class SshSignature:
    """A signature as it is stored: the bytes within its armour. `key` is the public key in it, of who signed."""

    blob: bytes
    key: bytes

    @classmethod
    def read(cls, blob: bytes) -> "SshSignature":
        """The signature that some bytes are, not verified. Raises VectorFileRefused."""
        start = len(_PREAMBLE) + 4
        length = int.from_bytes(blob[len(_PREAMBLE) : start], "big")
        if len(blob) > MOST_SIGNATURE or not blob.startswith(_PREAMBLE) or not 4 < length <= len(blob) - start:
            raise VectorFileRefused("It has no signature of an SSH key.")
        return cls(blob, blob[start : start + length])

    @property
    def line(self) -> str:
        """The public key as it stands in a list of allowed signers: its type, and the key in base64."""
        size = int.from_bytes(self.key[:4], "big")
        name = self.key[4 : 4 + size].decode("ascii", "replace")
        if not NAME.fullmatch(name):
            raise VectorFileRefused("Its signature is by a key of a type that isn't known.")
        return f"{name} {base64.b64encode(self.key).decode()}"

    @property
    def fingerprint(self) -> str:
        """The key's fingerprint, as ssh and forges show it: `SHA256:` and 43 characters."""
        return f"SHA256:{base64.b64encode(hashlib.sha256(self.key).digest()).decode().rstrip('=')}"

    @property
    def armoured(self) -> str:
        """The text that `ssh-keygen` reads."""
        body = base64.b64encode(self.blob).decode()
        return "\n".join((_BEGIN, *(body[at : at + _WIDTH] for at in range(0, len(body), _WIDTH)), _END, ""))


class SshKeygen:
    """The program `ssh-keygen` of this machine. `environment` gives the search path, and the agent that holds keys."""

    def __init__(self, environment: Mapping[str, str]) -> None:
        path = environment.get("PATH", os.defpath)
        self._program = find_program("ssh-keygen", path)
        kept = {name: environment[name] for name in ("SSH_AUTH_SOCK",) if name in environment}
        self._environment = {"PATH": path, "LC_ALL": "C", "HOME": os.devnull, **kept}

    def look(self, key: Path) -> tuple[str, str]:
        """The fingerprint of a key, and the name that its file gives it, in letters that a list of signers takes.

        Raises NotSigned, and UsageError for a file that is missing, or that others may read.
        """
        if read_own(key, "the key that signs", MOST_KEY) is None:
            raise UsageError(f"There is no key at {key}. Give the file of an SSH key: `--key ~/.ssh/id_ed25519`.")
        done = self._run("-l", "-f", str(key))
        found = _LOOKS.fullmatch(done.stdout.decode("utf-8", "replace").strip())
        if done.returncode or not found:
            raise NotSigned(f"{key} is no SSH key, so nothing was written: {_said(done)}.")
        return found[1], found[2] if NAME.fullmatch(found[2]) else UNNAMED

    def sign(self, message: bytes, key: Path) -> SshSignature:
        """Sign with a private key, or a public one whose private key an agent holds. Raises NotSigned."""
        done = self._run("-Y", "sign", "-n", NAMESPACE, "-f", str(key), stdin=message)
        printed = done.stdout.decode("ascii", "replace").strip()
        if done.returncode or not (printed.startswith(_BEGIN) and printed.endswith(_END)):
            raise NotSigned(f"{key} doesn't sign, so nothing was written: {_said(done)}.")
        return SshSignature.read(base64.b64decode(printed.removeprefix(_BEGIN).removesuffix(_END)))

    def verify(self, message: bytes, signature: SshSignature) -> None:
        """Raise VectorFileRefused where the key in a signature didn't sign a message."""
        with tempfile.TemporaryDirectory(prefix="scrubjay-") as folder:
            done = self._run("-Y", "check-novalidate", "-n", NAMESPACE, "-s", _put(folder, signature), stdin=message)
        if done.returncode or signature.fingerprint.encode() not in done.stdout.split():
            raise VectorFileRefused(f"Its signature isn't valid: {_said(done)}.")

    def signer(self, message: bytes, signature: SshSignature, allowed: Path) -> str:
        """The name under which a list of allowed signers has the key that signed; empty where it doesn't."""
        with tempfile.TemporaryDirectory(prefix="scrubjay-") as folder:
            file = _put(folder, signature)
            found = self._run("-Y", "find-principals", "-s", file, "-f", str(allowed))
            for name in found.stdout.decode("utf-8", "replace").split("\n") if not found.returncode else ():
                asked = ("-Y", "verify", "-n", NAMESPACE, "-s", file, "-f", str(allowed), "-I", name)
                if NAME.fullmatch(name) and not self._run(*asked, stdin=message).returncode:
                    return name
        return ""

    def _run(self, *arguments: str, stdin: bytes = b"") -> subprocess.CompletedProcess[bytes]:
        """Run it. Raises UsageError where it is missing, or takes too long."""
        if not self._program:
            raise UsageError("ssh-keygen is missing, which signs and verifies vectors: install the OpenSSH client.")
        command: Sequence[str] = (self._program, *arguments)
        try:
            return subprocess.run(
                command, input=stdin, env=self._environment, capture_output=True, check=False, timeout=SECONDS
            )
        except subprocess.TimeoutExpired as error:
            raise UsageError(f"ssh-keygen didn't end within {SECONDS} s. Does the key wait for a person?") from error


def _put(folder: str, signature: SshSignature) -> str:
    """Write a signature where `ssh-keygen` reads it."""
    file = Path(folder) / "signature"
    file.write_text(signature.armoured, encoding="ascii")
    return str(file)


def _said(done: subprocess.CompletedProcess[bytes]) -> str:
    """The last line that the program printed."""
    lines = (done.stderr or done.stdout).decode("utf-8", "replace").strip().splitlines()
    return (lines[-1] if lines else "ssh-keygen says nothing")[:200].rstrip(".")


def as_line(blob: bytes) -> str:
    """A signature as a line of a file."""
    return base64.b64encode(blob).decode()


def of_line(line: str) -> bytes:
    """The bytes of such a line, in the one form in which they are written. Raises VectorFileRefused."""
    try:
        blob = base64.b64decode(line, validate=True)
    except (binascii.Error, ValueError):
        blob = b""
    if not blob or as_line(blob) != line:
        raise VectorFileRefused("It has no signature of an SSH key.")
    return blob
