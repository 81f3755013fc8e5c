"""The steps of the worker's jobs for growth, as data."""

from typing import Final

from scrubjay.extensions.kinds.functions import WorkerStep

STEPS: Final = (
    WorkerStep("consolidation", "ingest", "scrubjay_growth.steps:consolidation"),
    WorkerStep("consolidation", "embed", "scrubjay_growth.steps:consolidation"),
)
