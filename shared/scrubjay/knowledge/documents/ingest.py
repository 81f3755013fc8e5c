"""Incremental ingestion: blobs of a view that the index lacks are read from git, prepared and stored."""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack

from scrubjay.errors import ExtensionFailed, GitFailed
from scrubjay.git.history import introducing_commits
from scrubjay.git.objects import ObjectReader
from scrubjay.git.process import Git
from scrubjay.git.renames import current_path, first_days
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.decisions.standing import link_paths
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.decisions import decisions, record_decisions, record_incidents
from scrubjay.knowledge.documents.left_out import DAMAGED, absent_reason
from scrubjay.knowledge.documents.prepare import PreparedBlob, RefusedBlob, prepare
from scrubjay.knowledge.documents.symbols import record_symbols
from scrubjay.knowledge.documents.view import fetching
from scrubjay.knowledge.index import refusals
from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.kinds import Policy
from scrubjay.log import Log
from scrubjay.model.clock import Clock, iso
from scrubjay.model.counted import counted
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.frozen import dataclass
from scrubjay.model.hints import fetch_command
from scrubjay.model.view import View, ViewFile
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection

MAX_PATHS = 200
MAX_SECONDS = 5.0
"""Limits of one run: paths, and seconds."""


def follow_renames(git: Git, knowledge: Database, view: View, policy: Policy) -> None:
    """Look up in git where files are now that the view's records name and the view doesn't have."""
    if not view.commit:
        return
    entries = knowledge.read(lambda c: decisions(c, view, policy))
    present = {file.path for file in view.files}
    stored = knowledge.read(lambda c: {row["path"]: row for row in c.execute(store.Q.renamed).fetchall()})
    ends = time.monotonic() + MAX_SECONDS
    rows = []
    for path in _absent_paths(entries, present)[:MAX_PATHS]:
        before: Mapping[str, str] = stored.get(path, {"now": "", "checked": ""})
        if before["now"] in present or before["checked"] == view.commit:
            continue
        if time.monotonic() > ends:
            break
        try:
            now = current_path(git, path, view.commit, present, since="" if before["now"] else before["checked"])
        except GitFailed:  # `since` is gone, or the history takes too long: the next run retries
            continue
        rows.append({"path": path, "now": now, "checked": view.commit})
    if rows:
        knowledge.write(lambda c: store.add_records(c, store.Q.add_renamed, rows))


def _absent_paths(entries: Iterable[DecisionEntry], present: set[str]) -> list[str]:
    """The paths that decisions name and that don't exist in the view, in order."""
    missing: dict[str, None] = {}
    for entry in entries:
        for link in entry.decision.links:
            places = link_paths(entry.path, link.target)
            if not any(place in present or f"{place}/README.md" in present for place in places):
                missing.update(dict.fromkeys(places))
    return list(missing)


_log = Log(__name__)


def file_records(git: Git, knowledge: Database, view: View, policy: Policy) -> None:
    """Date by git the view's decisions and reports that state no day; what git can't date isn't tried again."""
    if not view.commit:
        return

    def undated(connection: Connection) -> list[tuple[str, int, str]]:
        parameters = {"view": store.visible(connection, view, policy), "parser": policy.parser}
        rows = connection.execute(store.Q.undated_records, parameters)
        return [(row["record"], row["content"], row["path"]) for row in rows]

    todo = knowledge.read(undated)
    if not todo:
        return
    days = first_days(git, {path for _, _, path in todo}, view.commit)

    def write(connection: Connection) -> None:
        for record, sql in (("decision", store.Q.file_decision), ("incident", store.Q.file_incident)):
            rows = [
                {"content": content, "path": path, "day": days.get(path, "")}
                for kind, content, path in todo
                if kind == record
            ]
            store.add_records(connection, sql, rows)

    knowledge.write(write)


BATCH_PASSAGES = 200
"""Rows a transaction: 50 to 200 keep 90 % of the throughput and hold the lock under 30 ms (measured)."""

