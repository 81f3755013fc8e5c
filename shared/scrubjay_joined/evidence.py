"""Counts of sessions for the team, which a member chose to send: which of its memories each had, and how it ended.

No text, path or prompt is among them. A session's number is a keyed hash; the key stays in this home.
"""

import hashlib
import hmac
import json
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from datetime import timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.kinds.functions import WorkerStep
from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.pattern import pattern
from scrubjay.storage.filesystem import file_lock
from scrubjay.storage.own import read_own, write_own
from scrubjay_growth.services import GrowthServices
from scrubjay_joined.accepted import look
from scrubjay_joined.membership import Joined, joined_server, own_place
from scrubjay_joined.seen import DIGITS, SeenMemories, chosen

if TYPE_CHECKING:
    from scrubjay.operations.jobs.step import StepContext
    from scrubjay.wiring.workspace import Workspace

STEPS: Final = (WorkerStep("team evidence", "ingest", "scrubjay_joined.evidence:send_counts"),)
"""The worker sends: no session ever waits for it."""

FILE: Final = "evidence.json"
LOCK: Final = "evidence.lock"
EVERY: Final = timedelta(hours=1)
"""How often a home's worker looks for what is new, for each project."""
AT_WORK: Final = timedelta(hours=1)
"""A session that was heard of so lately may still be at work."""
KEPT: Final = timedelta(days=180)
"""How long it is known what was sent."""
BATCH: Final = 100
MOST: Final = 1_000
"""Sessions of a request, and of one pass; the rest is sent by the next one."""
MOST_MEMORIES: Final = 100
NEVER: Final = (0, "", "")
"""What is kept of a session that nothing was sent of."""
_LONGEST: Final = 4_000_000
_CLIENT: Final = pattern(r"[a-z0-9][a-z0-9._-]{0,39}")


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionCount:
    """What is told of a session: its number, the day, the client, how it ended, and the team's memories that it had."""

    session: str
    day: str
    client: str
    ended: str
    memories: tuple[str, ...]

    @property
    def mark(self) -> str:
        """What is equal as long as nothing of it changed."""
        return hashlib.sha256(json.dumps(asdict(self)).encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True, kw_only=True)
class SentState:
    """What this home keeps of its counts: the `key` of sessions' numbers, since when it sends, when it looked last.

    `looked` is by project; `sent` has each session's version, mark and day, by number.
    """

    key: str
    since: str
    looked: dict[str, str] = field(default_factory=dict)
    sent: dict[str, tuple[int, str, str]] = field(default_factory=dict)

    def number(self, project: str, session: str) -> str:
        """The number of a session: always the same, and nothing of the session can be read from it."""
        text = f"{project}\0{session}".encode()
        return hmac.new(bytes.fromhex(self.key), text, hashlib.sha256).hexdigest()[:32]


class SentCounts:
    """The file of what a home sent, beside its membership: it goes when the home leaves."""

    def __init__(self, home: Path) -> None:
        self._folder = own_place(home)
        self.file = self._folder / FILE

    def read(self) -> SentState | None:
        """What is kept; None where nothing was ever to be sent. One that can't be read begins anew."""
        try:
            held: Any = json.loads(read_own(self.file, "what was sent to the team", _LONGEST) or "null")
            if held is None:
                return None
            sent = {str(name): (int(row[0]), str(row[1]), str(row[2])) for name, row in held["sent"].items()}
            looked = {str(name): str(at) for name, at in held["looked"].items()}
            bytes.fromhex(held["key"])
            return SentState(key=held["key"], since=str(held["since"]), looked=looked, sent=sent)
        except (ValueError, KeyError, TypeError, AttributeError, IndexError):
            return None

    def write(self, state: SentState) -> None:
        """Keep it; a home that left meanwhile gets no folder back."""
        if self._folder.is_dir():
            write_own(self.file, json.dumps(asdict(state)))

    def begin(self, now: str) -> SentState:
        """Begin anew: sessions from now on, under a new key, so that nothing of before is sent."""
        state = SentState(key=secrets.token_hex(32), since=now)
        self.write(state)
        return state

    def locked(self) -> Any:
        """A lock, so that two workers send nothing twice; it gives whether it is ours."""
        return file_lock(self._folder / LOCK)


