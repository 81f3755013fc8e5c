"""Publishing that fails, is killed or meets another: no branch before the last step, and it can be done again."""

import re
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from scrubjay.errors import GitFailed, PublishRefused
from scrubjay.git.process import Git
from scrubjay_publishing import publications
from scrubjay_publishing.proposed_branches import ProposedBranches
from scrubjay_publishing.standings.values import PublicationStanding, PublicationState
from scrubjay_publishing.values import PublishPlan, PublishRequest
from tests.conftest import Repo
from tests.shared.scrubjay_publishing.conftest import Library, text_at, untouched
from tests.shared.scrubjay_publishing.test_habits import HEAD, NYGARD

STEPS = ("hash-object", "read-tree", "update-index", "write-tree", "commit-tree", "update-ref")


def killed_at(step: str, git: Git, folder: Path) -> Git:
    """The same git, except that one command is killed as it begins."""
    program = folder / "git"
    program.write_text(
        f'#!/bin/sh\ncase " $* " in *" {step} "*) kill -9 $$;; esac\nexec "{git.environment.program}" "$@"\n'
    )
    program.chmod(0o755)
    return replace(git, environment=replace(git.environment, program=str(program)))


@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_step_leaves_no_branch_and_can_be_repeated(
    step: str, yard: Repo, library: Library, tmp_path: Path
) -> None:
    publisher = library.at(yard)
    plan = publisher.plan(PublishRequest(ids=(library.fact,), topic="gate"))
    before, refs = untouched(yard), yard.git("for-each-ref")
    killed = killed_at(step, publisher.git, tmp_path)
    with pytest.raises((GitFailed, PublishRefused)):
        replace(publisher, git=killed).publish(plan)
    assert (untouched(yard), yard.git("for-each-ref")) == (before, refs)
    assert publisher.publish(plan).commit == yard.git("rev-parse", "memory/gate")


def test_a_branch_that_was_made_before_it_was_noted_is_noted_by_the_next_run(yard: Repo, library: Library) -> None:
    publisher, id = library.at(yard), library.remember("Carts are washed on Fridays.")
    plan = publisher.plan(PublishRequest(ids=(id,)))
    done = publisher.publish(plan)
    publisher.database.write(lambda c: c.execute("DELETE FROM publication WHERE memory = ?", (id,)))
    again = publisher.publish(publisher.plan(PublishRequest(ids=(id,))))
    assert (again.found, again.commit) == (True, done.commit)
    assert [row.commit for row in publications.publications_of(publisher.database, id)] == [done.commit]


def test_of_two_that_publish_at_once_one_wins(yard: Repo, library: Library) -> None:
    publisher = library.at(yard)
    plans = [publisher.plan(PublishRequest(ids=(id,), topic="gate")) for id in (library.fact, library.decision)]

    def publish(plan: PublishPlan) -> str:
        try:
            return publisher.publish(plan).commit
        except PublishRefused as refused:
            return str(refused)

    with ThreadPoolExecutor(2) as threads:
        told = sorted(threads.map(publish, plans), key=len)
    assert told[0] == yard.git("rev-parse", "memory/gate")
    assert re.search("made meanwhile|is there already, with something else", told[1])


def test_a_name_that_systems_keep_for_themselves_is_not_used(yard: Repo, library: Library) -> None:
    yard.git("config", "core.protectNTFS", "true")
    publisher, id = library.at(yard), library.remember("Aux.", kind="fact")
    plan = publisher.publish(publisher.plan(PublishRequest(ids=(id,)))).plan
    assert (plan.files[0].path, plan.branch) == (f".agent/memory/aux-{id[:8]}.md", f"memory/aux-{id[:8]}")


def test_a_branch_that_appears_at_the_last_moment_is_not_moved(yard: Repo, library: Library) -> None:
    from scrubjay_publishing.git_writer import GitWriter

    publisher = library.at(yard)
    writer, head = GitWriter.of(publisher.git, publisher.repository), yard.git("rev-parse", "HEAD")
    writer.create("memory/gate", head)
    with pytest.raises(PublishRefused, match="made meanwhile"):
        writer.create("memory/gate", yard.commit("two"))
    assert yard.git("rev-parse", "memory/gate") == head


