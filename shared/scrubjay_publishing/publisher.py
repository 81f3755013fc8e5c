"""Publishes memories: plans the files of a branch, and commits them where nothing else changes."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import suppress

from scrubjay.errors import NotFound, PublishRefused, UsageError
from scrubjay.git.head import head
from scrubjay.git.process import Git
from scrubjay.git.repository import Repository
from scrubjay.knowledge.documents.documents import Documents
from scrubjay.memory.freshness.graded import NOTHING, GradeResult
from scrubjay.memory.freshness.grades import Grades
from scrubjay.memory.lifecycle.memories import Memories
from scrubjay.memory.store.reader import MemoryReader
from scrubjay.model.clock import Clock, iso
from scrubjay.model.evidence import CitationStatus
from scrubjay.model.frozen import dataclass, replace
from scrubjay.model.memory import Memory, MemoryStatus
from scrubjay.model.view import View
from scrubjay.settings.schema import Settings
from scrubjay.storage.database import Database
from scrubjay_publishing import publications
from scrubjay_publishing.base_tree import BaseTree, files_with, texts_at
from scrubjay_publishing.branches import also_on, branch_for, holds, read_commit, refuse_other, something_else, tip_of
from scrubjay_publishing.check import check_hooks, hooks_here, refuse_secrets
from scrubjay_publishing.drafts import FileDrafts
from scrubjay_publishing.git_writer import GitWriter, identity, is_signed
from scrubjay_publishing.naming import checked_topic, slug, title_of
from scrubjay_publishing.pull_request import habits, ids_in, message, pull_request_commands, starting_point, subject
from scrubjay_publishing.standings.published import PublishedMemories
from scrubjay_publishing.standings.values import Publication, PublicationStanding, PublicationState
from scrubjay_publishing.told import refusal
from scrubjay_publishing.values import (
    BRANCHES,
    Draft,
    ListedPublication,
    PlannedChange,
    Publishable,
    Published,
    PublishPlan,
    PublishRequest,
    RenderedFile,
    StartingPoint,
    changed_lines,
)

MAX_IDS = 50
"""Memories in one pull request: nobody reviews more."""
DIGITS = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Publisher:
    """Publishes the memories that one worktree sees.

    `standings` says of memories, by id, how far they are on their way into the repository.
    """

    git: Git
    repository: Repository
    database: Database
    memories: MemoryReader
    grades: Grades
    view: Callable[[], View]
    settings: Settings
    clock: Clock
    standings: Callable[[Collection[str]], Mapping[str, PublicationStanding]] = lambda _: {}

    def plan(self, request: PublishRequest) -> PublishPlan:
        """Plan a commit that publishes memories, and the commands that follow; nothing is written.

        Raises PublishRefused, NotFound, UsageError.
        """
        topic = checked_topic(request.topic) if request.topic else ""
        memories = self._named(request.ids)
        ids = [memory.id for memory in memories]
        base = starting_point(self.git, request.base)
        seen = dict.fromkeys(filter(None, (base.commit, head(self.git).commit)))
        if there := files_with(self.git, [*seen], ids):
            paths = ", ".join(dict.fromkeys(path for _, path in there[:5]))
            raise PublishRefused(f"The memory is published already, as {paths}. Edit it there.")
        draft = self.draft(memories, base, own=request.own, rendered=request.rendered)
        named = f"{BRANCHES}{topic or slug(draft.entries[0].title, ids[0][:8])}"
        branch = branch_for(self.git, named, ids, base, chosen=bool(topic))
        if not holds(self.git, branch, base, draft.files, ids):
            GitWriter.of(self.git, self.repository).refuse_checked_out(branch)
            refuse_other(self.git, branch, base, ids)
        plan = self.planned(draft, base, branch)
        more = (*self._also_notes(plan.files, base, branch), *self._replaced(base, memories))
        return replace(plan, notes=(*plan.notes, *more))

    def draft(
        self,
        memories: list[Memory],
        base: StartingPoint,
        *,
        own: bool,
        rendered: tuple[RenderedFile, ...] = (),
        branch: str = "",
    ) -> Draft:
        """Memories as files of a base; numbers that records on `branch` have are free. Raises PublishRefused."""
        allowed, tree = self._publishable(memories, own=own), BaseTree(self.git, base.commit)
        authors = self._authors(identity(self.git))
        entries = [Publishable(m, graded, title_of(m.content), _evidence(graded, tree)) for m, graded in allowed]
        drafts = FileDrafts(self.git, tree, self.settings.publishing.folder, authors, branch)
        files, notes = drafts.as_they_are(rendered) if rendered else drafts.files(entries)
        return Draft(entries=tuple(entries), files=files, notes=notes)

    def planned(
        self, draft: Draft, base: StartingPoint, branch: str, *, verb: str = "add", ended: Sequence[str] = ()
    ) -> PublishPlan:
        """Plan a commit of a draft on a branch. Raises PublishRefused for what may not be shown."""
        who, usual = identity(self.git), habits(self.git, base.commit)
        titles, memories = [entry.title for entry in draft.entries], [entry.memory for entry in draft.entries]
        first = subject(
            titles, branch.removeprefix(BRANCHES), decision=all(one.kind == "decision" for one in memories),
            conventional=usual.conventional, verb=verb,
        )  # fmt: skip
        before = texts_at(self.git, base.commit, [file.path for file in draft.files])
        refuse_secrets(
            [(file, before.get(file.path, "")) for file in draft.files], first, self.settings.privacy.personal,
            self.settings.privacy.allow,
        )  # fmt: skip
        return PublishPlan(
            branch=branch,
            base=base,
            files=draft.files,
            subject=first,
            message=message(first, titles, [one.id for one in memories], who if usual.signed_off else "", ended),
            signed=is_signed(self.git),
            notes=(*draft.notes, *self._notes(usual.signed_off, who)),
            commands=pull_request_commands(branch, base, first),
            ended=tuple(ended),
        )

    def changes(self, plan: PublishPlan) -> tuple[PlannedChange, ...]:
        """What the commit of a plan would change, file by file."""
        after = {file.path: file.text for file in plan.files} | dict.fromkeys(plan.removed, "")
        before = texts_at(self.git, plan.replaces or plan.base.commit, after)
        return tuple(PlannedChange(path, changed_lines(before.get(path, ""), text)) for path, text in after.items())

    def publish(self, plan: PublishPlan, *, check: bool = False) -> Published:
        """Commit a plan on its branch, and note it. Working tree, index and HEAD stay as they are.

        Everything before the branch is made leaves nothing but unused objects, so that it can be run again. A branch
        that already holds exactly this is only noted. Raises PublishRefused.
        """
        writer, tree = GitWriter.of(self.git, self.repository), BaseTree(self.git, plan.replaces or plan.base.commit)
        tip = plan.replaces or tip_of(self.git, plan.branch)
        blobs = {file.path: writer.blob(tree, file.path, file.text) for file in plan.files}
        made = writer.tree(tree.commit, blobs, plan.removed)
        if tip and not plan.replaces:
            self._refuse_other(plan, tip, made)
            self._store_publications(plan, tip)
            return Published(plan, tip, found=True)
        writer.refuse_checked_out(plan.branch)
        ran = check_hooks(self.git, self.repository, base=tree.commit, tree=made, message=plan.message) if check else ()
        commit = writer.commit(made, tree.commit, plan.message, plan.branch, signed=plan.signed)
        if plan.replaces:
            writer.advance(plan.branch, commit, plan.replaces)
        else:
            writer.create(plan.branch, commit)
        self._store_publications(plan, commit)
        return Published(plan, commit, checked=ran)

    def published(self) -> tuple[ListedPublication, ...]:
        """Everything that was published, the oldest first; a memory's last branch with where it stands now."""
        rows = publications.publications(self.database)
        last = {row.memory: row for row in rows}
        standings = self.standings(last.keys())

        def listed(row: Publication) -> ListedPublication:
            known = self._known(row.memory)
            now = standings.get(row.memory) if last[row.memory] is row else None
            state = str(now.state) if now else self._state(row.branch)
            path = now.path if now and now.path else row.path
            return ListedPublication(row, known, f"{state}{self._since(row.memory, now)}", path)

        return tuple(map(listed, rows))

    def _since(self, id: str, now: PublicationStanding | None) -> str:
        """What became of a listed memory here that its branch doesn't show, in words; mostly empty."""
        if not self._known(id):
            return "; forgotten or held back here"
        status = self.memories.get(id).status
        if now is None or now.state is not PublicationState.OPEN or status is MemoryStatus.ACTIVE:
            return ""
        return f"; {status} here since: --update or --withdraw"

    def _state(self, branch: str) -> str:
        """The state of a branch in words: there, or gone."""
        return "on its branch" if tip_of(self.git, branch) else "branch gone"

    def _known(self, id: str) -> bool:
        """Whether a memory is here and may be shown."""
        with suppress(NotFound, UsageError):
            return bool(self.memories.get(id).content)
        return False

    def _named(self, ids: Sequence[str]) -> list[Memory]:
        """The memories with some ids, each once. Raises NotFound, UsageError."""
        if not ids:
            raise UsageError("Name the memories to publish: `scrubjay memories` shows their ids.")
        if len(ids) > MAX_IDS:
            raise UsageError(f"One publication has at most {MAX_IDS} memories. Publish them under several topics.")
        return list({memory.id: memory for memory in (self.memories.get(id) for id in ids)}.values())

    def _publishable(self, memories: list[Memory], *, own: bool) -> list[tuple[Memory, GradeResult]]:
        """The memories with their grades. Raises PublishRefused where one may not be published."""
        ids = [memory.id for memory in memories]
        graded, shown = self.grades.of(ids, self.view()), self.memories.of_ids(ids)
        pairs = [(memory, graded.get(memory.id, NOTHING)) for memory in memories]
        now = self.clock()
        refused = [
            f"{memory.id[:DIGITS]} {why}"
            for memory, grade in pairs
            if (why := refusal(memory, grade, now, shown=memory.id in shown, own=own))
        ]
        if refused:
            raise PublishRefused(f"Nothing was published: {'; '.join(refused)}.")
        return pairs

    def _authors(self, who: str) -> Callable[[Memory], tuple[str, ...]]:
        """A function that gives a memory's authors, as the settings want them; `who` is git's name."""
        names = self.settings.publishing.authors
        name = who.rpartition("<")[0].strip()
        if names == "none":
            return lambda _: ()
        return (lambda _: (name,)) if names == "git" else lambda memory: (memory.author or name,)

    def _also_notes(self, files: Sequence[RenderedFile], base: StartingPoint, branch: str) -> tuple[str, ...]:
        """A note on other branches that bring a file of the same name; none where there are none."""
        where = also_on(self.git, [file.path for file in files if file.memory], base.commit, branch)
        return (f"{', '.join(where)} proposes a file of this name too, perhaps the same: look first",) if where else ()

    def _replaced(self, base: StartingPoint, memories: Sequence[Memory]) -> tuple[str, ...]:
        """Notes on files of the base that these memories replace; a decision's record isn't among them."""
        older = {id for memory in memories if memory.kind != "decision" for id in memory.supersedes}
        found = files_with(self.git, [base.commit], older) if older else ()
        return tuple(
            f"{path} holds what this replaces, and goes on saying so: mark it superseded, or delete it, in the same "
            "pull request"
            for path in dict.fromkeys(path for _, path in found)
        )

    def _notes(self, signed_off: bool, who: str) -> Iterable[str]:
        """Notes on hooks that don't run and on a sign-off."""
        _, there = hooks_here(self.git, self.repository)
        if there:
            yield f"the hooks of this repository don't run ({', '.join(there)}); --check runs them"
        if signed_off:
            yield f"signed off as {who}, since the last commits are"

    def _refuse_other(self, plan: PublishPlan, tip: str, tree: str) -> None:
        """Raises PublishRefused unless the branch already holds exactly what would be committed."""
        found = read_commit(self.git, tip)
        if found.tree != tree or sorted(ids_in(found.text)) != sorted(plan.memories):
            raise PublishRefused(something_else(plan.branch))

    def _store_publications(self, plan: PublishPlan, commit: str) -> None:
        """Store that a plan's memories are on its branch."""
        at = iso(self.clock())
        publications.drop(self.database, plan.branch, plan.ended)
        rows = [
            Publication(
                memory=file.memory, branch=plan.branch, commit=commit, path=file.path, base=plan.base.commit, at=at
            )
            for file in plan.files
            if file.memory
        ]
        publications.put(self.database, rows)


def _evidence(graded: GradeResult, tree: BaseTree) -> dict[str, str]:
    """The places that support a memory, as path@commit:lines, with their words; only those that the base has."""
    places: dict[str, str] = {}
    for ground in graded.standing.grounds:
        cited = ground.citation
        if cited is None or ground.status is not CitationStatus.RESOLVED or not cited.words:
            continue
        path = ground.path or cited.path
        if path in tree.entries:
            first, last = cited.lines
            lines = f":{first}-{last}" if last > first > 0 else f":{first}" if first else ""
            places[f"{path}@{tree.commit[:DIGITS]}{lines}"] = cited.words
        elif cited.commit and not path:
            places[f"commit {cited.commit[:DIGITS]}"] = cited.words
    return places


def publisher(
    git: Git, repository: Repository, knowledge_database: Database, memories: Memories, grades: Grades,
    documents: Documents, settings: Settings, clock: Clock, published: PublishedMemories
) -> Publisher:  # fmt: skip
    return Publisher(
        git=git, repository=repository, database=knowledge_database, memories=memories, grades=grades,
        view=documents.view, settings=settings, clock=clock,
        standings=lambda ids: published.standings(ids, documents.view()),
    )  # fmt: skip