def counts_of(workspace: "Workspace", state: SentState, seen: Mapping[str, str]) -> Iterator[SessionCount]:
    """What may be told of a project's sessions that are over, the oldest first; none of before `since`."""
    outcomes = GrowthServices.of(workspace).outcomes
    known, programs = outcomes.outcomes(), workspace.agent_registry.clients(workspace.project.id)
    had: dict[str, set[str]] = {}
    for digits, sessions in known.had.items():
        for session in sessions if digits in seen else ():
            had.setdefault(session, set()).add(seen[digits])
    over = iso(workspace.clock() - AT_WORK)
    for session, at in outcomes.heard().items():
        well, memories = known.well.get(session), sorted(had.get(session, ()))[:MOST_MEMORIES]
        if state.since <= at <= over and (well is not None or memories):
            client = programs.get(session[:DIGITS], "")
            yield SessionCount(
                session=state.number(workspace.project.id, session), day=at[:10],
                client=client if _CLIENT.fullmatch(client) else "",
                ended="unknown" if well is None else "well" if well else "ill", memories=tuple(memories),
            )  # fmt: skip


def send_counts(context: "StepContext") -> None:
    """Hear what the team accepted, and send what is new of this project's sessions, if the member chose that.

    A server that is away gets it later.
    """
    settings, clock = context.workspace.user_settings, context.workspace.clock
    joined = joined_server(settings, clock=clock)
    if joined is None:
        return
    try:
        look(joined, context.workspace)
        if number := _send(joined, context.workspace):
            context.log(f"sent to the team: counts of {counted(number, 'session')}")
    except ScrubjayError as error:
        context.log(f"the team is asked again later: {error}")


def _send(joined: Joined, workspace: "Workspace") -> int:
    """Send what is new, if it is chosen and due; returns how many sessions. Raises what the client does."""
    settings, now = workspace.user_settings, workspace.clock()
    kept = SentCounts(settings.home)
    if not chosen(settings):
        kept.file.unlink(missing_ok=True)  # chosen again, it begins with the sessions of then
        return 0
    if not workspace.extensions.is_on("growth"):
        return 0
    with kept.locked() as ours:
        state = (kept.read() or kept.begin(iso(now))) if ours else None
        if state is None or state.looked.get(workspace.project.id, "") > iso(now - EVERY):
            return 0
        try:
            return send_new(joined, workspace, state, SeenMemories(settings.home))
        finally:
            kept.write(state)


def send_new(joined: Joined, workspace: "Workspace", state: SentState, seen: SeenMemories) -> int:
    """Send each session that is new or changed, in batches, and note it; returns how many. Raises as the client."""
    counts = counts_of(workspace, state, seen.by_digits())
    new = list(islice((one for one in counts if state.sent.get(one.session, NEVER)[1] != one.mark), MOST + 1))
    for start in range(0, min(len(new), MOST), BATCH):
        batch = new[start : min(start + BATCH, MOST)]
        versions = [state.sent.get(one.session, NEVER)[0] + 1 for one in batch]
        rows = [asdict(one) | {"version": version} for one, version in zip(batch, versions, strict=True)]
        joined.client.post("/evidence", {"sessions": rows})
        state.sent.update({one.session: (v, one.mark, one.day) for one, v in zip(batch, versions, strict=True)})
    oldest = iso(workspace.clock() - KEPT)[:10]
    for number in [number for number, row in state.sent.items() if row[2] < oldest]:
        del state.sent[number]
    if len(new) <= MOST:
        state.looked[workspace.project.id] = iso(workspace.clock())
    return min(len(new), MOST)
