"""The application around the gate that measures each request, tells it to the log, and makes it a span of a trace."""

import logging
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from scrubjay.errors import ConfigError
from scrubjay.model.later import Later
from scrubjay_team.observing.logs import ACCESS, REQUEST
from scrubjay_team.observing.routes import method_of, route_of
from scrubjay_team.serving.refusals import REFUSED

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from scrubjay_team.database.connecting import TeamDatabase
    from scrubjay_team.observing import metrics as counting
    from scrubjay_team.observing import traces
    from scrubjay_team.settings import TeamSection
else:
    counting = Later("scrubjay_team.observing.metrics")
    traces = Later("scrubjay_team.observing.traces")

_log = logging.getLogger(ACCESS)


class ObservedApplication:
    """An ASGI application in front of another. Without `metrics`, `tracer` and a log that listens it isn't needed."""

    def __init__(
        self, application: "ASGIApp", metrics: "counting.TeamMetrics | None" = None, tracer: Any = None
    ) -> None:
        """`tracer` is one of OpenTelemetry."""
        self._application, self._metrics, self._tracer = application, metrics, tracer

    async def __call__(self, scope: "Scope", receive: "Receive", send: "Send") -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._application(scope, receive, send)
            return
        route, method = route_of(scope["path"]), method_of(scope["method"])
        status, began = 0, time.perf_counter()

        async def watched(message: "Message") -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        told = REQUEST.set(uuid4().hex[:16])
        if self._metrics:
            self._metrics.began()
        name = f"{method} {route}"  # an exception's words may be of what was asked: none goes into a span
        quiet = {"record_exception": False, "set_status_on_exception": False}
        span = self._tracer.start_as_current_span(name, **quiet) if self._tracer else nullcontext()
        try:
            with span as traced:
                try:
                    await self._application(scope, receive, watched)
                finally:
                    if traced is not None:
                        traced.set_attributes({"http.route": route, "http.response.status_code": status})
        finally:
            seconds = time.perf_counter() - began
            if self._metrics:
                self._metrics.ended(route, method, status, seconds, scope.get(REFUSED, ""))
            fields = {"route": route, "method": method, "status": status, "ms": round(seconds * 1000, 1)}
            _log.info("%s %s %s", method, route, status, extra=fields)
            REQUEST.reset(told)


@contextmanager
def observed(application: "ASGIApp", database: "TeamDatabase", section: "TeamSection") -> Iterator["ASGIApp"]:
    """The application as the settings let it be watched; itself where they don't. Raises ConfigError, UsageError."""
    if not (section.metrics or section.traces or section.logs == "json"):
        yield application
        return
    with ExitStack() as opened:
        metrics = tracer = None
        if section.metrics:
            metrics = counting.TeamMetrics(database)
            opened.enter_context(counting.metrics_at(section.metrics, metrics))
        if section.traces:
            try:
                tracer = opened.enter_context(traces.tracing(section.traces, section.traced))
            except ModuleNotFoundError:
                raise ConfigError(
                    "team.traces names a collector, and what sends to it isn't installed: `pip install '.[traces]'`."
                ) from None
        yield ObservedApplication(application, metrics, tracer)
