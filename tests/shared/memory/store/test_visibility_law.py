"""Visibility equals the rule, over random histories: the same before and after gc, and for two servers.

The oracle asks git plainly: what HEAD's history and tree hold of the evidence as it was when the memory was written.
"""

from dataclasses import dataclass

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule, run_state_machine_as_test

from scrubjay.git.blame import clone_fingerprint
from scrubjay.identity.audit import CrossScopeReads
from scrubjay.memory.freshness.freshness import contains_quote
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.request import RememberRequest
from scrubjay.memory.store.scopes import MemoryStores
from scrubjay.memory.store.visibility import WorktreeBranches
from scrubjay.model import evidence
from scrubjay.model.memory import Blocked
from scrubjay.storage.database import Database
from tests.machines import RepositoryMachine
from tests.shared.memory.conftest import Characters

pytestmark = pytest.mark.story

PATHS = ("docs/nest.md", "docs/acorn.md")
NAMES = ("main", "jay", "release")
VALUES = st.sampled_from(["three", "four", "five", "six"])
FILLER = "A line that stays.\n\n" * 8


def page(path: str, value: str, end: str = "") -> str:
    return f"# {path}\n\nThe jay keeps {value} things here.\n\n{FILLER}{end}"


@dataclass(frozen=True, kw_only=True)
class Fact:
    """The evidence of a memory as it was when it was written."""

    id: str
    told: bool
    path: str
    sentence: str
    blob: str
    commit: str
    patch: str


