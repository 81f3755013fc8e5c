"""Steps of each job after a commit, in order, with a line on what each leaves behind.

1. git runs our hook, which enqueues an "ingest" of the worktree and starts a worker (`git_hooks.event`).
2. The worker claims it (`loop`), opens the worktree (`runner`), and runs the steps below one after another. A step that
   fails is recorded and tried again after its back-off; the next ones run all the same.
3. The last steps of "ingest" ask for the jobs that follow. "embed" and "forges" make way for what is more urgent.

A client's hooks enqueue "ingest" and "capture" as well, a write to the working set "briefing".
"""

from collections.abc import Iterator, Mapping
from functools import partial
from types import MappingProxyType

from scrubjay.extensions.in_time import ALONE_S, in_time
from scrubjay.extensions.kinds.functions import WorkerStep
from scrubjay.extensions.loading import asks_for, load
from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.registry import ExtensionRegistry
from scrubjay.operations.jobs import history_summaries, indexing, model_readings, sessions, setup, vectors
from scrubjay.operations.jobs.step import JobStep, StepContext
from scrubjay.storage.queue.job import Kind


def provided_steps(registry: ExtensionRegistry, kind: Kind) -> Iterator[JobStep]:
    """The steps of extensions for a kind of job, in the order of manifests; what is no step is named and left out."""
    for provided in registry.provided("job_step"):
        extension = provided.extension
        steps = provided.value if isinstance(provided.value, tuple | list) else ()
        each = [provided.value] if isinstance(provided.value, WorkerStep) else steps
        if not each or not all(isinstance(one, WorkerStep) for one in each):
            registry.failed(extension.name, TypeError(f"{provided.target} is no WorkerStep"))
            continue
        for step in each:
            if step.job == kind:
                theirs = f"{extension.name}: " if extension in registry.others else ""
                yield JobStep(f"{theirs}{step.name}", partial(_do, registry, extension, step))


def _do(registry: ExtensionRegistry, extension: Extension, step: WorkerStep, context: StepContext) -> None:
    """Do a step of ours with the job, one of others with its host. Raises what it raises, and RuntimeError."""
    if extension not in registry.others and asks_for(function := load(step.target), "context"):
        function(context)
        return

    from scrubjay.wiring.hosting import hosted  # a worker for ours alone needs no host

    def run() -> bool:
        load(step.target)(hosted(context.workspace, context.app.clock, registry, extension), context.makes_way)
        return True

    if in_time(registry, extension.name, run, bool, ALONE_S) is None:
        raise RuntimeError(registry.why(extension.name))


def _provided(name: str, of: str, target: str) -> JobStep:
    """A step of an extension, which is imported when the step runs; nothing is done where it is off."""

    def do(context: StepContext) -> None:
        if context.workspace.extensions.is_on(of):
            load(target)(context)

    return JobStep(name, do)


PROVIDED = JobStep("", lambda _: None)
"""Where the steps that extensions provide for the job stand among the others."""

STEPS: Mapping[Kind, tuple[JobStep, ...]] = MappingProxyType({
    "ingest": (
        # documents and code at HEAD are searchable; what changed is read, masked and chunked (`documents.ingest`)
        JobStep("text", indexing.text),
        # what the repository's configuration asked for and may not set is on record
        JobStep("refused settings", setup.refused_settings),
        # memories that came without an index are searchable
        JobStep("memory index", indexing.memory_index),
        # memories are anchored in git's history, and known to be visible at HEAD or not
        JobStep("memory anchors", indexing.memory_anchors),
        # memories whose time is over fade or come back, by their grade at the base branch
        JobStep("lifetimes", indexing.lifetimes),
        # commits, and what else is searched, are read up to HEAD
        JobStep("commits", indexing.further_kinds),
        # the project knows its clones by their root commits
        JobStep("root commits", setup.root_commits),
        # git may note in a copy of the clone's index which files it read
        JobStep("copies of indexes", setup.copies_of_indexes),
        # a new worktree has the skills
        JobStep("skill links", setup.skill_links),
        # a new worktree has the client's hooks
        JobStep("client hooks", setup.client_hooks),
        # conversations past their retention are gone
        JobStep("old conversations", sessions.old_conversations),
        # transcripts, captures, extractions, forges and vectors are enqueued where something waits
        JobStep("further jobs", sessions.further_jobs),
        # the hooks of a client have their switches and the next briefing
        JobStep("briefing", indexing.briefing),
        # the graph of HEAD is built
        _provided("relations", "graph", "scrubjay_graph.steps:relations"),
        # extensions did their part, such as consolidation
        PROVIDED,
        # a language model, where one is set, read what grounds memories
        JobStep("model readings", model_readings.model_readings),
    ),
    "briefing": (
        # the hooks of a client have the next briefing
        JobStep("briefing", indexing.briefing),
    ),
    "transcripts": (
        # the turns of this worktree's sessions are imported and masked
        JobStep("transcripts", sessions.transcripts),
    ),
    "capture": (
        # what sessions showed, and people stated in them, is kept
        JobStep("capture", sessions.capture),
        # the next briefing has it
        JobStep("briefing", indexing.briefing),
    ),
    "extract": (
        # memories are extracted from people's turns
        JobStep("extraction", sessions.extraction),
        # a language model, where one is set for it, summed up the turns that prompts don't hold whole
        JobStep("history summaries", history_summaries.history_summaries),
    ),
    "forges": (
        # discussions of the forges are read, and what outsiders wrote in them is judged
        PROVIDED,
    ),
    "embed": (
        # passages of the project, memories included, have vectors
        JobStep("vectors", vectors.vectors),
        # so have the user's own memories
        JobStep("user vectors", vectors.user_vectors),
        # so have turns
        JobStep("turn vectors", vectors.turn_vectors),
        # so have discussions
        JobStep("discussion vectors", vectors.discussion_vectors),
        # the next briefing is chosen with them
        JobStep("briefing", indexing.briefing),
        # extensions did their part, now by meaning
        PROVIDED,
        # a language model read what grounds memories
        JobStep("model readings", model_readings.model_readings),
    ),
})  # fmt: skip
"""The steps of each kind of job; a step's name is shown where it fails."""


def steps_of(kind: Kind, registry: ExtensionRegistry) -> tuple[JobStep, ...]:
    """The steps of a kind of job, in order."""
    each = (provided_steps(registry, kind) if step is PROVIDED else (step,) for step in STEPS[kind])
    return tuple(step for some in each for step in some)
