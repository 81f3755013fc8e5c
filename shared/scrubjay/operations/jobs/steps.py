"""The steps of each kind of job, in order; each runs, and fails, independently."""

from collections.abc import Mapping
from types import MappingProxyType

from scrubjay.extensions.loading import load
from scrubjay.operations.jobs import indexing, model_readings, provided, sessions, setup, vectors
from scrubjay.operations.jobs.step import JobStep, StepContext
from scrubjay.storage.queue.job import Kind

OPENING = "opening"
"""What precedes all steps: opening the worktree, reading its configuration."""


def _provided(name: str, target: str) -> JobStep:
    """A step of an extension, which is imported when the step runs."""

    def do(context: StepContext) -> None:
        load(target)(context)

    return JobStep(name, do)


STEPS: Mapping[Kind, tuple[JobStep, ...]] = MappingProxyType({
    "ingest": (
        JobStep("text", indexing.text),
        JobStep("refused settings", setup.refused_settings),
        JobStep("memory index", indexing.memory_index),
        JobStep("memory anchors", indexing.memory_anchors),
        JobStep("lifetimes", indexing.lifetimes),
        JobStep("commits", indexing.further_kinds),
        JobStep("root commits", setup.root_commits),
        JobStep("skill links", setup.skill_links),
        JobStep("client hooks", setup.client_hooks),
        JobStep("old conversations", sessions.old_conversations),
        JobStep("further jobs", sessions.further_jobs),
        JobStep("briefing", indexing.briefing),
        JobStep("relations", indexing.relations),
        JobStep("consolidation", provided.steps),
        JobStep("model readings", model_readings.model_readings),
    ),
    "transcripts": (JobStep("transcripts", sessions.transcripts),),
    "capture": (JobStep("capture", sessions.capture), JobStep("briefing", indexing.briefing)),
    "extract": (JobStep("extraction", sessions.extraction),),
    "forges": (
        _provided("discussions", "scrubjay_forges.steps:discussions"),
        _provided("judged discussions", "scrubjay_forges.steps:judged_discussions"),
    ),
    "embed": (
        JobStep("vectors", vectors.vectors),
        JobStep("user vectors", vectors.user_vectors),
        JobStep("turn vectors", vectors.turn_vectors),
        JobStep("discussion vectors", vectors.discussion_vectors),
        JobStep("briefing", indexing.briefing),
        JobStep("consolidation", provided.steps),
        JobStep("model readings", model_readings.model_readings),
    ),
})  # fmt: skip