def test_a_list_tells_how_far_each_publication_is(yard: Repo, library: Library) -> None:
    publisher = replace(library.at(yard), standings=lambda ids: {})
    id = library.remember("Doors are painted in May.")
    publisher.publish(publisher.plan(PublishRequest(ids=(id,), topic="doors")))
    states = [one.state for one in publisher.published() if one.record.memory == id]
    yard.git("branch", "-q", "-D", "memory/doors")
    states += [one.state for one in publisher.published() if one.record.memory == id]
    moved = PublicationStanding(state=PublicationState.MERGED, path="docs/doors.md", commit="c1")
    told = replace(publisher, standings=lambda ids: dict.fromkeys(ids, moved))
    (row,) = [one for one in told.published() if one.record.memory == id]
    assert [*states, row.state] == ["on its branch", "branch gone", "merged"]
    assert row.path == "docs/doors.md"


def test_several_memories_are_one_commit(yard: Repo, library: Library) -> None:
    ids = (library.fact, library.decision)
    publisher = library.at(yard)
    publisher.publish(publisher.plan(PublishRequest(ids=ids, topic="gate")))
    assert yard.git("rev-list", "--count", "main..memory/gate") == "1"
    assert re.findall(r"Memory-Id: (\w+)", yard.git("log", "-1", "--format=%(trailers)", "memory/gate")) == list(ids)
    assert len(yard.git("ls-tree", "--name-only", "memory/gate:.agent/memory").split()) == 2


def test_what_the_base_or_another_branch_has_is_not_published_again(yard: Repo, library: Library) -> None:
    publisher = library.at(yard)
    publisher.publish(publisher.plan(PublishRequest(ids=(library.fact,), topic="gate")))
    with pytest.raises(PublishRefused, match="on a branch already: memory/gate"):
        publisher.plan(PublishRequest(ids=(library.fact,), topic="other"))
    yard.git("merge", "-q", "--squash", "memory/gate")
    yard.commit("merged (#1)")
    yard.git("branch", "-q", "-D", "memory/gate")
    with pytest.raises(PublishRefused, match="published already"):
        publisher.plan(PublishRequest(ids=(library.fact,)))


@pytest.mark.parametrize("squash", [True, False])
def test_what_was_merged_and_taken_back_can_be_published_again(yard: Repo, library: Library, *, squash: bool) -> None:
    publisher = library.at(yard)
    publisher.publish(publisher.plan(PublishRequest(ids=(library.fact,), topic="gate")))
    yard.git("merge", "-q", *(["--squash"] if squash else ["--no-ff", "-m", "merged"]), "memory/gate")
    if squash:
        yard.commit("merged (#1)")
    yard.git("rm", "-q", "-r", ".agent")
    yard.commit("not any more")
    with pytest.raises(PublishRefused, match=r"memory/gate was merged into main.*git branch -D memory/gate"):
        publisher.plan(PublishRequest(ids=(library.fact,), topic="gate"))
    again = publisher.publish(publisher.plan(PublishRequest(ids=(library.fact,))))
    assert again.plan.branch != "memory/gate"
    with pytest.raises(PublishRefused, match=f"on a branch already: {again.plan.branch}"):
        publisher.plan(PublishRequest(ids=(library.fact,), topic="other"))


def test_what_a_publication_replaces_in_the_base_is_named(yard: Repo, library: Library) -> None:
    publisher, old = library.at(yard), library.remember("Gates open at seven.")
    publisher.publish(publisher.plan(PublishRequest(ids=(old,), topic="gate")))
    yard.git("merge", "-q", "memory/gate")
    newer = library.remember("Gates open at nine.", supersedes=old)
    notes = publisher.plan(PublishRequest(ids=(newer,))).notes
    assert any(".agent/memory/gates-open-at-seven.md holds what this replaces" in note for note in notes)


def test_what_somebody_else_proposes_under_the_same_name_is_noted(yard: Repo, library: Library) -> None:
    yard.git("checkout", "-q", "-b", "theirs")
    yard.commit("theirs", {".agent/memory/parcels-are-weighed-twice-at-the-gate.md": "Weighed twice.\n"})
    yard.git("update-ref", "refs/remotes/origin/memory/weights", "theirs")
    yard.git("checkout", "-q", "main")
    notes = library.at(yard).plan(PublishRequest(ids=(library.fact,), topic="gate")).notes
    assert any(note.startswith("origin/memory/weights proposes a file of this name too") for note in notes)


def test_a_branch_in_the_way_is_named_before_anybody_is_asked(yard: Repo, library: Library) -> None:
    publisher, request = library.at(yard), PublishRequest(ids=(library.fact,), topic="gate")
    done = publisher.publish(publisher.plan(request))
    assert publisher.publish(publisher.plan(request)) == replace(done, found=True)
    yard.git("branch", "memory/leeds")
    with pytest.raises(PublishRefused, match="on a branch already: memory/gate"):
        publisher.plan(replace(request, topic="leeds"))
    yard.commit("the base goes on", {"b.md": "b\n"})
    with pytest.raises(PublishRefused, match="on a branch already: memory/gate"):
        publisher.plan(request)
    with pytest.raises(PublishRefused, match="memory/leeds is there already, with something else"):
        publisher.plan(PublishRequest(ids=(library.decision,), topic="leeds"))


