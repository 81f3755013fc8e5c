"""What a person allows programs and machines, and takes back: in a transaction of their browser's session."""

import hashlib
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING
from uuid import UUID, uuid4

from scrubjay.errors import NotFound, UsageError
from scrubjay.model.frozen import from_row
from scrubjay_team.database.queries import load
from scrubjay_team.oauth.values import ClientRequest, OAuthGrant, WaitingMachine
from scrubjay_team.people.rights import held, require_person
from scrubjay_team.people.values import TokenScope

if TYPE_CHECKING:
    from datetime import datetime

    from scrubjay_team.database.connecting import Entered

Q = load(__package__)

NOBODY_WAITS = (
    "No program waits for you here: it was answered already, or it asked more than ten minutes ago, or in another "
    "browser. Begin again in the program."
)
NO_MACHINE = "This machine doesn't wait any more. Begin again there."


class Consents:
    """Decisions of one person at one moment. Every method raises NotGranted where the caller is no person."""

    def __init__(self, entered: "Entered", at: "datetime") -> None:
        require_person(entered.caller)
        self._connection = entered.connection
        self._caller = entered.caller
        self._at = at

    def asked(self, id: UUID) -> ClientRequest:
        """What a program asks, from now on only of this browser's session. Raises NotFound."""
        row = self._connection.execute(Q.asked, self._mine(id)).fetchone()
        if row is None:
            raise NotFound(NOBODY_WAITS)
        return from_row(ClientRequest, row, scopes=self.allowed(row["scopes"]))

    def allowed(self, scopes: Sequence[str]) -> tuple[TokenScope, ...]:
        """Those of some scopes that the person can give: within their role."""
        return held(self._caller.role, scopes)

    def consent(self, request: ClientRequest, scopes: Sequence[str], projects: Sequence[UUID]) -> str:
        """Allow a program what is chosen, in these repositories (none: all); returns its code.

        Raises UsageError for more than was asked or than the person may, and NotFound.
        """
        code = secrets.token_urlsafe(32)
        values = self._chosen(request.id, self._checked(scopes, request.scopes), projects)
        digest = hashlib.sha256(code.encode("ascii")).digest()
        if self._connection.execute(Q.consent, {**values, "code": digest}).fetchone() is None:
            raise NotFound(NOBODY_WAITS)
        return code

    def deny(self, request: ClientRequest) -> None:
        """Turn a program away."""
        self._connection.execute(Q.deny, self._mine(request.id))

    def typed(self, code: str) -> WaitingMachine:
        """The machine that shows a code, from now on only of this browser's session. Raises NotFound."""
        asked = {"code": code, "session": self._caller.token, "at": self._at}
        row = self._connection.execute(Q.typed, asked).fetchone()
        if row is None:
            raise NotFound(
                "No machine waits with this code. Type it as the machine shows it; after ten minutes begin again there."
            )
        return from_row(WaitingMachine, row, scopes=self.allowed(row["scopes"]))

    def decide_machine(self, id: UUID, scopes: Sequence[str], projects: Sequence[UUID]) -> None:
        """Let a machine in with what is chosen, in these repositories (none: all); without scopes turn it away.

        Raises NotFound, and UsageError for more than it asks or than the person may.
        """
        chosen = self._checked(scopes, self.allowed(self._waiting(id))) if scopes else ()
        row = self._connection.execute(Q.decide_device, self._chosen(id, chosen, projects)).fetchone()
        if row is None or not row["done"]:
            raise NotFound(NO_MACHINE)

    def _waiting(self, id: UUID) -> Sequence[str]:
        """The scopes that a machine asks for. Raises NotFound."""
        row = self._connection.execute(Q.waiting_scopes, self._mine(id)).fetchone()
        if row is None:
            raise NotFound(NO_MACHINE)
        scopes: Sequence[str] = row["scopes"]
        return scopes

    def grants(self) -> tuple[OAuthGrant, ...]:
        """What the person allowed and hasn't ended; for an owner what the whole team did, by member."""
        return tuple(
            from_row(
                OAuthGrant, row, scopes=tuple(row["scopes"]),
                projects=None if row["projects"] is None else tuple(row["projects"]),
            )
            for row in self._connection.execute(Q.grants, {"at": self._at})
        )  # fmt: skip

    def end(self, grant: UUID) -> None:
        """End one of those, from the next call on. Raises NotFound."""
        row = self._connection.execute(Q.end_shown, {"grant": grant, "at": self._at}).fetchone()
        if row is None or not row["done"]:
            raise NotFound("There is nothing of this id that you could end; it may have ended meanwhile.")

    def _checked(self, scopes: Sequence[str], most: Sequence[TokenScope]) -> list[str]:
        if not scopes or not set(scopes) <= set(most):
            raise UsageError(f"Choose one or more of: {', '.join(most) or 'nothing, since your role allows none'}.")
        return [scope for scope in most if scope in scopes]

    def _chosen(self, id: UUID, scopes: Sequence[str], projects: Sequence[UUID]) -> dict[str, object]:
        if not set(projects) <= set(self._caller.projects):
            raise UsageError(
                "One of these repositories isn't granted to you. Open the page again and choose once more."
            )
        return {**self._mine(id), "scopes": list(scopes), "projects": list(projects) or None, "grant": uuid4()}

    def _mine(self, id: UUID) -> dict[str, object]:
        return {"id": id, "session": self._caller.token, "at": self._at}
