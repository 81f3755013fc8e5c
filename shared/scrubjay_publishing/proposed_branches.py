"""Maintenance of a branch that proposes memories: brought up to date, given another number, taken back."""

import os
import posixpath
import re
from collections.abc import Sequence
from contextlib import suppress

from scrubjay.errors import NotFound, PublishRefused, UsageError
from scrubjay.git.process import Git
from scrubjay.model.frozen import replace
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.pattern import pattern
from scrubjay_publishing import publications
from scrubjay_publishing.base_tree import BaseTree, names_everywhere, texts_at
from scrubjay_publishing.branches import tip_of
from scrubjay_publishing.drafts import index_paths
from scrubjay_publishing.git_writer import GitWriter, identity, is_signed
from scrubjay_publishing.index_file import renamed
from scrubjay_publishing.naming import next_number, padded, parts_of, same_number, title_of
from scrubjay_publishing.publisher import DIGITS, Publisher
from scrubjay_publishing.pull_request import Habits, habits, message, pull_request_commands, starting_point, subject
from scrubjay_publishing.standings.values import Publication, PublicationStanding
from scrubjay_publishing.told import published_lines
from scrubjay_publishing.values import PublishPlan, PublishRequest, RenderedFile, StartingPoint, Withdrawal

_HEADING = pattern(r"^(#[ \t]+(?:[A-Za-z]{2,8}[-_ #]?)?)(\d{1,6})(?=[.:)\s])", re.MULTILINE)


def renumbering(
    git: Git, row: Publication, tip: str, base: StartingPoint, title: str, usual: Habits, who: str
) -> PublishPlan:
    """A plan that gives a published record the next free number, also in its line of an index.

    Raises PublishRefused where its name has no number, or nobody else has that number.
    """
    tree = BaseTree(git, tip)
    folder, name = posixpath.split(row.path)
    text, parts = tree.text(row.path), parts_of(name)
    if text is None or parts is None:
        raise PublishRefused(f"{row.path} on {row.branch} has no number to change. Nothing was changed.")
    names = names_everywhere(git, folder)
    if not [other for other in same_number(names, parts[1]) if other != name]:
        raise PublishRefused(f"No other record has the number {parts[1]}: {row.path} keeps it. Nothing was changed.")
    prefix, old, separator, words = parts
    number = padded(next_number(names), old)
    path = posixpath.join(folder, f"{prefix}{number}{separator}{words}")
    tree.refuse_blocked(path)
    files = [RenderedFile(path, _with_heading(text, old, number), row.memory)]
    for index in index_paths(folder):
        before = tree.text(index)
        if before is not None and name in before:
            files.append(RenderedFile(index, renamed(before, name, posixpath.basename(path), old, number)))
    for record in tree.records(folder, tree.record_paths()):
        if name in record.text and record.path not in {row.path, *(file.path for file in files)}:
            text = renamed(record.text, name, posixpath.basename(path), old, number)
            files.append(RenderedFile(record.path, text))
    first = subject([f"{number}, formerly {old}"], "", decision=True, conventional=usual.conventional)
    return PublishPlan(
        branch=row.branch,
        base=base,
        files=tuple(files),
        subject=first,
        message=message(first, [title], [row.memory], who if usual.signed_off else ""),
        signed=is_signed(git),
        commands=pull_request_commands(row.branch, base, first)[:1],
        removed=(row.path,),
        replaces=tip,
    )


def _with_heading(text: str, old: str, new: str) -> str:
    """A record's text with another number in its first heading, if that has the old one."""

    def replaced(match: re.Match[str]) -> str:
        same = int(match[2]) == int(old)
        return f"{match[1]}{padded(int(new), match[2])}" if same else match[0]

    return _HEADING.sub(replaced, text, count=1)


MOST_STEPS = 100
"""Replacements that are followed from a memory to the one that holds."""


