"""A second start of the page: it asks the one that runs for an address, or has a lesser one end."""

import re
from pathlib import Path

from scrubjay.errors import PageRuns
from scrubjay.identity.person.facts import Actor
from scrubjay_ui.callers import listens, no_agent
from scrubjay_ui.door import ask, peer_of
from scrubjay_ui.home_lock import connect

ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d{1,5})/s/[\w-]{22}/-/enter\?token=[\w-]{43}")
"""What a page's address looks like; nothing else is printed or opened."""


def address_of_running(home: Path, actor: Actor, may_write: bool) -> str:
    """An address of the page that runs, for a person. Raises PageRuns where it gives none.

    Empty where it has no open door yet, or ends now: it reads only, or wasn't started by a person, and makes place.
    """
    if actor is not Actor.PERSON:
        raise PageRuns(still_runs("and only a person gets another address of it, in a terminal"))
    try:
        with connect(home) as line:
            peer = peer_of(line)
            theirs = peer is not None and peer.own and no_agent(peer.process)
            answer = ask(line, "write" if may_write else "read") if theirs else {}
        if (address := answer.get("address")) is not None:
            form = ADDRESS.fullmatch(address) if isinstance(address, str) else None
            if peer is None or form is None or not listens(peer.process, int(form[1])):
                raise PageRuns(still_runs("but what answers for it gave an address that isn't its own"))
            return str(address)
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