def test_a_number_that_was_taken_meanwhile_is_changed_on_the_branch(repo: Repo, library: Library) -> None:
    listed = "* [1. Use a](0001-use-a.md)\n"
    repo.commit("start", {"adr/README.md": listed, "adr/0001-use-a.md": HEAD.format("1. ", "a") + NYGARD.format(n=1)})
    publisher = library.at(repo)
    first = publisher.publish(publisher.plan(PublishRequest(ids=(library.decision,), topic="store")))
    with pytest.raises(PublishRefused, match="No other record has the number 0002"):
        ProposedBranches(publisher).renumber(library.decision)
    repo.commit("theirs", {"adr/0002-use-b.md": HEAD.format("2. ", "b") + NYGARD.format(n=2)})
    before = untouched(repo)
    done = publisher.publish(ProposedBranches(publisher).renumber(library.decision))
    assert untouched(repo) == before
    assert repo.git("rev-parse", "memory/store^") == first.commit
    names = repo.git("ls-tree", "--name-only", "memory/store:adr").split()
    assert names == ["0001-use-a.md", "0003-parcels-are-stored-in-one-sqlite-file.md", "README.md"]
    assert text_at(repo, "memory/store", f"adr/{names[1]}").startswith("# 3. Parcels")
    assert f"* [3. Parcels are stored in one SQLite file]({names[1]})" in text_at(repo, "memory/store", "adr/README.md")
    rows = publications.publications_of(publisher.database, library.decision)
    assert done.commit in [row.commit for row in rows if row.path.endswith(names[1])]


def hook(repo: Repo, name: str, script: str) -> None:
    repo.write(f".git/hooks/{name}", f"#!/bin/sh\n{script}\n").chmod(0o755)


def test_hooks_run_only_where_a_person_asks_and_their_worktree_goes(
    yard: Repo, library: Library, tmp_path: Path
) -> None:
    hook(yard, "pre-commit", f"git diff --cached --name-only > '{tmp_path}/saw'")
    hook(yard, "commit-msg", f"cat \"$1\" > '{tmp_path}/said'")
    publisher = library.at(yard)
    plan = publisher.plan(PublishRequest(ids=(library.fact,), topic="gate"))
    assert plan.notes == ("the hooks of this repository don't run (pre-commit, commit-msg); --check runs them",)
    before = untouched(yard)
    done = publisher.publish(plan, check=True)
    assert done.checked == ("pre-commit", "commit-msg")
    assert (tmp_path / "saw").read_text() == f"{plan.files[0].path}\n"
    assert (tmp_path / "said").read_text() == plan.message
    assert untouched(yard) == before
    assert len(yard.git("worktree", "list").splitlines()) == 1


def test_a_hook_that_refuses_stops_it_and_its_worktree_goes(
    yard: Repo, library: Library, make_repo: Callable[..., Repo]
) -> None:
    hook(yard, "pre-commit", "echo 'no trailing spaces'; exit 3")
    publisher = library.at(yard)
    plan = publisher.plan(PublishRequest(ids=(library.fact,), topic="gate"))
    with pytest.raises(PublishRefused, match="no trailing spaces"):
        publisher.publish(plan, check=True)
    assert yard.git("branch", "--list", "memory/*") == ""
    assert len(yard.git("worktree", "list").splitlines()) == 1


def test_a_commit_is_signed_by_the_users_own_key(yard: Repo, library: Library, tmp_path: Path) -> None:
    import subprocess

    account = tmp_path / "account"
    account.mkdir()
    key = account / "key"
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "", "-f", str(key)], check=True)
    (account / ".gitconfig").write_text(
        "[user]\n\tname = Ada\n\temail = ada@example.org\n\tsigningkey = "
        f"{key}\n[gpg]\n\tformat = ssh\n[commit]\n\tgpgsign = true\n"
    )
    yard.environment = yard.environment | {"HOME": str(account)}
    publisher = library.at(yard)
    done = publisher.publish(publisher.plan(PublishRequest(ids=(library.fact,), topic="gate")))
    assert "-----BEGIN SSH SIGNATURE-----" in yard.git("cat-file", "commit", done.commit)
