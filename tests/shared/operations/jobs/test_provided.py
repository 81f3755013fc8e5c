"""Steps of extensions: each by its own name among those of its job; what is no step is named and left out."""

import threading
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from scrubjay.extensions.kinds.functions import WorkerStep
from scrubjay.extensions.manifest import Extension
from scrubjay.extensions.registry import ExtensionRegistry, Provided
from scrubjay.operations.jobs.stages import STEPS, provided_steps, steps_of
from scrubjay.operations.jobs.step import StepContext

ACME = Extension(name="acme", summary="")
DONE: list[Any] = []


def note(host: Any, stopping: Any) -> None:
    DONE.append((host.folder, stopping()))


ENDS = threading.Event()


def endless(host: Any, stopping: Any) -> None:
    ENDS.wait()


def broken(host: Any, stopping: Any) -> None:
    raise KeyError("gone")


class Registry(ExtensionRegistry):
    """Somebody else's extension that provides what a test says."""

    def __init__(self, home: Path, *values: object) -> None:
        super().__init__(home, {}, {})
        self.values = values

    @property
    def others(self) -> tuple[Extension, ...]:
        return (ACME,)

    def provided(self, kind: str) -> Any:
        return (Provided(ACME, "acme:step", value) for value in self.values)


@pytest.fixture
def context(tmp_path: Path) -> StepContext:
    workspace = SimpleNamespace(repository=SimpleNamespace(worktree=tmp_path))
    return cast("StepContext", SimpleNamespace(workspace=workspace, app=SimpleNamespace(clock=None), makes_way=bool))


def test_ours_stand_where_they_stood(tmp_path: Path) -> None:
    registry = ExtensionRegistry.of(tmp_path)
    assert [step.name for step in steps_of("forges", registry)] == ["discussions", "judged discussions"]
    assert [step.name for step in steps_of("ingest", registry)][-3:] == [
        "relations", "consolidation", "model readings"
    ]  # fmt: skip
    assert [step.name for step in steps_of("embed", registry)][-3:] == ["briefing", "consolidation", "model readings"]
    (tmp_path / "config.yaml").write_text("extensions: {growth: off, forges: off}\n")
    off = ExtensionRegistry.of(tmp_path)
    assert steps_of("forges", off) == ()
    assert len(steps_of("ingest", off)) == len(STEPS["ingest"]) - 1


def test_those_of_others_get_a_host_under_a_name_of_their_own(tmp_path: Path, context: StepContext) -> None:
    registry = Registry(tmp_path, [WorkerStep("note", "embed", f"{__name__}:note")])
    assert list(provided_steps(registry, "ingest")) == []
    (step,) = provided_steps(registry, "embed")
    step.do(context)
    assert (step.name, DONE.pop()) == ("acme: note", (tmp_path, False))


def test_one_that_fails_is_named_and_tried_again_by_the_worker(tmp_path: Path, context: StepContext) -> None:
    registry = Registry(tmp_path, WorkerStep("broken", "embed", f"{__name__}:broken"))
    (step,) = provided_steps(registry, "embed")
    with pytest.raises(RuntimeError, match="gone"):
        step.do(context)
    assert registry.degraded == ("degraded: acme: KeyError: 'gone'",)


@pytest.mark.parametrize("value", [note, [], [note], "step"])
def test_what_is_no_step_is_left_out(tmp_path: Path, value: object) -> None:
    registry = Registry(tmp_path, value)
    assert list(provided_steps(registry, "embed")) == []
    assert registry.degraded == ("degraded: acme: TypeError: acme:step is no WorkerStep",)


def test_one_that_never_ends_holds_the_worker_no_longer_than_it_may(
    tmp_path: Path, context: StepContext, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("scrubjay.operations.jobs.stages.ALONE_S", 0.05)
    registry = Registry(tmp_path, WorkerStep("endless", "embed", f"{__name__}:endless"))
    (step,) = provided_steps(registry, "embed")
    with pytest.raises(RuntimeError, match=r"took longer than 0\.05 s"):
        step.do(context)
    ENDS.set()
