"""Files of vectors for `scrubjay embed` and `scrubjay init`: whose they are is shown, and a person agrees once."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.files import chosen
from scrubjay.errors import UsageError
from scrubjay.extensions.kinds.vectors import MOST_ASKED
from scrubjay.inference.embedding.saved import fetch
from scrubjay.inference.refused import refused_sources
from scrubjay.knowledge.index.given import askable
from scrubjay.model.counted import counted
from scrubjay.operations.jobs.intake import NEWEST, intake_of
from scrubjay.storage.destination import write_output
from scrubjay_exchange.vectors.errors import VectorFileRefused
from scrubjay_exchange.vectors.exporting import collected
from scrubjay_exchange.vectors.format import whole
from scrubjay_exchange.vectors.signers import AllowedSigners, whose
from scrubjay_exchange.vectors.signing import SshKeygen, as_line
from scrubjay_exchange.vectors.source import SignedVectors, read_vectors

if TYPE_CHECKING:
    from scrubjay.app import App
    from scrubjay.cli.context import Invocation
    from scrubjay.extensions.kinds.content import Embedder
    from scrubjay.storage.driver import Connection
    from scrubjay.wiring.workspace import Workspace


class SignedFiles:
    """Files of vectors that an SSH key signs."""

    def export(
        self, invocation: "Invocation", workspace: "Workspace", file: Path, key: Path, *, force: bool
    ) -> str:  # fmt: skip
        """Write the vectors of the documents at HEAD, signed with a key; returns what was written."""
        ssh, key = SshKeygen(invocation.environment), Path.cwd() / key.expanduser()
        fingerprint, maker = ssh.look(key)
        place = chosen(file, force=force)
        made = collected(workspace, maker, fingerprint)
        signature = ssh.sign(made.header.signed(), key)
        data = whole(made.header, as_line(signature.blob), made.numbers)
        write_output(place, data)
        left = f"; {counted(made.others, 'vector')} that others gave left out" if made.others else ""
        written = f"{counted(made.header.passages, 'vector')} in {file}, {len(data) / 1e6:.1f} MB"
        return f"{written}, signed by {whose(maker, fingerprint)}{left}"

    def open(self, invocation: "Invocation", file: Path) -> "OpenedVectors":
        """Copy and verify a file, and look up who signed it. Raises VectorFileRefused, UsageError."""
        signers = AllowedSigners(invocation.settings.home, SshKeygen(invocation.environment))
        return _about(file, lambda: OpenedVectors(file, read_vectors(Path.cwd() / file.expanduser()), signers))


class OpenedVectors:
    """A verified file, and whether this home takes its signer's vectors."""

    def __init__(self, file: Path, vectors: SignedVectors, signers: AllowedSigners) -> None:
        self._file = file
        self._vectors = vectors
        self._signers = signers
        known = signers.name_of(vectors)
        self._known = bool(known)
        self._vectors.name = whose(known or vectors.header.maker, vectors.signature.fingerprint)

    @property
    def whose(self) -> str:
        """Who signed it, and what it is of."""
        header, new = self._vectors.header, "" if self._known else ", whom this home doesn't know"
        made = f"of {header.project} at {header.commit[:10] or 'no commit'}, {header.made_at[:16]}Z"
        return f"{self._file}: {counted(header.passages, 'vector')} {made}, signed by {self._vectors.name}{new}"

    def agree(self, invocation: "Invocation", home: "App", line: str) -> None:
        """Ask a person once about this signer; no script and no agent may say yes."""
        if self._known:
            return
        permit = permitted(invocation, "take vectors of a signer that is new here", line, scripts=False)
        name = self._vectors.name
        lines = [
            self.whose,
            "Whoever has that key can decide what searches find by meaning here: compare it with what its owner says.",
        ]
        confirm(permit, lines, "Take vectors that this key signed, now and later?")
        self._signers.add(self._vectors.header.maker, self._vectors.signature)
        record(home, permit, "take vectors of", name)
        self._known = True

    def fit(self, workspace: "Workspace") -> None:
        """Raise VectorFileRefused where nothing of it can be taken here, UsageError where vectors are off."""
        fingerprint = _embedder(workspace).fingerprint
        reason = self._vectors.objection(fingerprint) or self._refusal(workspace)
        if not reason and not workspace.knowledge_database.read(self._has_some):
            header = self._vectors.header
            reason = f"none of it is of a document here: it is of {header.project} at {header.commit[:10]}"
        if reason:
            raise VectorFileRefused(f"{self._file} isn't taken, and nothing was changed: {reason}.")

    def take(self, workspace: "Workspace") -> str:
        """Take the vectors that are missing here. A sample is computed anew; where one differs all are dropped."""
        taken = intake_of(workspace, self._vectors).take(
            workspace.knowledge_database, _embedder(workspace), stop=lambda: False, stored=lambda: None
        )
        if reason := self._refusal(workspace):
            raise VectorFileRefused(f"Nothing of {self._file} was kept: {reason}.")
        done = counted(taken, "vector") if taken else "nothing that isn't here already"
        return f"{done} taken from {self._file}, signed by {self._vectors.name}"

    def _refusal(self, workspace: "Workspace") -> str:
        """Why this signer's vectors aren't taken any more; empty where they are."""
        refused = workspace.home_database.read(refused_sources)
        found = next((one for one in refused if one.name == self._vectors.name), None)
        again = "`scrubjay embed --ask-again` takes vectors of this signer again"
        return f"{found.name} gave {found.reason} ({found.at[:10]}); {again}" if found else ""

    def _has_some(self, connection: "Connection") -> bool:
        """Whether a passage of the project's documents is in it, with a vector here or without."""
        before = NEWEST
        while page := askable(connection, 0, before, MOST_ASKED):
            if any(self._vectors.has(one.key.hash) for one in page):
                return True
            before = page[-1].id
        return False


def _embedder(workspace: "Workspace") -> "Embedder":
    """The embedder of a project, whose model is there. Raises UsageError, ModelUnavailable."""
    if workspace.embedder is None:
        raise UsageError("Vectors are off (`embedding.provider` is none), so none are taken.")
    fetch(workspace.embedder)
    return workspace.embedder


def _about(file: Path, opened: "Callable[[], OpenedVectors]") -> "OpenedVectors":
    """What `opened` gives. Raises VectorFileRefused with the file's name in its words."""
    try:
        return opened()
    except VectorFileRefused as error:
        raise VectorFileRefused(f"{file} isn't taken, and nothing was changed. {error}") from error
