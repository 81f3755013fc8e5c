"""May somebody write? Not while a person keeps them in quarantine: nothing is stored, confirmed or replaced."""

from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.evidence import ValidationResult
from scrubjay.model.memory import Blocked
from scrubjay.storage.driver import Connection, Row
from scrubjay.memory.store.rows import Q




def quarantine_of(connection: Connection, author: str, session: str, agent: str) -> Row | None:
    """The quarantine that an author, a session or an agent is under."""
    params = {"author": author, "session": session, "agent": agent}
    row: Row | None = connection.execute(Q.quarantine_of, params).fetchone()
    return row


def distrusted(
    connection: Connection, request: RememberRequest, same_key: Row | None, result: ValidationResult
) -> Blocked | None:
    """The refusal of a claim by who is quarantined, or under a key that is theirs; None for any other."""
    writers = [(request.author, request.session, request.agent)]
    writers += [(same_key["author"], same_key["session"], same_key["agent"])] if same_key is not None else []
    for writer in writers:
        if quarantine := quarantine_of(connection, *writer):
            who = quarantine["who"]
            return Blocked(f"{who} is quarantined", f"A person lifts it: `scrubjay quarantine {who} --lift`.", result)
    return None
