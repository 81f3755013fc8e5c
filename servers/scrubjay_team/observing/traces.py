"""Traces by OpenTelemetry, where the settings name a collector: sent in the background, dropped where it is away."""

import logging
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.sdk.trace.sampling import ParentBased, TraceIdRatioBased

from scrubjay import __version__

SERVICE: Final = "scrubjay-team"
MOST_WAITING: Final = 2_048
"""Spans that wait to be sent; more are dropped."""

SEND_S: Final = 5
"""Seconds for one delivery."""

END_S: Final = 2.0
"""Seconds for what still waits once the server ends; what isn't sent by then is dropped."""

ENDING: Final = "scrubjay-traces-ending"
"""The name of the thread that sends it."""


@contextmanager
def tracing(endpoint: str, share: float) -> Iterator[Any]:
    """A tracer whose spans go to a collector over OTLP/HTTP; `share` of the requests, 0 to 1."""
    logging.getLogger("opentelemetry").setLevel(logging.CRITICAL)  # a collector that is away is no matter of the log
    resource = Resource.create({"service.name": SERVICE, "service.version": __version__})
    provider = TracerProvider(resource=resource, sampler=ParentBased(TraceIdRatioBased(share)), shutdown_on_exit=False)
    exporter = OTLPSpanExporter(endpoint=f"{endpoint.rstrip('/')}/v1/traces", timeout=SEND_S)
    provider.add_span_processor(BatchSpanProcessor(exporter, max_queue_size=MOST_WAITING))
    try:
        yield provider.get_tracer(SERVICE, __version__)
    finally:
        ending = threading.Thread(target=provider.shutdown, name=ENDING, daemon=True)
        ending.start()
        ending.join(END_S)
