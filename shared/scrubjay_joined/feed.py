"""What changed at a team's server, heard by one thread of a process for as long as somebody watches."""

import random
import threading
import time
from collections.abc import Callable, Mapping
from typing import Final

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.theirs import error_line
from scrubjay.model.frozen import dataclass
from scrubjay_joined.answers import read
from scrubjay_joined.errors import TeamAway, TeamRefusedCall
from scrubjay_joined.link import TeamLink
from scrubjay_joined.membership import Joined
from scrubjay_joined.threads import PROCESS, start
from scrubjay_joined.told import WireChange, WireChanges, WireTags

WAIT_S: Final = 15
"""Seconds that a request waits at the server for a change."""

ANSWER_S: Final = WAIT_S + 5.0
"""Seconds after which a request that waits counts as lost, such as in a network that was cut."""

FIRST_S: Final = 2.0
"""Seconds in which the server says from where on it tells; later it does so in the thread."""

SOON_S: Final = 1.0
SOON: Final = 60
LATER_S: Final = 5.0
"""Seconds between two tries while the server is away, so many times; and after that."""

REFUSED_S: Final = 10.0
"""Seconds between two tries after the server refused."""

MOST_TAGGED: Final = 50
"""Memories of one answer whose tags are asked for; of more it is only known that they changed."""

MOST_KEPT: Final = 20_000
"""Things that are remembered as changed; then it begins anew, which is told as a change of all."""

UNKNOWN: Final = "(others)"
"""Stands among the ids for what changed without being named: what is gone, or more than an answer names."""


@dataclass(frozen=True, slots=True)
class FarResource:
    """A resource at the server: memories of a project (an empty id: the team's), handoffs of a client, or a pool."""

    told: str
    id: str
    name: str


class ChangeFeed:
    """What changed since it began, by resource and id, each with the number of the change. Safe for several threads."""

    def __init__(self, link: TeamLink) -> None:
        self._link = link
        self._lock = threading.Lock()
        self._users = 0
        self._tagged = False
        self._running = False
        self._wake = threading.Event()
        self._number = 0
        self._everything = 0
        self._entries: dict[FarResource, dict[str, int]] = {}
        self._tags: dict[str, tuple[str, ...]] = {}
        self._cursor = ""
        self._trouble: ScrubjayError | None = None

    def open(self) -> None:
        """One more who watches; the first begins now, if the server answers soon, else once it does."""
        with self._lock:
            self._users += 1
            if self._running:
                return
            self._running, self._cursor, self._trouble = True, "", None
        try:
            self._begin(FIRST_S)
        except ScrubjayError as error:
            self._trouble = error
        start("team changes", self._listen, self._wake.set)

    def close(self) -> None:
        """One less who watches; after the last one nobody asks again."""
        with self._lock:
            self._users -= 1
            if not self._users:
                self._tagged = False
                self._wake.set()

    def number(self) -> int:
        """The number of the last change. Raises what keeps the server from telling."""
        with self._lock:
            if self._trouble is not None:
                raise self._trouble.with_traceback(None)
            return self._number

    def shown(self, fits: Callable[[FarResource], bool], tag: str = "") -> Mapping[str, int]:
        """What changed of some resources, by id; of memories with a tag alone where one is given."""
        with self._lock:
            self._tagged = self._tagged or bool(tag)
            found, unnamed = dict[str, int](), self._everything
            for resource, ids in self._entries.items():
                for id, number in ids.items() if fits(resource) else ():
                    if id == UNKNOWN or (tag and id not in self._tags):
                        unnamed = max(unnamed, number)
                    elif not tag or tag in self._tags[id]:
                        found[id] = number
            return {UNKNOWN: unnamed, **found}

    def _begin(self, seconds: float) -> None:
        """Take the server's cursor of now."""
        joined = self._link.joined()
        if joined is not None and not self._cursor:
            self._cursor = read(WireChanges, joined.client.within(seconds).get("/changes")).cursor

    def _listen(self) -> None:
        tries = 0
        while self._goes_on():
            try:
                joined = self._link.joined()
                if joined is None:
                    self._wake.wait(REFUSED_S)
                    continue
                self._hear(joined)
                tries = 0
            except TeamAway as error:
                self._fail(error)
                tries += 1
                longest = SOON_S if tries <= SOON else LATER_S
                self._wake.wait(random.uniform(longest / 2, longest))  # noqa: S311 - spreads who comes back
            except ScrubjayError as error:
                self._refused(error)
                self._wake.wait(REFUSED_S)
            except Exception as error:
                self._fail(ScrubjayError(f"what the team's server tells failed here: {error_line(error)}"))
                self._wake.wait(REFUSED_S)
        self._link.rest()

    def _goes_on(self) -> bool:
        with self._lock:
            self._wake.clear()
            self._running = self._users > 0 and not PROCESS.over
            return self._running

    def _hear(self, joined: Joined) -> None:
        """Ask once, and note what the answer tells."""
        if not self._cursor:
            self._begin(ANSWER_S)
            self._note(WireChanges(cursor=self._cursor, resync=True))  # what happened until now is not known
            return
        began = time.monotonic()
        wait = 0 if self._trouble else WAIT_S  # so that what was a failure is over at once
        said = read(WireChanges, joined.client.within(ANSWER_S).get("/changes", after=self._cursor, wait=wait))
        self._tag(joined, said.changes)
        self._cursor = said.cursor
        self._note(said)
        if time.monotonic() - began < SOON_S:
            self._wake.wait(SOON_S)  # never more than a message a second, whatever the server answers

    def _note(self, said: WireChanges) -> None:
        """Note an answer."""
        with self._lock:
            self._trouble = None
            if not (said.resync or said.changes):
                return
            self._number += 1
            if said.resync or sum(map(len, self._entries.values())) > MOST_KEPT:
                self._entries, self._tags, self._everything = {}, {}, self._number
            for one in said.changes:
                self._note_change(one)

    def _note_change(self, one: WireChange) -> None:
        known = self._entries.setdefault(FarResource(one.told, one.id, one.name), {})
        ids, gone, unnamed = one.ids, one.gone, one.count > len(one.ids) + len(one.gone)
        if one.told == "handoffs":  # of these only those are shown that wait
            ids, gone = one.waiting, one.over
        for id in gone:
            unnamed = known.pop(id, None) is None or unnamed
        known |= dict.fromkeys(ids, self._number)
        if unnamed:
            known[UNKNOWN] = self._number

    def _tag(self, joined: Joined, changes: list[WireChange]) -> None:
        """Ask for the tags of memories that changed, where somebody watches a tag."""
        ids = [id for one in changes if one.told == "memories" for id in one.ids]
        for id in ids[:MOST_TAGGED] if self._tagged else ():
            try:
                tags = read(WireTags, joined.client.get(f"/memories/{id}")).tags
            except TeamRefusedCall:
                tags = []
            self._tags[id] = tuple(tag.lower() for tag in tags)

    def _refused(self, error: ScrubjayError) -> None:
        """Note a refusal; of a cursor that is none any more it begins anew."""
        if isinstance(error, TeamRefusedCall) and error.status not in (401, 403, 429):
            self._cursor = ""
        self._fail(error)

    def _fail(self, error: ScrubjayError) -> None:
        """Note what is wrong, the first of it: it is said once, with the moment since when."""
        with self._lock:
            self._trouble = self._trouble or error
