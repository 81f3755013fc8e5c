"""Whose vectors a home takes: a list of SSH keys in the form of ssh's allowed signers, to which a person adds."""

from pathlib import Path
from typing import Final

from scrubjay.storage.filesystem import private_folder
from scrubjay.storage.own import read_own, write_own
from scrubjay_exchange.vectors.signing import NAMESPACE, SshKeygen, SshSignature
from scrubjay_exchange.vectors.source import SignedVectors

FILE: Final = "allowed_signers"
MOST: Final = 200_000
_WHAT: Final = "the list of those whose vectors are taken"


class AllowedSigners:
    """The list of a home. Only the account of the home reads and writes it."""

    def __init__(self, home: Path, ssh: SshKeygen) -> None:
        self.file = home / FILE
        self._ssh = ssh

    def name_of(self, vectors: SignedVectors) -> str:
        """Under which name the list has who signed; empty where it doesn't. Raises VectorFileRefused, UsageError."""
        message = vectors.header.signed()
        self._ssh.verify(message, vectors.signature)
        if read_own(self.file, _WHAT, MOST) is None:
            return ""
        return self._ssh.signer(message, vectors.signature, self.file)

    def add(self, name: str, signature: SshSignature) -> None:
        """Add who signed, as a person said. Raises StorageError, UsageError."""
        private_folder(self.file.parent)
        before = read_own(self.file, _WHAT, MOST) or ""
        line = f'{name} namespaces="{NAMESPACE}" {signature.line}'
        write_own(self.file, f"{before.rstrip()}\n{line}".lstrip())


def whose(name: str, fingerprint: str) -> str:
    """A signer as people are shown it, and as it stands beside the vectors that are taken."""
    return f"{name}, key {fingerprint}"
