"""The document service: views, ingestion, verification and reading for one worktree of one project."""

from collections.abc import Callable, Collection
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from scrubjay.errors import GitFailed
from scrubjay.git.clone_state import packed_at
from scrubjay.git.lookup import Lookup, ObjectCache
from scrubjay.git.process import Git
from scrubjay.knowledge.chunking import TokenCounter
from scrubjay.knowledge.documents import decisions as decision_records
from scrubjay.knowledge.documents import store
from scrubjay.knowledge.documents.left_out import LeftOut
from scrubjay.knowledge.documents.listing import resolve_document
from scrubjay.knowledge.documents.opening import MaskedLine, masked_lines, open_document
from scrubjay.knowledge.documents.selection import Selection
from scrubjay.knowledge.documents.store import GcReport
from scrubjay.knowledge.documents.symbols import SymbolDefinition, find_symbols, unread_symbols
from scrubjay.knowledge.documents.values import DocumentText, HeadedPassage, IngestionRun, ViewCounts, ViewRecords
from scrubjay.knowledge.documents.versions import page_versions
from scrubjay.knowledge.documents.view import Views, reading
from scrubjay.knowledge.index import refusals
from scrubjay.knowledge.index import store as index
from scrubjay.knowledge.index.generation import generation
from scrubjay.knowledge.index.kinds import Policy, corpora_of
from scrubjay.model.clock import Clock, iso
from scrubjay.model.decision import DecisionEntry
from scrubjay.model.paths import path_problem, safe_path
from scrubjay.model.view import View
from scrubjay.storage.database import Database
from scrubjay.storage.driver import Connection
from scrubjay.text.languages import OtherForm

if TYPE_CHECKING:
    from scrubjay.knowledge.documents.explain import Explanation
    from scrubjay.knowledge.documents.ingest import IngestReport, Progress
    from scrubjay.knowledge.documents.verify import Verification

MAX_RECORDS = 4
"""Views whose records are cached."""

LARGEST_READ = 1_000_000
"""Bytes of a file of which only git's id is asked for."""


