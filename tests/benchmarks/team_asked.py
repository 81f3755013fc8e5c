"""Questions of a member over a synthetic team, the statements that each asks, and what PostgreSQL does for them."""

import json
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import numpy as np
import psycopg
from psycopg.rows import dict_row

from scrubjay.knowledge.retrieval.hybrid import SearchRequest
from scrubjay.model.encoded import Encoded, EncodedQuery
from scrubjay.model.frozen import dataclass, field
from scrubjay.model.hit import HybridResult
from scrubjay_team.database.connecting import Entered, TeamDatabase
from scrubjay_team.index.retriever import TeamRetriever
from scrubjay_team.index.statistics import Q
from tests.benchmarks.team_rows import FINGERPRINT, SyntheticProject

NAMES: Final = {statement.text: name for name, statement in Q}
NEAREST: Final = ("nearest_of_all", "nearest_by_graph")
FIRST: Final = 50
"""Neighbours that recall is of."""


@dataclass(frozen=True, slots=True)
class SyntheticQuestion:
    """Words of a project, and the vector that stands for them."""

    text: str
    vector: tuple[float, ...] = field(repr=False)


class KnownQuestions:
    """An embedder that has the vectors of some questions, so that no model's time is counted."""

    fingerprint = FINGERPRINT

    def __init__(self, questions: Sequence[SyntheticQuestion]) -> None:
        self._vectors = {one.text: np.array(one.vector, dtype=np.float32) for one in questions}

    def holds(self, text: str) -> bool:
        return True

    def embed_query(self, text: str) -> EncodedQuery:
        return EncodedQuery(self._vectors[text])

    def embed_passages(self, texts: Sequence[str]) -> Encoded:
        raise NotImplementedError


def questions(projects: Sequence[SyntheticProject], count: int, seed: int = 1) -> list[SyntheticQuestion]:
    """Questions, each with words and a vector as one of some projects has them."""
    chance = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        words, code = projects[int(chance.integers(len(projects)))].question(chance)
        vector = code / np.linalg.norm(code.astype(np.float32))
        made.append(SyntheticQuestion(" ".join(words), tuple(vector.tolist())))
    return made


@dataclass(frozen=True, slots=True)
class AskedStatement:
    """One statement that a search asked, with its values: ms until its rows were here, ms of CPU in PostgreSQL."""

    sql: str
    values: Any
    ms: float
    cpu: float

    @property
    def name(self) -> str:
        return NAMES.get(self.sql, "enter")


class ListeningConnection:
    """A connection that keeps what is asked of it."""

    def __init__(self, connection: psycopg.Connection[Any]) -> None:
        self._connection = connection
        self._backend = Path(f"/proc/{connection.info.backend_pid}/schedstat")
        self.asked: list[AskedStatement] = []

    def execute(self, sql: Any, values: Any = None) -> psycopg.Cursor[Any]:
        before, started = self._cpu(), time.perf_counter()
        cursor = self._connection.execute(sql, values)
        ms = (time.perf_counter() - started) * 1000
        self.asked.append(AskedStatement(sql, values, ms, self._cpu() - before))
        return cursor

    def _cpu(self) -> float:
        return int(self._backend.read_text().split()[0]) / 1e6


@dataclass(frozen=True, slots=True)
class AskedTeamSearch:
    """One search: ms of all, those of entering, ms of CPU in this process, and its statements in order."""

    ms: float
    entering: float
    python: float
    asked: tuple[AskedStatement, ...]
    result: HybridResult

    @property
    def sql_ms(self) -> float:
        return self.entering + sum(one.ms for one in self.asked)


def search(
    database: TeamDatabase, digest: bytes, retriever: TeamRetriever, question: SyntheticQuestion
) -> AskedTeamSearch:
    """Ask one question as the program does, in a transaction of its own."""
    started, spent = time.perf_counter(), time.process_time()
    with database.entered(digest) as entered:
        entering = time.perf_counter()
        listening = ListeningConnection(entered.connection)
        request = SearchRequest(query=question.text, view=None)  # type: ignore[arg-type]
        result = retriever.search(listening, request)  # type: ignore[arg-type]
    ms, python = (time.perf_counter() - started) * 1000, (time.process_time() - spent) * 1000
    return AskedTeamSearch(ms, (entering - started) * 1000, python, tuple(listening.asked), result)


def by_hand(entered: Entered, asked: Sequence[AskedStatement]) -> None:
    """The statements of a search again, without what Python makes of them."""
    for one in asked:
        entered.connection.execute(one.sql, one.values).fetchall()


def recall(entered: Entered, asked: AskedStatement) -> tuple[float, float, float]:
    """The share of the 50 nearest that the graphs find; PostgreSQL's CPU ms of the graphs, and of the exact scan."""
    values, listening = dict(asked.values), ListeningConnection(entered.connection)
    entered.connection.execute("SET LOCAL statement_timeout = 0")  # for the exact scan of a million
    found, ms = [], []
    wanted = np.array(json.loads(values["vector"]), dtype=np.float32)
    for name in NEAREST:
        rows = listening.execute(getattr(Q, name), values).fetchall()
        ms.append(listening.asked[-1].cpu)
        codes = np.array([np.frombuffer(row["code"], dtype=">f2", offset=4) for row in rows], dtype=np.float32)
        if not rows:
            return 0.0, 0.0, 0.0
        cosines = codes @ wanted / np.linalg.norm(codes, axis=1)
        found.append(np.sort(cosines)[::-1][:FIRST])
    exact, graph = found
    near = int((graph >= exact[-1] - 1e-6).sum())  # equal cosines are equally near
    return min(near, len(exact)) / len(exact), ms[1], ms[0]


def buffers(entered: Entered, asked: AskedStatement) -> tuple[int, int]:
    """Pages of 8 KiB that a statement touches: all, and those that weren't in PostgreSQL's own memory."""
    explained = f"EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) {asked.sql}"
    (row,) = entered.connection.execute(explained, asked.values).fetchall()
    plan = row["QUERY PLAN"][0]["Plan"]
    return plan["Shared Hit Blocks"] + plan["Shared Read Blocks"], plan["Shared Read Blocks"]


@contextmanager
def planning(superuser: str, digest: bytes, at: Any) -> Iterator[tuple[Any, list[Any]]]:
    """A transaction as the app in which each statement's plan, and those inside functions, are told as they run."""
    told: list[Any] = []
    with psycopg.connect(superuser, row_factory=dict_row) as connection:
        connection.add_notice_handler(lambda notice: told.append(notice.message_primary))
        connection.execute("LOAD 'auto_explain'")
        chosen = {"log_min_duration": "0", "log_nested_statements": "on", "log_analyze": "on", "log_buffers": "on",
                  "log_timing": "off", "log_format": "json", "log_level": "notice"}  # fmt: skip
        for name, value in chosen.items():
            connection.execute(f"SET auto_explain.{name} = '{value}'")
        connection.execute("SET search_path = scrubjay, public")
        connection.execute("SET ROLE scrubjay_app")
        connection.execute("SELECT * FROM enter(%s, %s)", [digest, at])
        told.clear()
        yield connection, told
        connection.rollback()


def nodes(told: str | None) -> Iterator[dict[str, Any]]:
    """The nodes of a plan that was told."""
    if told is None or "plan:" not in told:
        return
    waiting = [json.loads(told.partition("plan:")[2])["Plan"]]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += node.get("Plans", ())
