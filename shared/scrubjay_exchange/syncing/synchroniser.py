"""One sync: read the other machines' segments, merge them, and add what changed here. Each step can be repeated."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from scrubjay.context.briefing.told import forget_told
from scrubjay.errors import SyncBusy, SyncFailed
from scrubjay.git.process import GitEnvironment
from scrubjay.identity.audit import AuditWriter
from scrubjay.inference.embedding.tokenizer import Tokenizer
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.index.store import purge
from scrubjay.memory.store.limits import Limits
from scrubjay.memory.store.writing import WriteContext
from scrubjay.model.clock import Clock, iso
from scrubjay.storage.database import Database
from scrubjay.storage.filesystem import file_lock, private_folder
from scrubjay_exchange.syncing import state
from scrubjay_exchange.syncing.keys import SyncKey
from scrubjay_exchange.syncing.reading import Brought, RemoteState, Report, bring, read_remote
from scrubjay_exchange.syncing.remote import SeenMachine, checked_machine, checked_remote
from scrubjay_exchange.syncing.sending import LONGEST_CHAIN, Outgoing, collect, note_sent, write_segments
from scrubjay_exchange.syncing.state import SyncPlace, SyncReport
from scrubjay_exchange.syncing.store import SegmentStore

ATTEMPTS = 3
PATIENCE_S = 5.0


class Synchroniser:
    """Syncs the user's own memories of one home. `after_forgetting` cleans what else was kept of forgotten words."""

    def __init__(
        self,
        database: Callable[[], Database],
        home: Path,
        git: GitEnvironment,
        clock: Clock,
        counter: TokenCounter,
        after_forgetting: Callable[[], None] = lambda: None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self._user = database
        self._folder = home / "sync"
        self._clock = clock
        self._counter = counter
        self._store = SegmentStore(self._folder / "segments.git", git)
        self._after_forgetting = after_forgetting
        self._patience_s = patience_s

    def place(self) -> SyncPlace | None:
        """The remote that this home syncs with, and its name there; None where it never synced."""
        return self._user().read(state.sync_place)

    def shows_machines(self, remote: str) -> bool:
        """Whether a remote already has machines, whose segments a new key couldn't read. Raises SyncFailed."""
        self._store.prepare()
        return bool(self._store.heads(checked_remote(remote)).machines)

    def sync(
        self,
        chosen: SyncPlace,
        key: SyncKey,
        *,
        dry_run: bool = False,
        report: Report = lambda label, done, total: None,
    ) -> SyncReport:
        """Bring this home and the remote together. Raises SyncBusy, SyncFailed, UsageError for an address.

        `report` is told each step.
        """
        checked_remote(chosen.remote)
        checked_machine(chosen.machine)
        private_folder(self._folder)
        with file_lock(self._folder / "lock", patience_s=self._patience_s) as held:
            if not held:
                raise SyncBusy
            self._store.prepare()
            for _ in range(ATTEMPTS):
                if (done := self._once(chosen, key, dry_run, report)) is not None:
                    return done
        raise SyncBusy("Other machines wrote to the remote all the time. Run `scrubjay sync` again in a moment.")

    def _once(self, chosen: SyncPlace, key: SyncKey, dry_run: bool, report: Report) -> SyncReport | None:
        """Attempt one sync; None if another sync of this machine was faster."""
        database, machine = self._user(), chosen.machine
        before = database.read(state.sync_place)
        seen = database.read(state.machines) if before and before.remote == chosen.remote else {}
        found = read_remote(self._store, chosen.remote, key, seen, machine, report)
        if machine in found.refused and machine in found.heads and machine not in seen:
            raise SyncFailed(
                f"The remote has a machine called {machine} that isn't this one: {found.refused[machine]}. Nothing was "
                "changed. Compare `scrubjay sync key` with your other machines, or give another name by --machine."
            )
        if not seen and machine not in found.heads and found.foreign:
            raise SyncFailed(
                "The machines of this remote have another sync key than this home. Nothing was changed. To join them, "
                "`scrubjay sync key --show` there and `scrubjay sync key --import -` here; else use another remote."
            )
        if dry_run:
            return self._planned_report(chosen, found, database)
        database.write(lambda c: state.set_place(c, chosen))
        brought = bring(database, self._place, found.new, machine, report)
        if brought.forgotten:
            self._after_forgetting()
            purge(database)
        known = database.read(state.machines)
        last = known.get(machine)
        lost = machine in found.refused
        left = database.read(state.has_words_left)
        too_long = last is not None and last.sequence - last.generation >= LONGEST_CHAIN
        anew = last is None or lost or left or too_long
        outgoing = database.read(lambda c: collect(c, self._place(), machine, anew))
        size = 0
        if outgoing.lines or (anew and (lost or left)):
            start = SeenMachine(machine, 0, found.highest, "", "") if last is None or lost else last
            numbers = {name: one.sequence for name, one in known.items()}
            reached, size = write_segments(
                self._store, outgoing, key, last=start, seen=numbers, now=self._now(), report=report
            )
            report("pushing", 0, 1)
            if not self._store.push(chosen.remote, machine, reached.head, found.heads.get(machine, "")):
                return None
            report("noting", 0, 1)
            note_sent(database, self._place, outgoing, reached)
        if left or any(one.begins_anew for one in found.new.values()):
            self._store.prune()
        database.write(lambda c: state.note_sync(c, self._now()))
        return self._report(chosen, found, brought, outgoing, size, anew=bool(size) and last is not None and anew)

    def _planned_report(self, chosen: SyncPlace, found: RemoteState, database: Database) -> SyncReport:
        """The report of a dry run: what a sync would read and send."""
        before = database.read(state.sync_place)
        elsewhere = before is not None and before.remote != chosen.remote
        moved = [memory for memory in database.read(state.travelling_memories) if memory.moved or elsewhere]
        return SyncReport(
            machine=chosen.machine,
            machines=tuple(sorted(found.heads)),
            new=sum(len(one.memories) for one in found.new.values()),
            sent=len(moved),
            bytes_read=sum(one.size for one in found.new.values()),
            dry_run=True,
            odd_refs=found.odd,
            refused=found.refused,
        )

    def _report(
        self, chosen: SyncPlace, found: RemoteState, brought: Brought, outgoing: Outgoing, size: int, *, anew: bool
    ) -> SyncReport:
        """The report of a sync that was done."""
        return SyncReport(
            machine=chosen.machine,
            machines=tuple(sorted({*found.heads, chosen.machine})),
            new=brought.new,
            changed=brought.changed,
            forgotten=brought.forgotten,
            sent=len(outgoing.lines),
            bytes_sent=size,
            bytes_read=sum(one.size for one in found.new.values()),
            anew=anew,
            odd_refs=found.odd,
            refused=found.refused,
            conflicts=brought.conflicts,
            rivals=self._user().read(state.rivals),
            too_large=outgoing.too_large,
            name_was_taken=chosen.machine in found.new and found.new[chosen.machine].begins,
        )

    def _now(self) -> str:
        """The present time as it is stored."""
        return iso(self._clock())

    def _place(self) -> WriteContext:
        """The context for writing to the user's own memories."""
        audit = AuditWriter(self._user().path.parent / "audit")
        return WriteContext(owner="", counter=self._counter, audit=audit, limits=Limits(), now=self._now())


def synchroniser_of(database: Callable[[], Database], home: Path, git: GitEnvironment, clock: Clock) -> Synchroniser:
    """The synchroniser of a home; what it forgets is forgotten in what sessions were told as well."""
    return Synchroniser(database, home, git, clock, Tokenizer(), partial(forget_told, home, clock, ()))