class ProposedBranches:
    """The branches that this home published on, of those that this clone has."""

    def __init__(self, publisher: Publisher) -> None:
        self.publisher = publisher

    def update(self, id: str, *, own: bool = False) -> PublishPlan:
        """Plan a commit that brings a memory's branch up to date, without ended memories.

        Raises PublishRefused, also where nothing changed, and where others wrote on the branch.
        """
        row, tip = self._here(id)
        git = self.publisher.git
        self._refuse_others(row, tip)
        rows = self._rows(row.branch)
        if any(one.path.endswith("SKILL.md") for one in rows):
            raise PublishRefused(f"{row.branch} proposes a skill. --withdraw it, and run `scrubjay procedure publish`.")
        now = {one.memory: self._now(one.memory) for one in rows}
        memories = {memory.id: memory for memory in now.values() if memory is not None}
        if not memories:
            raise PublishRefused(
                f"Nothing that {row.branch} proposes holds now: `scrubjay publish --withdraw {row.memory[:DIGITS]}`."
            )
        base = replace(starting_point(git), commit=row.base)
        draft = self.publisher.draft([*memories.values()], base, own=own, branch=row.branch)
        ended = [one.memory for one in rows if one.memory not in memories]
        plan = self.publisher.planned(draft, base, row.branch, verb="update", ended=ended)
        new = {file.path for file in plan.files}
        before = _changed(git, row.base, tip)
        kept = texts_at(git, row.base, [path for path in before if path not in new])
        files = (*plan.files, *(RenderedFile(path, text) for path, text in kept.items()))
        removed = tuple(path for path in before if path not in new and path not in kept)
        texts = texts_at(git, tip, [file.path for file in files])
        if not removed and all(texts.get(file.path) == file.text for file in files):
            raise PublishRefused(f"{row.branch} says what holds now. Nothing was changed.")
        return replace(plan, files=files, removed=removed, replaces=tip, commands=plan.commands[:1])

    def renumber(self, id: str) -> PublishPlan:
        """Plan a commit that gives a published decision the next free number, its own being taken now."""
        row, tip = self._here(id)
        git, memory = self.publisher.git, self.publisher.memories.get(row.memory)
        base = starting_point(git)
        return renumbering(
            git, row, tip, base=base, title=title_of(memory.content), usual=habits(git, base.commit), who=identity(git)
        )

    def withdrawal(self, id: str) -> Withdrawal:
        """Plan to take a memory's proposal back: its branch here, and at remotes. Raises PublishRefused."""
        memory = self.publisher.memories.get(id)
        standing = self.publisher.standings([memory.id]).get(memory.id, PublicationStanding())
        if standing.in_git:
            raise PublishRefused(
                f"The memory is {standing.state}, as {standing.path}: delete that file by a pull request."
            )
        rows = publications.publications_of(self.publisher.database, memory.id)
        if not rows:
            raise PublishRefused(f"{memory.id[:DIGITS]} is proposed nowhere. `scrubjay publish --list` shows all.")
        row, tip = next(((row, tip) for row in rows if (tip := tip_of(self.publisher.git, row.branch))), (rows[0], ""))
        if tip:
            self._refuse_others(row, tip)
        ids = tuple(one.memory for one in self._rows(row.branch))
        titles = tuple(map(self._title, ids))
        return Withdrawal(
            branch=row.branch, tip=tip, memories=ids, titles=titles, remotes=_remotes(self.publisher.git, row.branch)
        )

    def withdraw(self, plan: Withdrawal) -> None:
        """Delete a planned proposal's branch here, and forget that it was published. Raises PublishRefused."""
        if plan.tip:
            GitWriter.of(self.publisher.git, self.publisher.repository).delete(plan.branch, plan.tip)
        publications.drop(self.publisher.database, plan.branch, plan.memories)

    def _title(self, id: str) -> str:
        """A memory's title; empty where its words may not be shown."""
        with suppress(NotFound, UsageError):
            return title_of(content) if (content := self.publisher.memories.get(id).content) else ""
        return ""

    def _here(self, id: str) -> tuple[Publication, str]:
        """The newest branch here of a memory or of one that it replaced, and its commit. Raises PublishRefused."""
        memory = self.publisher.memories.get(id)
        for one in (memory.id, *self._replaced_ids(memory.id)):
            for row in publications.publications_of(self.publisher.database, one):
                if tip := tip_of(self.publisher.git, row.branch):
                    return row, tip
        raise PublishRefused(
            f"{memory.id[:DIGITS]} is on no branch of this clone. `scrubjay publish --list` shows all."
        )

    def _replaced_ids(self, id: str) -> list[str]:
        """The ids of the memories that a memory replaced, the nearest first."""
        found = [id]
        for one in found:
            if len(found) < MOST_STEPS:
                found += [older for older, _ in self.publisher.memories.provenance(one).older if older not in found]
        return found[1:]

    def _now(self, id: str) -> Memory | None:
        """The active memory in a memory's place: itself or a successor; None where there is none."""
        seen = [id]
        for one in seen:
            known = self.publisher.memories.provenance(one)
            if known.memory.status is MemoryStatus.ACTIVE:
                return known.memory
            if len(seen) < MOST_STEPS:
                seen += [newer for newer, _ in known.successors if newer not in seen]
        return None

    def _rows(self, branch: str) -> list[Publication]:
        """What was published on a branch."""
        return [row for row in publications.publications(self.publisher.database) if row.branch == branch]

    def _refuse_others(self, row: Publication, tip: str) -> None:
        """Raises PublishRefused where somebody else has committed to a branch since it was published."""
        if tip not in {one.commit for one in self._rows(row.branch)}:
            raise PublishRefused(
                f"Somebody committed to {row.branch} since it was published. Change it there, or delete it yourself "
                f"with `git branch -D {row.branch}`. Nothing was changed."
            )


def _changed(git: Git, base: str, tip: str) -> tuple[str, ...]:
    """The paths that differ between two commits."""
    fields = git.fields("diff-tree", "-r", "-z", "--name-only", "--no-renames", "--end-of-options", base, tip)
    return tuple(os.fsdecode(field) for field in fields)


def _remotes(git: Git, branch: str) -> tuple[str, ...]:
    """The remotes that have a branch, as this clone saw them last."""
    names = git.run("remote").decode("utf-8", "replace").split("\n")

    def has(name: str) -> bool:
        ref = f"refs/remotes/{name}/{branch}"
        return git.answer("rev-parse", "--verify", "--quiet", "--end-of-options", ref)[0] == 0

    return tuple(name for name in names if name and has(name))


class PublishedProposals:
    """Publishes memories that a person approved."""

    def __init__(self, publisher: Publisher) -> None:
        self._publisher = publisher

    def publish(self, ids: Sequence[str]) -> tuple[str, ...]:
        """Publish memories by their full ids; the lines to print. Raises PublishRefused."""
        plan = self._publisher.plan(PublishRequest(ids=tuple(ids)))
        return tuple(published_lines(self._publisher.publish(plan)))
