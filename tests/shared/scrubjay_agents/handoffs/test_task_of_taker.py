"""A handoff that is finished leaves the branch: the taker's own task comes back, or there is none."""

from collections.abc import Callable

from scrubjay.app import Workspace
from scrubjay.model.agent import Caller
from scrubjay.session.tasks.task import Note, Task, TaskChange
from scrubjay_agents.services import AgentServices
from tests.shared.scrubjay_agents.handoffs.conftest import CLAUDE, CODEX

Of = Callable[..., Caller]


def left(here: Workspace, caller: Of, task: str) -> str:
    return AgentServices.of(here).handoffs.initiate(caller(CLAUDE), "any:codex", {"task_description": task}).id


def task(at: Workspace) -> Task:
    stands = AgentServices.of(at).handoffs._ground.head()
    found = at.tasks.get(stands.branch, stands.commit)
    assert found is not None
    return found


def test_the_own_task_comes_back_with_what_was_noted(here: Workspace, caller: Of) -> None:
    codex, tasks, handoffs = caller(CODEX, "s2"), here.tasks, AgentServices.of(here).handoffs
    tasks.set("master", "", TaskChange("Rebuild the parser", session="s2"))
    tasks.note("master", "", Note("lexer by hand -> too slow", "dead_end", "s2"))
    first, second = left(here, caller, "Weigh parcels once"), left(here, caller, "Print the invoices")
    handoffs.accept(codex, first)
    handoffs.accept(codex, second)
    assert task(here).task == "Print the invoices"
    handoffs.complete(codex, second, {"status": "done"})
    assert task(here).task == "Weigh parcels once"
    handoffs.complete(codex, first, {"status": "done"})
    assert (task(here).task, task(here).dead_ends) == ("Rebuild the parser", ("lexer by hand -> too slow",))
    earlier = tasks.earlier("master", 5)
    assert [(one.task.task, one.how) for one in earlier] == [
        ("Weigh parcels once", "done"), ("Print the invoices", "done"),
    ]  # fmt: skip


def test_a_branch_without_a_task_of_its_own_has_none_again(here: Workspace, other: Workspace, caller: Of) -> None:
    here.tasks.set("master", "", TaskChange("Weigh parcels once", session="s1"))
    id, codex = left(here, caller, "Weigh parcels once"), caller(CODEX, "s2")
    there = AgentServices.of(other).handoffs
    there.accept(codex, id)
    assert "copied from" not in other.briefer.compose("", 1500, "s3").text
    there.complete(codex, id, {"status": "done"})
    assert (task(other).task, task(other).completed) == ("", ())
    assert "Weigh parcels once" not in other.briefer.compose("", 1500, "s4").text
    assert task(here).task == "Weigh parcels once"
