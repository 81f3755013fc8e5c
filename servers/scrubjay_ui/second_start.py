"""A second start of the page: it asks the one that runs for an address, or has a lesser one end."""

from pathlib import Path

from scrubjay.errors import PageRuns
from scrubjay.person.facts import Actor
from scrubjay_ui.callers import agent_traces
from scrubjay_ui.door import ask
from scrubjay_ui.home_lock import connect
from scrubjay_ui.peer import peer_of


def address_of_running(home: Path, actor: Actor, may_write: bool) -> str:
    """An address of the page that runs, for a person. Raises PageRuns where it gives none.

    Empty where it has no open door yet, or ends now: it reads only, or wasn't started by a person, and makes place.
    """
    if actor is not Actor.PERSON:
        raise PageRuns(still_runs("and only a person gets another address of it, in a terminal"))
    try:
        with connect(home) as line:
            peer = peer_of(line)
            theirs = peer is not None and peer.own and not agent_traces(peer.process)
            answer = ask(line, "write" if may_write else "read") if theirs else {}
        if isinstance(address := answer.get("address"), str):
            return address
        if answer.get("refused"):
            raise PageRuns(still_runs("and it doesn't take this process for a person's"))
        with connect(home) as line:
            ask(line, "leave")
    except OSError:
        return ""
    return ""


def still_runs(why: str) -> str:
    """The message for a page that runs and gives this process nothing."""
    return (
        f"A page of this home runs, {why}. No other was started. Use it, or end it with Ctrl-C in its own terminal; "
        "`fuser ui.lock`, typed in the home, names its process."
    )