MAX_DATING_SECONDS = 5.0
"""Time limit of one run's search in the history for the commits that introduced new blobs."""

Progress = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class IngestReport:
    """The result of a run. `behind` counts documents that are still missing; `seconds` is wall time."""

    added: int = 0
    passages: int = 0
    skipped: int = 0
    masked: int = 0
    behind: int = 0
    seconds: float = 0.0


class Ingester:
    """Reads blobs of one repository into its project's database; `blobs` has those of its submodules as well."""

    def __init__(
        self, git: Git, knowledge: Database, policy: Policy, counter: TokenCounter, clock: Clock, *, blobs: Git
    ) -> None:
        self._git, self._blobs = git, blobs
        self._knowledge = knowledge
        self._policy = policy
        self._counter = counter
        self._clock = clock

    def run(
        self, view: View, *, cause: str, deadline_s: float | None = None, progress: Progress | None = None
    ) -> IngestReport:
        """Make everything in the view searchable by keyword, or as much as `deadline_s` allows.

        Idempotent and safe beside other writers. Without a deadline the commits that introduced the new blobs are
        looked up as well, and the first days of records that say none.
        """
        started = time.monotonic()
        self._retry_arrived()
        files, paths = self._knowledge.read(lambda c: store.missing(c, view, self._policy))
        total, done, added, passages, skipped, masked = len(files), 0, 0, 0, 0, 0
        for start in range(0, len(paths), BATCH_PASSAGES):
            path_batch = paths[start : start + BATCH_PASSAGES]
            self._knowledge.write(lambda c, path_batch=path_batch: index.add_paths(c, path_batch))  # type: ignore[misc]
        for batch in self._batches(view, files, started, deadline_s):
            documents, pieces = self._store(batch, view)
            done += len(batch)
            added += documents
            passages += pieces
            skipped += sum(isinstance(item, RefusedBlob) for item in batch)
            masked += sum(item.masked for item in batch if isinstance(item, PreparedBlob))
            if progress:
                progress(done, total)
        if done == total or deadline_s is None:
            record_decisions(self._git, self._knowledge, view, self._policy)
            record_incidents(self._git, self._knowledge, view, self._policy)
            until = None if deadline_s is None else started + deadline_s
            record_symbols(self._knowledge, view, self._policy, until)
        self._mark_historic(view, files)
        if deadline_s is None:
            follow_renames(self._git, self._knowledge, view, self._policy)
            file_records(self._git, self._knowledge, view, self._policy)
            self._date_contents(view)
        report = IngestReport(added, passages, skipped, masked, total - done, round(time.monotonic() - started, 3))
        if done:
            self._knowledge.write(lambda c: self._record(c, view, cause, report))
        _log.info("ingested %s for %s: %s", view.short, cause, report)
        return report

    def _mark_historic(self, view: View, files: tuple[ViewFile, ...]) -> None:
        """Mark contents that were indexed only for an `as_of` query; unmark those that HEAD shows."""
        if view.as_of:
            rows = [{"blob": f.blob, "format": f.format, "chunker": self._policy.chunker} for f in files]
            self._knowledge.write(lambda c: c.executemany(store.Q.mark_historic, rows)) if rows else None
        elif self._knowledge.read(lambda c: c.execute(store.Q.historic).fetchone()):

            def claim(connection: Connection) -> None:
                number = store.visible(connection, view, self._policy)
                connection.execute(store.Q.claim_historic, {"view": number})

            self._knowledge.write(claim)

    def _retry_arrived(self) -> None:
        """Drop the refusals of blobs that a partial clone lacked and now has, so that they are read."""
        absent = self._knowledge.read(refusals.absent_blobs)
        if absent:
            with ObjectReader(self._blobs) as reader:
                arrived = list(reader.info(absent))
            now = iso(self._clock())
            self._knowledge.write(lambda c: refusals.drop_arrived(c, arrived, now))

    def _batches(
        self, view: View, files: tuple[ViewFile, ...], started: float, deadline_s: float | None
    ) -> Iterator[list[PreparedBlob | RefusedBlob]]:
        """The view's missing blobs, prepared or refused, in batches, until the deadline."""
        if not files:
            return
        batch: list[PreparedBlob | RefusedBlob] = []
        weight = 0
        with ExitStack() as stack:
            reader = stack.enter_context(ObjectReader(self._blobs))
            sizes = reader.info([file.blob for file in files])
            lacking = absent_reason(self._fetch_command()) if any(file.blob not in sizes for file in files) else ""
            for file in files:
                if deadline_s is not None and time.monotonic() - started > deadline_s:
                    break
                try:
                    command = fetching(view, file.path)
                    why = absent_reason(command) if command else lacking
                    item = self._prepared_or_refused(reader, file, sizes.get(file.blob), why)
                except GitFailed:  # git stops at a damaged object: the next process starts after it
                    reader = stack.enter_context(ObjectReader(self._blobs))
                    item = RefusedBlob(file, DAMAGED, 0)
                except ExtensionFailed:  # its parser isn't asked by this process: the next one reads it
                    continue
                batch.append(item)
                weight += len(item.passages) if isinstance(item, PreparedBlob) else 1
                if weight >= BATCH_PASSAGES:
                    yield batch
                    batch, weight = [], 0
        if batch:
            yield batch

    def _fetch_command(self) -> str:
        """The git command that fetches what this clone lacks, as far as the installed git has it."""
        return fetch_command(self._git.answer("--list-cmds=builtins")[1].decode("ascii", "replace").split())

    def _prepared_or_refused(
        self, reader: ObjectReader, file: ViewFile, info: tuple[str, int] | None, lacking: str
    ) -> PreparedBlob | RefusedBlob:
        """Read one file: its prepared blob, or why it is refused."""
        if info is None:
            return RefusedBlob(file, lacking, refusals.ABSENT)
        kind, size = info
        if kind != "blob":
            return RefusedBlob(file, f"a {kind}, not a file", size)
        if size > self._policy.max_bytes:
            limit = self._policy.max_bytes // 1024
            return RefusedBlob(file, f"{counted(size, 'byte')}; ingestion.max_file_size_kb is {limit}", size)
        return prepare(file, reader.read(file.blob, self._policy.max_bytes), self._policy, self._counter)

    def _store(self, batch: list[PreparedBlob | RefusedBlob], view: View) -> tuple[int, int]:
        """Store a batch; returns how many documents and passages are new."""
        now = iso(self._clock())
        return self._knowledge.write(lambda c: store.add(c, batch, self._policy, read_at=now, commit=view.commit))

    def _date_contents(self, view: View) -> None:
        """Store for each undated content of the view which commit introduced it, and when."""

        def undated(connection: Connection) -> dict[str, int]:
            number = store.visible(connection, view, self._policy)
            return {r["blob"]: r["id"] for r in connection.execute(store.Q.undated, {"view": number})}

        contents = self._knowledge.read(undated)
        if not contents or not view.commit:
            return
        introduced = introducing_commits(self._git, frozenset(contents), view.commit, MAX_DATING_SECONDS)
        rows = [
            {"id": content, "commit": introduced[blob][0] if blob in introduced else "unknown",
             "at": introduced[blob][1] if blob in introduced else ""}
            for blob, content in contents.items()
        ]  # fmt: skip
        self._knowledge.write(lambda c: index.date(c, rows))

    def _record(self, connection: Connection, view: View, cause: str, report: IngestReport) -> None:
        """Record a run of ingestion in the log of runs."""
        connection.execute(
            store.Q.add_ingestion,
            {
                "at": iso(self._clock()), "worktree": str(view.worktree), "branch": view.branch,
                "commit": view.commit, "cause": cause, "added": report.added, "passages": report.passages,
                "skipped": report.skipped, "masked": report.masked, "seconds": report.seconds,
            },
        )  # fmt: skip
        connection.execute(store.Q.trim_ingestions)
