"""Laws over anything that an owner does with clones and homes, and a stranger with what is public.

1. No repository shows a row of a project that its owner did not put it into.
2. Nothing that its owner does makes a memory unreachable: joining the project by its id opens it, from any clone.

`-m optin` looks further.
"""

import os
import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.shared.identity.projects.machine import MOST_PLACES, Place, World

pytestmark = pytest.mark.story

WHICH = st.integers(0, MOST_PLACES - 1)
HOME = st.integers(0, 1)


class Clones(RuleBasedStateMachine):
    """What can happen to clones."""

    environment: dict[str, str]

    @initialize()
    def begin(self) -> None:
        self.top = Path(tempfile.mkdtemp(prefix="clones-"))
        self.world = World(self.top, self.environment)

    def teardown(self) -> None:
        self.world.close()
        shutil.rmtree(self.top, ignore_errors=True)

    def place(self, which: int) -> Place:
        return self.world.places[which % len(self.world.places)]

    def room(self) -> bool:
        return len(self.world.places) < MOST_PLACES

    def has_commit(self, place: Place) -> bool:
        return bool(place.repo.git("rev-parse", "--verify", "-q", "HEAD", check=False))

    # What an owner does with git.

    @rule(which=WHICH)
    def commit(self, which: int) -> None:
        place = self.place(which)
        if self.world.opened(place):
            place.repo.commit("more", {f"{len(self.world.places)}.md": "# More\n"})

    @rule(which=WHICH)
    def rewrite_from_the_root_and_prune(self, which: int) -> None:
        place = self.place(which)
        if self.world.opened(place) and self.has_commit(place):
            tree = place.repo.git("rev-parse", "HEAD^{tree}")
            fresh = place.repo.git("commit-tree", tree, "-m", f"rewritten {which}")
            place.repo.git("reset", "-q", "--soft", fresh)
            place.repo.git("reflog", "expire", "--expire=now", "--all")
            place.repo.git("prune", "--expire=now")

    @precondition(room)
    @rule(which=WHICH, how=st.sampled_from([(), ("--depth=1",), ("--no-local",)]))
    def clone(self, which: int, how: tuple[str, ...]) -> None:
        place, target = self.place(which), self.world.path()
        if self.world.opened(place):
            place.repo.git("clone", "-q", *how, place.repo.path.as_uri(), str(target))
            self.world.add(target)

    @precondition(room)
    @rule(which=WHICH)
    def link_a_worktree(self, which: int) -> None:
        place, target = self.place(which), self.world.path()
        if self.world.opened(place) and self.has_commit(place):
            place.repo.git("worktree", "add", "-q", "--detach", str(target))
            self.world.add(target)

    @precondition(room)
    @rule(which=WHICH)
    def make_a_bare_clone_with_a_worktree(self, which: int) -> None:
        place, bare, target = self.place(which), self.world.path(), self.world.path()
        if self.world.opened(place) and self.has_commit(place):
            place.repo.git("clone", "-q", "--bare", str(place.repo.path), str(bare))
            self.world.repo(bare).git("worktree", "add", "-q", "--detach", str(target))
            self.world.add(target)

    @precondition(room)
    @rule(which=WHICH)
    def add_a_submodule(self, which: int) -> None:
        place, inner = self.place(which), self.place(which + 1)
        if place is inner or not self.world.opened(place) or not self.world.opened(inner) or not self.has_commit(inner):
            return
        name = f"sub{len(self.world.places)}"
        place.repo.git("submodule", "--quiet", "add", str(inner.repo.path), name, check=False)
        if (place.repo.path / name / ".git").is_file():
            self.world.add(place.repo.path / name)

    @precondition(room)
    @rule(which=WHICH)
    def copy(self, which: int) -> None:
        self.world.copy(self.place(which))

    @rule(which=WHICH, by_copy=st.booleans())
    def move(self, which: int, by_copy: bool) -> None:
        place = self.place(which)
        inside = [one for one in self.world.places if place.repo.path in one.repo.path.parents]
        if not inside:
            self.world.move(place, by_copy=by_copy)

    # What an owner does with scrubjay.

    @rule(which=WHICH, home=HOME)
    def init(self, which: int, home: int) -> None:
        self.world.init(self.place(which), home)

    @rule(which=WHICH, home=HOME, project=st.integers(0, 5))
    def join(self, which: int, home: int, project: int) -> None:
        known = self.world.binders[home]._registry.list()
        if known:
            self.world.join(self.place(which), home, known[project % len(known)].id)

    @rule(which=WHICH, home=HOME)
    def uninstall(self, which: int, home: int) -> None:
        self.world.uninstall(self.place(which), home)

    # What a stranger does with what is public.

    @precondition(room)
    @rule(which=WHICH, home=HOME)
    def graft_onto_the_public_root(self, which: int, home: int) -> None:
        victim = self.place(which)
        if not self.world.opened(victim) or not self.has_commit(victim):
            return
        evil = self.world.add(self.world.path()).repo
        evil.path.mkdir()
        evil.git("init", "-q")
        evil.git("fetch", "-q", str(victim.repo.path), "HEAD", check=False)
        if not evil.git("rev-parse", "--verify", "-q", "FETCH_HEAD", check=False):
            return
        root = evil.git("rev-list", "--max-parents=0", "FETCH_HEAD").split()[0]
        id = self.world.seen(victim, home) or "0" * 32
        evil.write(".agent/config.yaml", f"project:\n  id: {id}\n")
        evil.git("add", "-A")
        evil.git("reset", "-q", "--hard", evil.git("commit-tree", evil.git("write-tree"), "-p", root, "-m", "graft"))

    @precondition(room)
    @rule(which=WHICH, how=st.sampled_from(["file", "link", "worktree", "commondir"]))
    def lead_to_somebody_elses_repository(self, which: int, how: str) -> None:
        victim = self.world.opened(self.place(which))
        if victim is None:
            return
        evil = self.world.add(self.world.path(), strange=True).repo
        evil.path.mkdir()
        if how == "link":
            (evil.path / ".git").symlink_to(victim.common_dir)
        elif how == "commondir":
            evil.git("init", "-q")
            (evil.path / ".git/commondir").write_text(f"{victim.common_dir}\n")
        else:
            target = victim.common_dir if how == "file" else victim.git_dir
            (evil.path / ".git").write_text(f"gitdir: {target}\n")

    # The laws.

    @invariant()
    def nothing_is_seen_that_was_not_chosen(self) -> None:
        for place in self.world.places:
            for home in (0, 1):
                seen = self.world.seen(place, home)
                assert not seen or seen == self.world.may_see(place, home), f"{place.repo.path} in home {home}"
                if seen:
                    self.world.take(place, home)

    @rule(which=WHICH, home=HOME)
    def every_project_is_reached_by_joining_it(self, which: int, home: int) -> None:
        """What `doctor` and the refusals name: `scrubjay project join ID`, by a person."""
        place = self.place(which)
        known = {project.id for project in self.world.binders[home]._registry.list()}
        assert known == self.world.projects[home], "no project is lost"
        assert self.world.unreachable(home) == set()
        for id in sorted(known):
            if self.world.join(place, home, id):
                assert self.world.seen(place, home) == id


def look(environment: dict[str, str], examples: int, steps: int) -> None:
    """Run the machine over so many lives."""
    Clones.environment = environment
    chosen = settings(
        max_examples=examples, stateful_step_count=steps, deadline=None, derandomize=True, database=None,
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    run_state_machine_as_test(Clones, settings=chosen)


def test_no_repository_shows_what_its_owner_did_not_put_it_into(environment: dict[str, str]) -> None:
    look(environment, 5, 10)


@pytest.mark.optin
def test_the_same_over_many_lives(environment: dict[str, str]) -> None:
    look(environment, int(os.environ.get("SCRUBJAY_LIVES", "300")), 40)
