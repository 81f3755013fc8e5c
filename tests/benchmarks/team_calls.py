"""Calls of a team's tools as a process answers them, and each statement that one asks of PostgreSQL, in order."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final, cast

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.model.frozen import dataclass
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.render import render
from scrubjay.settings.layers import load_settings
from scrubjay_serving.knowledge import HITS
from scrubjay_team.changes.news import news_line
from scrubjay_team.database.connecting import Entered, TeamDatabase
from scrubjay_team.database.queries import load
from scrubjay_team.memories.api import TeamClaim
from scrubjay_team.serving.calls import TeamServices
from tests.benchmarks.team_asked import AskedStatement, ListeningConnection, SyntheticQuestion

PACKAGES: Final = ("index", "memories", "serving.recall", "changes", "usage", "database", "people", "review")
NAMES: Final = {
    statement.text: f"{package.rpartition('.')[2]}.{name}"
    for package in PACKAGES
    for name, statement in load(f"scrubjay_team.{package}")
}


def name_of(sql: str) -> str:
    """What a statement is called: by its package and its name there."""
    return NAMES.get(sql, sql.split(maxsplit=1)[0].lower())


class CallConnection(ListeningConnection):
    """A connection that also keeps what a block of its own, which may fail alone, asks of PostgreSQL."""

    broken = False

    @contextmanager
    def transaction(self) -> Iterator[None]:
        self.execute("SAVEPOINT counted")
        yield
        self.execute("RELEASE SAVEPOINT counted")


@dataclass(frozen=True, slots=True)
class AskedCall:
    """One call of a tool: the statements of its transaction behind the first, which enters it, and what it answered."""

    asked: tuple[AskedStatement, ...]
    answer: str


class AskedTools:
    """The tools that a load asks, as the server's process runs them."""

    def __init__(self, database: TeamDatabase, embedder: Embedder) -> None:
        self._database = database
        with TemporaryDirectory() as home:
            settings = load_settings({**os.environ, "SCRUBJAY_HOME": str(Path(home, "home"))})
        self._services = TeamServices.of(database, lambda: datetime.now(UTC), embedder, settings.retrieval)

    def search(self, digest: bytes, question: SyntheticQuestion) -> AskedCall:
        """search_knowledge with a question."""
        with self._entered(digest) as (entered, asked):
            request = RecallRequest(query=question.text, limit=HITS, trimmed=True)
            answer = render(self._services.recall.search(entered, request, ""))
            return self._told(entered, asked, "search_knowledge", answer)

    def remember(self, digest: bytes, text: str) -> AskedCall:
        """remember with a claim; it is kept."""
        with self._entered(digest) as (entered, asked):
            outcome = self._services.memories.remember(entered, TeamClaim(content=text))
            return self._told(entered, asked, "remember", type(outcome).__name__)

    @contextmanager
    def _entered(self, digest: bytes) -> Iterator[tuple[Entered, list[AskedStatement]]]:
        with self._database.entered(digest) as entered:
            listening = CallConnection(entered.connection)
            yield Entered(cast("Any", listening), entered.caller), listening.asked

    def _told(self, entered: Entered, asked: Sequence[AskedStatement], called: str, answer: str) -> AskedCall:
        """What comes behind each call: its count, and before it news in an answer that is text."""
        line = "" if called == "remember" else news_line(entered, "", self._services.reviews.for_you)
        self._services.kinds.count(entered, called, datetime.now(UTC), writes=called == "remember")
        return AskedCall(tuple(asked), f"{answer}\n{line}")
