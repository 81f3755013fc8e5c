"""What a server counts, by Prometheus: of its requests as they end, and of its database at most every few seconds."""

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Final, Literal

import psycopg
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, start_http_server
from prometheus_client.core import GaugeMetricFamily, Metric

from scrubjay import __version__
from scrubjay.errors import ScrubjayError, UsageError
from scrubjay.model.frozen import dataclass
from scrubjay_team.database.failures import reason
from scrubjay_team.database.queries import load
from scrubjay_team.errors import TeamDatabaseUnavailable

if TYPE_CHECKING:
    from scrubjay_team.database.connecting import TeamDatabase

Q = load(__package__)

_log = logging.getLogger(__name__)

KEPT_S: Final = 5.0
"""Seconds for which what the database said counts: whoever scrapes more often can't load it."""

SECONDS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)


@dataclass(frozen=True, slots=True)
class NamedMetric:
    """A metric: its name, what it is, in words, and its labels. `row` is the database's column for it, if any."""

    name: str
    kind: Literal["counter", "histogram", "gauge"]
    help: str
    labels: tuple[str, ...] = ()
    row: str = ""


METRICS: Final = (
    NamedMetric("scrubjay_requests_total", "counter", "requests that were answered", ("route", "method", "status")),
    NamedMetric("scrubjay_request_seconds", "histogram", "how long they took", ("route",)),
    NamedMetric("scrubjay_refused_total", "counter", "requests that the gate let nowhere, by why", ("reason",)),
    NamedMetric("scrubjay_requests_in_flight", "gauge", "requests that are being answered"),
    NamedMetric("scrubjay_connections_used", "gauge", "connections to the database in use, of 8"),
    NamedMetric("scrubjay_connections_wanted", "gauge", "requests that wait for one"),
    NamedMetric("scrubjay_build", "gauge", "1, with the version of the program", ("version",)),
    NamedMetric("scrubjay_up", "gauge", "1 where the database answers, else 0"),
    NamedMetric("scrubjay_schema", "gauge", "the number of the database's schema", row="schema"),
    NamedMetric("scrubjay_database_bytes", "gauge", "the size of the database", row="bytes"),
    NamedMetric("scrubjay_jobs_waiting", "gauge", "jobs that the worker hasn't begun", row="jobs"),
    NamedMetric("scrubjay_jobs_failed", "gauge", "jobs that failed", row="jobs_failed"),
    NamedMetric("scrubjay_workers", "gauge", "workers that gave a sign of life within a minute", row="workers"),
    NamedMetric("scrubjay_mirrors", "gauge", "mirrored repositories", row="mirrors"),
    NamedMetric("scrubjay_mirrors_failed", "gauge", "those whose last fetch or index failed", row="mirrors_failed"),
    NamedMetric(
        "scrubjay_mirrors_behind", "gauge", "those that are fetched, and not indexed yet", row="mirrors_behind"
    ),
    NamedMetric(
        "scrubjay_mirror_oldest_fetch_seconds", "gauge", "since when the longest unfetched one wasn't fetched",
        row="oldest_fetch",
    ),
    NamedMetric("scrubjay_audit_waiting", "gauge", "acts that aren't chained yet", row="audit"),
    NamedMetric("scrubjay_outbox_rows", "gauge", "changes that are kept to be told", row="outbox"),
    NamedMetric("scrubjay_archive_objects_going", "gauge", "objects of archives that are to be deleted", row="going"),
)  # fmt: skip
"""All of them; labels hold patterns, methods and classes of status alone."""


class TeamMetrics:
    """The metrics of one process. Thread-safe."""

    def __init__(self, database: "TeamDatabase") -> None:
        self.registry = CollectorRegistry(auto_describe=False)
        made: dict[str, Any] = {}
        for one in METRICS:
            if one.kind == "counter":
                made[one.name] = Counter(one.name, one.help, one.labels, registry=self.registry)
            elif one.kind == "histogram":
                made[one.name] = Histogram(one.name, one.help, one.labels, registry=self.registry, buckets=SECONDS)
            elif not one.row and one.name != "scrubjay_up":
                made[one.name] = Gauge(one.name, one.help, one.labels, registry=self.registry)
        made["scrubjay_build"].labels(__version__).set(1)
        self._requests, self._seconds = made["scrubjay_requests_total"], made["scrubjay_request_seconds"]
        self._refused = made["scrubjay_refused_total"]
        made["scrubjay_connections_used"].set_function(lambda: database.used)
        made["scrubjay_connections_wanted"].set_function(lambda: database.wanted)
        self._in_flight = made["scrubjay_requests_in_flight"]
        self.registry.register(DatabaseNumbers(database))

    def began(self) -> None:
        """Count a request that is being answered."""
        self._in_flight.inc()

    def ended(self, route: str, method: str, status: int, seconds: float, refused: str = "") -> None:
        """Count one that was; `status` 0: nothing was answered. `refused` is the name of the gate's refusal."""
        self._in_flight.dec()
        self._requests.labels(route, method, f"{status // 100}xx" if status else "none").inc()
        self._seconds.labels(route).observe(seconds)
        if refused:
            self._refused.labels(refused).inc()


class DatabaseNumbers:
    """The numbers that the database tells, read when somebody asks for metrics."""

    def __init__(self, database: "TeamDatabase", clock: Callable[[], float] = time.monotonic) -> None:
        self._database, self._clock = database, clock
        self._lock = threading.Lock()
        self._read: tuple[float, bool, Mapping[str, Any]] = (float("-inf"), False, {})

    def collect(self) -> Iterator[Metric]:
        """Every number as it is now, or was a few seconds ago; of a database that is away that it is."""
        up, row = self._told()
        yield GaugeMetricFamily("scrubjay_up", _help("scrubjay_up"), value=float(up))
        for one in METRICS:
            if one.row and (value := row.get(one.row)) is not None:
                yield GaugeMetricFamily(one.name, one.help, value=float(value))

    def _told(self) -> tuple[bool, Mapping[str, Any]]:
        """Whether the database answers, and its numbers: none where it is too slow for them, or can't count."""
        with self._lock:
            at, up, row = self._read
            if self._clock() - at > KEPT_S:
                up, row = False, {}
                try:
                    with self._database.plain() as connection:
                        up = True
                        row = connection.execute(Q.numbers).fetchone() or {}
                except TeamDatabaseUnavailable:
                    up = False
                except (ScrubjayError, psycopg.Error) as error:
                    _log.warning("the database can't be counted: %s", reason(error))
                self._read = self._clock(), up, row
            return up, row


def _help(name: str) -> str:
    return next(one.help for one in METRICS if one.name == name)


@contextmanager
def metrics_at(address: str, metrics: TeamMetrics) -> Iterator[int]:
    """Answer whoever asks for the metrics at HOST:PORT, in a thread; gives the port. Raises UsageError."""
    host, _, port = address.rpartition(":")
    try:
        server, thread = start_http_server(int(port), host.strip("[]"), registry=metrics.registry)
    except OSError as error:
        raise UsageError(
            f"team.metrics {address} can't be listened on ({error.strerror}). Choose another address."
        ) from None
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()
        thread.join()