class Documents:
    """The documents of one worktree: indexes them and answers questions about them.

    Each imports its module late: most processes call a few of them. `after` reads what else complete views say.
    """

    def __init__(
        self,
        git: Git,
        knowledge: Database,
        views: Views,
        selection: Selection,
        policy: Policy,
        counter: TokenCounter,
        clock: Clock,
        *,
        fingerprint: Callable[[], str],
        after: Callable[[View], object] = lambda view: None,
    ) -> None:
        self._git, self._objects = git, ObjectCache()
        self._knowledge = knowledge
        self._views = views
        self._selection = selection
        self._policy = policy
        self._counter = counter
        self._fingerprint = fingerprint
        self._after = after
        self._complete = ("", -1)
        """The view last found complete, and the content generation at that time."""
        self._records: dict[tuple[str, int], ViewRecords] = {}
        self._clock = clock

    def view(self, as_of: str = "") -> View:
        """The view of HEAD, or of a revision, tag or date. Raises UnknownRevision."""
        return self._views.as_of(as_of)

    def objects(self) -> Lookup:
        """Reads git objects for one thread; lookups by full id are cached between calls."""
        return Lookup(self._git, self._objects)

    def blob_at(self, view: View, path: str) -> str:
        """Git's id of a file at the view's commit, indexed or not; empty where there is none, or a very large one."""
        if not view.commit or path_problem(path):
            return ""
        with self.objects() as objects:
            try:
                there = objects.entry(view.commit, path, LARGEST_READ)
            except GitFailed:
                return ""
        return there.oid if there is not None and there.kind == "blob" else ""

    def visible(self, connection: Connection, view: View) -> int:
        """Load a view into a connection's `temp.visible`; returns its number there."""
        return store.visible(connection, view, self._policy)

    def behind(self, view: View) -> int:
        """The number of documents of the view that aren't searchable yet, or not parsed as decisions or for symbols."""

        def count(connection: Connection) -> int:
            state = (view.key, generation(connection))
            if state == self._complete:
                return 0
            files, paths = store.missing(connection, view, self._policy)
            unread = (
                paths
                or decision_records.unparsed_decisions(connection, view, self._policy)
                or decision_records.unparsed_reports(connection, view, self._policy)
                or unread_symbols(connection, view, self._policy)
            )
            behind = len(files) or min(len(unread), 1)
            if not behind:
                self._complete = state
            return behind

        return self._knowledge.read(count)

    def may_have_arrived(self, view: View) -> bool:
        """Whether git packed objects since the index last missed blobs of the view; starts no process."""
        if not self.records(view).left_out.fetch:
            return False
        packed = datetime.fromtimestamp(packed_at(self._views.repository), UTC)
        return iso(packed) > self._knowledge.read(refusals.absent_since)

    def ingest(
        self, view: View, *, cause: str, deadline_s: float | None = None, progress: "Progress | None" = None
    ) -> "IngestReport":
        """Make the view searchable by keyword; see Ingester.run."""
        from scrubjay.knowledge.documents.ingest import Ingester

        ingester = Ingester(
            self._git, self._knowledge, self._policy, self._counter, self._clock, blobs=reading(self._git, view)
        )
        report = ingester.run(view, cause=cause, deadline_s=deadline_s, progress=progress)
        if not report.behind:
            self._after(view)
        return report

    def verify(self, view: View, *, deep: bool = False) -> "Verification":
        """Compare the view with the index blob by blob; never repairs."""
        from scrubjay.knowledge.documents.verify import verify

        return verify(
            git=self._git,
            knowledge=self._knowledge,
            view=view,
            selection=self._selection,
            policy=self._policy,
            counter=self._counter,
            deep=deep,
        )

    def text(self, view: View, path: str) -> DocumentText:
        """A document's masked text, also by the path of a link. Raises UnsafePath, NotFound when the view lacks it."""
        requested = safe_path(path)
        resolved = self.resolve_path(view, requested) or requested
        link = requested if resolved != requested else ""
        return open_document(
            git=self._git,
            cache=self._objects,
            knowledge=self._knowledge,
            policy=self._policy,
            view=view,
            path=resolved,
            link=link,
        )

    def resolve_path(self, view: View, path: str) -> str:
        """The document that a path resolves to in a view, through links inside the tree; "" where there is none."""
        return resolve_document(self._git, view, path)

    def decisions(self, view: View) -> tuple[DecisionEntry, ...]:
        """The decision records of the view with their standing."""
        return self.records(view).decisions

    def records(self, view: View) -> ViewRecords:
        """The decisions and incidents of a view, and what isn't read of it; computed again when contents changed."""

        def find(connection: Connection) -> ViewRecords:
            key = (view.key, generation(connection))
            if (cached := self._records.get(key)) is not None:
                return cached
            entries = decision_records.decisions(connection, view, self._policy)
            paths = decision_records.by_path(entries, (file.path for file in view.files))
            incidents = decision_records.incidents(connection, view, self._policy)
            left_out = store.left_out(connection, view, self._policy)
            versions = page_versions(file.path for file in view.files if not file.format.startswith("code:"))
            records = ViewRecords(entries, paths, incidents, versions, left_out)
            if len(self._records) >= MAX_RECORDS:
                self._records.clear()
            self._records[key] = records
            return records

        return self._knowledge.read(find)

    def sections(self, view: View, limit: int) -> tuple[HeadedPassage, ...]:
        """The first passages of the view's documents with their headings, the top of the tree first."""

        def find(connection: Connection) -> tuple[HeadedPassage, ...]:
            rows = connection.execute(store.Q.sections, {"view": self.visible(connection, view), "limit": limit})
            return tuple(HeadedPassage(row["heading"], row["path"], row["start_line"], row["text"]) for row in rows)

        return self._knowledge.read(find)

    def other_forms(self, view: View, query: str) -> "tuple[OtherForm, ...]":
        """Other forms of what a query abbreviates or spells out, as the view's documents explain and use them."""
        return self._knowledge.read(lambda c: store.find_forms(c, view, self._policy, query))

    def symbols(self, view: View, name: str) -> "tuple[SymbolDefinition, ...]":
        """Where the view's code defines a symbol, such as `Class.method`; the first places when there are many."""
        return self._knowledge.read(lambda c: find_symbols(c, view, self._policy, name))

    def counts(self, view: View) -> ViewCounts:
        """Count the documents, passages and records of the view; counted again after a commit."""
        fingerprint = self._fingerprint()

        def count(connection: Connection) -> ViewCounts:
            number = store.visible(connection, view, self._policy)
            row = connection.execute(store.Q.counts, {"view": number}).fetchone()
            parameters = {"view": number, "fingerprint": fingerprint}
            corpora = corpora_of(tuple(row) for row in connection.execute(store.Q.corpora, parameters))
            absent, _ = store.missing(connection, view, self._policy)
            cut = len(connection.execute(store.Q.limited_files, {"view": number}).fetchall())
            skipped = len(self._left_out(connection, view).files)
            cut += len(view.cut)
            return ViewCounts(
                documents=row["documents"],
                passages=row["passages"],
                corpora=corpora,
                masked=row["masked"],
                skipped=skipped,
                cut=cut,
                behind=len(absent),
            )

        key = ("counts", view.key, self._policy.key, self._policy.chunker, fingerprint)
        return self._knowledge.read(lambda c: c.once(key, lambda: count(c)))

    def left_out(self, view: View) -> LeftOut:
        """What isn't read of the view: selected files that the index lacks, and files that no pattern selects."""
        return self._knowledge.read(lambda c: self._left_out(c, view))

    def _left_out(self, connection: Connection, view: View) -> LeftOut:
        """What isn't read of the view: from its known records, else counted now."""
        known = self._records.get((view.key, generation(connection)))
        return known.left_out if known is not None else store.left_out(connection, view, self._policy)

    def masked_paths(self, view: View) -> tuple[tuple[str, int], ...]:
        """The number of masked lines of each path of the view that has some; git isn't read."""

        def find(connection: Connection) -> tuple[tuple[str, int], ...]:
            rows = connection.execute(store.Q.masked_paths, {"view": self.visible(connection, view)})
            return tuple((row["path"], row["masked"]) for row in rows)

        return self._knowledge.read(find)

    def limited_paths(self, view: View) -> tuple[tuple[str, str], ...]:
        """Paths of the view that aren't read in full, each with the reason, such as a limit of size."""

        def find(connection: Connection) -> tuple[tuple[str, str], ...]:
            number = store.visible(connection, view, self._policy)
            rows = connection.execute(store.Q.limited_files, {"view": number})
            tree = [("the whole tree", why) for why in view.cut]
            return (*tree, *((row["path"], row["reason"]) for row in rows))

        return self._knowledge.read(find)

    def masked(self, view: View) -> "tuple[MaskedLine, ...]":
        """The masked lines of the view's documents, in path order, each with the mark that would allow it."""
        return masked_lines(self._git, self._knowledge, view, self._policy)

    def explain(self, path: str) -> "Explanation":
        """Why a path is found at HEAD, or not."""
        from scrubjay.knowledge.documents.explain import Explainer

        explainer = Explainer(self._git, self._knowledge, self._selection, self._policy, self._fingerprint)
        return explainer.explain(self._views.head(), safe_path(path))

    def log(self, limit: int = 20) -> tuple[IngestionRun, ...]:
        """The latest ingestion runs, newest first."""
        rows = self._knowledge.read(
            lambda c: c.execute(store.Q.ingestions, {"limit": max(0, min(limit, 1000))}).fetchall()
        )
        return tuple(IngestionRun.of(row) for row in rows)

    def collect_garbage(self, clones: tuple[Git, ...] = (), extensions: Collection[str] = ()) -> "GcReport":
        """Delete contents that neither this clone nor the project's other clones have in git.

        What sources of extensions gave stays where these are among `extensions`.
        """
        return store.collect((reading(self._git, self.view()), *clones), self._knowledge, self._policy, extensions)

    def drop_index(self) -> None:
        """Delete all index contents that come from git; the next ingestion reads them again."""
        self._knowledge.write(index.clear_git)
