"""What a team's reviewers accepted for this repository: it waits for a member's machine to write it to git."""

import json
from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Annotated, Any, Final

from pydantic import Field

from scrubjay.errors import ScrubjayError
from scrubjay.memory.listing.needs import Need
from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay.storage.own import read_own, write_own
from scrubjay_joined.answers import Digits, Name, WireModel, first, read
from scrubjay_joined.link import link_of
from scrubjay_joined.membership import own_place
from scrubjay_joined.stored import TeamStore

if TYPE_CHECKING:
    from scrubjay.model.stored import StoredMemory
    from scrubjay.wiring.workspace import Workspace
    from scrubjay_joined.membership import Joined

FILE: Final = "accepted.json"
EVERY: Final = timedelta(hours=1)
MOST: Final = 200
_LONGEST: Final = 200_000


class AcceptedThere(WireModel):
    """A memory that was accepted for a project, by its name there; `path` is where its repository has it by now."""

    id: Digits
    project: Name = ""
    path: Name = ""


class WireAccepted(WireModel):
    """Those of the projects that are granted."""

    accepted: Annotated[list[AcceptedThere], first(MOST)] = Field(default_factory=list)


def look(joined: "Joined", workspace: "Workspace") -> None:
    """Ask the server what was accepted, at most once an hour, and keep it for whoever asks what needs them."""
    file = own_place(workspace.user_settings.home) / FILE
    if datetime.fromisoformat(_read(workspace)[1]) > workspace.clock() - EVERY:
        return
    found = read(WireAccepted, joined.client.get("/promotions"))
    rows = [one.model_dump() for one in found.accepted]
    if file.parent.is_dir():
        write_own(file, json.dumps({"at": iso(workspace.clock()), "accepted": rows}))


def accepted_needs(workspace: "Workspace") -> Iterator[Need]:
    """What waits to be published from this repository, as the worker heard it last. Nobody is asked."""
    try:
        joined = link_of(workspace.user_settings, workspace.clock).joined()
        here = joined.projects.named(workspace.project.id) if joined else ""
        waiting = [one.id for one in _read(workspace)[0] if here and one.project == here and not one.path]
        known = workspace.memories.of_ids(waiting) if waiting else {}
    except ScrubjayError:
        return  # the membership's own check says what is wrong
    left = [id for id in waiting if id not in known]
    if left:
        what = f"{counted(len(left), 'memory')} that your team accepted for this repository"
        yield Need("accepted", len(left), what, f"scrubjay publish {left[0][:12]}")


def accepted_memory(workspace: "Workspace", id: str) -> "StoredMemory | None":
    """The memory with an id, or its beginning, that the team accepted for this repository; None where it has none.

    The server is asked. Raises what the client does.
    """
    joined = link_of(workspace.user_settings, workspace.clock).joined()
    if joined is None:
        return None
    here = joined.projects.match(workspace.project.id, workspace.git).name
    found = read(WireAccepted, joined.client.get("/promotions")).accepted
    mine = [one for one in found if here and one.project == here and one.id.startswith(id)]
    return TeamStore(workspace).get(mine[0].id) if len(mine) == 1 else None


def _read(workspace: "Workspace") -> tuple[list[AcceptedThere], str]:
    """What is kept, and when it was asked for; what can't be read was never asked for."""
    text = read_own(own_place(workspace.user_settings.home) / FILE, "what the team accepted", _LONGEST) or "{}"
    try:
        held: Any = json.loads(text)
        return read(WireAccepted, {"accepted": held["accepted"]}).accepted, datetime.fromisoformat(
            held["at"]
        ).isoformat()
    except (ValueError, KeyError, TypeError, ScrubjayError):
        return [], "1970-01-01T00:00:00+00:00"