class Histories(RepositoryMachine):
    """One repository, one long-lived server, and a fresh one for each question."""

    def __init__(self) -> None:
        super().__init__({path: page(path, "two") for path in PATHS})
        self.knowledge = self.stack.enter_context(Database(self.folder / "knowledge.db", "knowledge"))
        self.server = self.fresh()
        self.cited: evidence.CitationResult | None = None
        self.memories = Memories(
            MemoryStores(
                project_id="p1",
                project=self.knowledge,
                user=lambda: self.knowledge,
                clock=self.clock,
                counter=Characters(),
                branches=self.server,
                user_exists=lambda: False,
                reads=CrossScopeReads(lambda: self.knowledge, self.clock, "p1", ""),
            ),
            validate=self.judged,
            grades=lambda ids: {},
        )
        self.facts: list[Fact] = []
        self.became: dict[str, str] = {}
        self.count = 0

    def fresh(self) -> WorktreeBranches:
        common = self.repo.path / ".git"
        return WorktreeBranches(self.git, self.knowledge, "p1", contains_quote, lambda: clone_fingerprint(common))

    def judged(self, request: RememberRequest) -> evidence.ValidationResult:
        cited = (self.cited,) if self.cited else ()
        seen = evidence.EvidenceObject(
            claim=request.content,
            capture_time="2026-03-01T12:00:00Z",
            source=request.origin,
            source_id="ada",
            act=request.act,
            citations=cited,
        )
        return evidence.ValidationResult(
            verdict=evidence.Verdict.STORED,
            grade=seen.grade,
            reason="",
            checks_passed=(),
            checks_failed=(),
            evidence=seen,
        )

    def here(self) -> str:
        return self.repo.git("branch", "--show-current")

    def names(self) -> list[str]:
        return self.repo.git("for-each-ref", "--format=%(refname:short)", "refs/heads").split()

    @rule(name=st.sampled_from(NAMES))
    def go(self, name: str) -> None:
        self.repo.git("checkout", "-q", *(() if name in self.names() else ("-b",)), name)

    @rule(path=st.sampled_from(PATHS), value=VALUES, end=st.sampled_from(["", "Another end.\n"]))
    def commit(self, path: str, value: str, end: str) -> None:
        self.count += 1
        self.repo.commit(f"commit {self.count}", {path: page(path, value, end)})

    @rule(path=st.sampled_from(PATHS), value=VALUES)
    def amend(self, path: str, value: str) -> None:
        old = self.repo.git("rev-parse", "HEAD")
        self.repo.write(path, page(path, value))
        self.count += 1
        self.repo.git("commit", "-q", "-a", "--allow-empty", "--amend", "-m", f"amended {self.count}")
        self.became[old] = self.repo.git("rev-parse", "HEAD")
        self.work()

    @rule()
    def work(self) -> None:
        """What the worker does after a hook; what it keeps, the next server reads."""
        self.server.keep()

    @rule(how=st.sampled_from(["merge", "squash", "rebase", "cherry-pick"]), name=st.sampled_from(NAMES))
    def bring(self, how: str, name: str) -> None:
        if name not in self.names() or name == self.here():
            return
        command = {
            "merge": ["merge", "-q", "--no-edit"], "squash": ["merge", "-q", "--squash"], "rebase": ["rebase", "-q"],
            "cherry-pick": ["cherry-pick", "--allow-empty", "--keep-redundant-commits"],
        }[how]  # fmt: skip
        self.repo.git(*command, name, check=False)
        if how == "squash" and not self.repo.git("ls-files", "-u"):
            self.repo.git("commit", "-q", "--allow-empty", "-m", f"squash of {name}")
        for what in ("merge", "rebase", "cherry-pick"):
            self.repo.git(what, "--abort", check=False)
        self.repo.git("reset", "-q", "--hard")

    @rule(back=st.integers(1, 2))
    def reset(self, back: int) -> None:
        self.repo.git("reset", "-q", "--hard", f"HEAD~{back}", check=False)

    @rule(name=st.sampled_from(NAMES[1:]))
    def delete(self, name: str) -> None:
        if name in self.names() and name != self.here():
            self.repo.git("branch", "-q", "-D", name)

    @rule()
    def gc(self) -> None:
        before = self.shown(self.server)
        self.repo.git("reflog", "expire", "--expire=now", "--all")
        self.repo.git("gc", "-q", "--prune=now")
        assert self.shown(self.server) == self.shown(self.fresh()) == before

    @rule(path=st.sampled_from(PATHS), told=st.booleans())
    def remember(self, path: str, told: bool) -> None:
        head, base = self.repo.git("rev-parse", "HEAD"), self.repo.git("rev-parse", "main")
        blob, text = self.repo.git("rev-parse", f"HEAD:{path}"), self.repo.git("show", f"HEAD:{path}")
        sentence = text.split("\n")[2]
        self.cited = evidence.CitationResult(
            kind=evidence.CitationKind.PLACE,
            text=path,
            target=path,
            status=evidence.CitationStatus.RESOLVED,
            path=path,
            lines=(3, 3),
            blob=blob,
            commit=head,
            words=sentence,
        )
        self.count += 1
        who = (evidence.Origin.PERSON, evidence.Act.TYPED) if told else (evidence.Origin.AGENT, evidence.Act.NONE)
        request = RememberRequest(content=f"Claim {self.count}.", origin=who[0], act=who[1], commit=head)
        outcome = self.memories.remember(request)
        assert not isinstance(outcome, Blocked)
        apart = head not in self.history("main") and self.repo.git("rev-parse", f"main:{path}") != blob
        start = head if apart or head in self.history("main") else base
        commit = self.repo.git("log", "-1", "--format=%H", start, "--", path)
        patch = self.patches(commit, "-1").get(commit, "") if apart else ""
        self.facts.append(
            Fact(id=outcome.id, told=told, path=path, sentence=sentence, blob=blob, commit=commit, patch=patch)
        )

    def history(self, name: str) -> set[str]:
        return set(self.repo.git("rev-list", name).split())

    def patches(self, name: str, *more: str) -> dict[str, str]:
        patches = self.git.run(
            "patch-id", "--stable", input=self.git.run("log", "-p", "--full-index", "--no-color", *more, name)
        )
        return {sha: patch for patch, sha in (line.split() for line in patches.decode().splitlines())}

    def rule_says(self) -> set[str]:
        """Ids of what HEAD shows."""
        history, patches = self.history("HEAD"), set(self.patches("HEAD").values())
        tree = self.repo.git("ls-tree", "-r", "HEAD").split()
        texts = {path: self.repo.git("show", f"HEAD:{path}") for path in PATHS}

        def arrived(one: Fact) -> bool:
            forms = [one.commit]
            while forms[-1] in self.became:
                forms.append(self.became[forms[-1]])
            return (
                bool(history & set(forms))
                or one.blob in tree
                or one.sentence in texts[one.path]
                or one.patch in patches
            )

        return {one.id for one in self.facts if one.told or arrived(one)}

    def shown(self, server: WorktreeBranches) -> set[str]:
        hidden = server.at(self.repo.git("rev-parse", "HEAD")).hidden
        return {one.id for one in self.facts} - hidden

    @invariant()
    def what_is_shown_is_what_the_rule_says(self) -> None:
        if self.facts:
            assert self.shown(self.server) == self.rule_says()
            assert self.shown(self.fresh()) == self.shown(self.server)


def test_visibility_is_the_rule_whatever_git_did_and_lost(environment: dict[str, str]) -> None:
    Histories.environment = environment
    run_state_machine_as_test(
        Histories,
        settings=settings(
            max_examples=8, stateful_step_count=16, deadline=None, derandomize=True, phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )  # fmt: skip
