"""Whatever is written, reviewed, replaced and forgotten: the past can be asked for, and nobody sees another's."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scrubjay.errors import VersionConflict
from scrubjay.identity.audit import CrossScopeReads, verify_chain
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.model.clock import iso
from scrubjay.model.evidence import Verdict
from scrubjay.model.grade import Grade
from scrubjay.model.memory import Change
from scrubjay.storage.database import Database
from tests.shared.memory.conftest import Characters, EveryBranch, Grounding, Hands

pytestmark = pytest.mark.story

steps = st.lists(
    st.tuples(
        st.sampled_from(["write", "wait", "replace", "approve", "reject", "retract", "invalidate"]),
        st.sampled_from(["p1", "p2"]),
        st.sampled_from(["project", "user"]),
        st.integers(0, 3),
        st.sampled_from([Change.SUPERSEDE, Change.CORRECT]),
    ),
    min_size=3,
    max_size=12,
)


@settings(derandomize=True, deadline=None, max_examples=15)
@given(steps)
def test_what_was_believed_then_can_be_asked_for_and_nobody_sees_anothers(
    some: Sequence[tuple[str, str, str, int, Change]],
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        _live(Path(folder), some)


@settings(derandomize=True, deadline=None, max_examples=20)
@given(
    st.lists(
        st.tuples(
            st.sampled_from(["write", "wait", "supersede", "correct", "approve", "reject", "retract", "invalidate"]),
            st.integers(0, 3),
        ),
        min_size=4,
        max_size=14,
    )
)
def test_what_was_believed_at_any_moment_about_any_other_is_what_a_simple_model_says(
    some: Sequence[tuple[str, int]],
) -> None:
    hands = Hands()
    grounding = Grounding(hands)
    with tempfile.TemporaryDirectory() as folder, Database(Path(folder) / "knowledge.db", "knowledge") as database:
        memories = Memories(
            MemoryStores(
                project_id="p1",
                project=database,
                user=lambda: database,
                clock=hands,
                counter=Characters(),
                branches=EveryBranch(),
                user_exists=lambda: False,
                reads=CrossScopeReads(lambda: database, hands, "p1", ""),
            ),
            validate=grounding,
            grades=lambda ids: dict.fromkeys(ids, Grade.SAID),
        )
        model = Model(memories, grounding)
        moments = [iso(hands())]
        for number, (what, which) in enumerate(some):
            hands.pass_by(minutes=1)
            moments.append(iso(hands()))
            model.step(f"Claim {number}.", what, which, moments[-1])
        for known in moments:
            for at in moments:
                assert {one.content for one in memories.believed(at, known)} == model.believed(at, known), (at, known)


class Model:
    """Versions of each claim, the newest last: when it was recorded, whether it counts, from when and until when."""

    def __init__(self, memories: Memories, grounding: Grounding) -> None:
        self._memories, self._grounding = memories, grounding
        self._versions: dict[str, list[tuple[str, bool, str, str]]] = {}
        self._ids: dict[str, str] = {}
        self._holding: list[str] = []
        self._waiting: list[str] = []

    def believed(self, at: str, known: str) -> set[str]:
        """The claims that counted at a moment, as was known at another."""
        found = set()
        for claim, versions in self._versions.items():
            last = [version for version in versions if version[0] <= known][-1:]
            found |= {claim for _, counts, begins, ends in last if counts and begins <= at and (not ends or ends > at)}
        return found

    def step(self, claim: str, what: str, which: int, now: str) -> None:
        """Change the memories and the model alike."""
        pool = self._waiting if what in ("approve", "reject") else self._holding
        if what not in ("write", "wait") and which >= len(pool):
            return
        self._grounding.verdict = Verdict.HELD if what == "wait" else Verdict.STORED
        if what in ("write", "wait"):
            self._ids[claim] = self._memories.remember(RememberRequest(content=claim)).id  # type: ignore[union-attr]
            self._versions[claim] = [(now, what == "write", now, "")]
            (self._holding if what == "write" else self._waiting).append(claim)
            return
        old = pool.pop(which)
        _, _, begins, _ = self._versions[old][-1]
        if what in ("supersede", "correct"):
            asked = RememberRequest(content=claim, supersedes=self._ids[old], how=Change(what))
            self._ids[claim] = self._memories.remember(asked).id  # type: ignore[union-attr]
            self._versions[claim] = [(now, True, begins if what == "correct" else now, "")]
            self._holding.append(claim)
        else:
            change = {
                "approve": self._memories.approve, "reject": self._memories.reject, "retract": self._memories.retract,
                "invalidate": self._memories.invalidate,
            }[what]  # fmt: skip
            change(self._ids[old], "ada", "because")
        ended = what in ("supersede", "invalidate")
        self._versions[old].append((now, ended or what == "approve", begins, now if ended else ""))
        if what == "approve":
            self._holding.append(old)


def _live(folder: Path, some: Sequence[tuple[str, str, str, int, Change]]) -> None:
    hands = Hands()
    grounding = Grounding(hands)
    databases = {name: Database(folder / name / "knowledge.db", "knowledge") for name in ("p1", "p2", "user")}
    projects = {
        name: Memories(
            MemoryStores(
                project_id=name,
                project=databases[name],
                user=lambda: databases["user"],
                clock=hands,
                counter=Characters(),
                branches=EveryBranch(),
                reads=CrossScopeReads(lambda: databases["user"], hands, name, ""),
            ),
            validate=grounding,
            grades=lambda ids: dict.fromkeys(ids, Grade.SAID),
        )
        for name in ("p1", "p2")
    }
    known: dict[tuple[str, str], set[tuple[str, str]]] = {}
    try:
        for number, (what, project, scope, which, how) in enumerate(some):
            hands.pass_by(minutes=1)
            grounding.verdict = Verdict.HELD if what == "wait" else Verdict.STORED
            _step(
                projects[project],
                f"{project if scope == 'project' else 'user'} says {number}.",
                what,
                scope,
                which,
                how,
            )
            for name, memories in projects.items():
                held = {(m.id, m.content) for m in memories.believed()}
                assert {text.split()[0] for _, text in held} <= {name, "user"}
                known[name, iso(hands())] = held
        for (name, moment), held in known.items():
            assert {(m.id, m.content) for m in projects[name].believed(moment, moment)} == held
        for name, database in databases.items():
            assert database.read(lambda c, name=name: verify_chain(c, folder / name / "audit")).ok  # type: ignore[misc]
    finally:
        for database in databases.values():
            database.close()


def _step(memories: Memories, text: str, what: str, scope: str, which: int, how: Change) -> None:
    holding = [m for m in memories.believed() if m.scope == scope]
    waiting = [m for m in memories.waiting() if m.scope == scope]
    chosen = (waiting if what in ("approve", "reject") else holding)[which : which + 1]
    if what in ("write", "wait") or not chosen:
        memories.remember(RememberRequest(content=text, scope=scope))
    elif what == "replace":
        memories.remember(RememberRequest(content=text, scope=scope, supersedes=chosen[0].id, how=how))
    else:
        change = {
            "approve": memories.approve, "reject": memories.reject, "retract": memories.retract,
            "invalidate": memories.invalidate,
        }[what]  # fmt: skip
        try:
            change(chosen[0].id, "ada", "because")
        except VersionConflict:
            return  # it ended, and what is shown still held at this very moment
