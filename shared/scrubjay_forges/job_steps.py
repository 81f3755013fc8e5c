"""The steps of the worker's jobs for forges, as data."""

from typing import Final

from scrubjay.extensions.kinds.functions import WorkerStep

STEPS: Final = (
    WorkerStep("discussions", "forges", "scrubjay_forges.steps:discussions"),
    WorkerStep("judged discussions", "forges", "scrubjay_forges.steps:judged_discussions"),
)
