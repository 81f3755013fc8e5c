"""Who states which fact: authors of published documents, of commits and of `memory/*` branches, fetched ones too.

For counting people, not for showing: a text of a branch that nobody merged must be in no answer.
"""

import hashlib
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field

from scrubjay.documents.front_matter import front_matter
from scrubjay.git.ancestry import base_branches
from scrubjay.git.process import Git
from scrubjay.grounding.same import same_form
from scrubjay.model.view import View
from scrubjay.published.mark import memory_id_of
from scrubjay.published.marks import read_texts
from scrubjay.published.proposals import BranchCommit, added, last_files, memory_branches, proposed
from scrubjay.published.values import PublishedFile
from scrubjay.text.sentences import sentences

MOST_FILES = 2_000
"""Files of all branches that are read in one run."""

MOST_SENTENCES = 20
"""Sentences of one file that may be a statement; a published memory is shorter."""

MARKDOWN = (".md", ".markdown", ".rst", ".adoc", ".txt")


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """Somebody's statement in git: the memory that it names, empty for none, and where it stands.

    `branch` is empty for what a base branch has. `text` is what a file says, for grouping; it isn't printed with the
    row, since the branch may be one that nobody merged. `forms` are the hashes of its sentences, for the law Same.
    """

    memory: str
    author: str
    branch: str
    commit: str
    date: str
    text: str = field(default="", repr=False)
    forms: frozenset[str] = field(default=frozenset(), repr=False)

    def states(self, claim: str) -> bool:
        """Whether one of its sentences is the Same as a claim."""
        return form_hash(claim) in self.forms


def statements(git: Git, view: View, places: Mapping[str, PublishedFile]) -> tuple[Statement, ...]:
    """The statements that this clone holds, one for each file or commit, those of branches first, the newest first.

    `places` are the published memories of the view. Whoever brought a file states it; who edited it later, or is named
    as a co-author, doesn't: agents are. Bounds: 200 branches, 50 files of each, 2,000 files in all, 2,000 commits.
    """
    bases = [base.commit for base in base_branches(git)] or ([view.commit] if view.commit else [])
    branches = proposed(git, [ref for ref, _ in memory_branches(git)], bases)
    named = {place.path: id for id, place in places.items()}
    brought = [
        Statement(memory=named[path], author=commit.author, branch="", commit=commit.commit, date=commit.date)
        for commit in added(git, bases, sorted(named))
        for path, _ in commit.files
        if path in named
    ]
    return tuple(dict.fromkeys((*_of_files(git, last_files(branches)), *_of_commits(branches), *brought)))


def authors_of(rows: Iterable[Statement], id: str, claims: Collection[str]) -> frozenset[str]:
    """The people who state a fact: by the id of a memory, or by a sentence that is the Same as one of its claims."""
    forms = {form_hash(claim) for claim in claims}
    return frozenset(row.author for row in rows if (id and row.memory == id) or row.forms & forms)


def form_hash(text: str) -> str:
    """A hash of a text in the form in which the law Same compares."""
    return hashlib.sha256(same_form(text).encode("utf-8", "replace")).hexdigest()[:32]


def _of_files(git: Git, files: Iterable[tuple[BranchCommit, str, str]]) -> list[Statement]:
    chosen = [entry for entry, _ in zip(files, range(MOST_FILES), strict=False) if entry[1].lower().endswith(MARKDOWN)]
    texts: Mapping[str, str] = dict(read_texts(git, {blob for _, _, blob in chosen}))
    rows = []
    for commit, _, blob in chosen:
        if blob not in texts:
            continue
        body = front_matter(texts[blob])[1].strip()
        found = sentences(body)[:MOST_SENTENCES]
        rows.append(
            Statement(
                memory=memory_id_of(texts[blob]) or "",
                author=commit.author,
                branch=commit.branch,
                commit=commit.commit,
                date=commit.date,
                text="\n".join(found),
                forms=frozenset(map(form_hash, found)),
            )
        )
    return rows


def _of_commits(commits: Iterable[BranchCommit]) -> list[Statement]:
    return [
        Statement(memory=id, author=one.author, branch=one.branch, commit=one.commit, date=one.date)
        for one in commits
        for id in one.memories
    ]
