"""The story's home, with a text that would run something in every field that others can fill."""

import subprocess
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from scrubjay.app import Workspace
from scrubjay.errors import ScrubjayError
from scrubjay.memory.store.request import RememberRequest
from scrubjay.model.agent import AgentType
from scrubjay.model.evidence import Act, Origin
from scrubjay.session.tasks.points import HookReport
from scrubjay.session.tasks.sent import Telling
from scrubjay.session.tasks.task import Note, SessionSave, TaskChange
from scrubjay_agents.services import AgentServices
from scrubjay_forges.discussions.values import DiscussionHead, DiscussionPart, ForgeBatch
from scrubjay_forges.services import ForgeServices
from tests.servers.ui.rich import TOLD, RichHome

LONGEST_NAME = 120


def poison(home: RichHome, texts: Sequence[str]) -> list[str]:
    """Fill every field with some texts; returns the ids of the memories that came of it."""
    _in_git(home, texts)
    with home.open() as app:
        at = app.workspace(home.repo.path)
        at.documents.ingest(at.documents.view(), cause="test")
        ids = [id for number, text in enumerate(texts) if (id := _remembered(at, text, number))]
        _in_sessions(at, texts)
        _in_handoffs(at, texts, ids)
        _in_discussions(at, texts)
        at.briefer.prepare()
    return ids


def _in_git(home: RichHome, texts: Sequence[str]) -> None:
    """Documents, records, their names, a commit's author and subject, branches and tags, as far as git lets them."""
    repo = home.repo
    files: dict[str, str | bytes] = {}
    for number, text in enumerate(texts):
        flat = " ".join(text.split())
        files[f"docs/{number}.md"] = f"# {text}\n\nA page of {text}\n\n## {flat}\n\n{text}\n"
        files[f"docs/adr/{number + 100:04}-x.md"] = (
            f"# {number + 100}. {flat}\n\n## Status\n\n{flat}\n\n## Decision\n\nWe use {flat}\n"
        )
    files |= {f"docs/{name}.md": f"# {name}\n\nNamed {name}\n" for name in _names(texts)}
    repo.commit("poison", files)
    for text in texts[::10]:
        author = "".join(c for c in text if c not in "<>\n\0") or "x"
        repo.git("commit", "-q", "--allow-empty", "-m", text, f"--author={author} <x@example.org>", check=False)
    for name in _refs(texts):
        repo.git("branch", name, check=False)
        repo.git("tag", f"v-{name}", check=False)
    repo.git("switch", "-q", next(_refs(texts)))


def _in_discussions(at: Workspace, texts: Sequence[str]) -> None:
    """Titles, labels, files, logins, places and texts of a forge, as an import brings them."""
    times: dict[str, Any] = {"created_at": "2026-02-20T08:00:00Z", "updated_at": "2026-02-20T09:00:00Z"}
    head = DiscussionHead(
        number=12, kind="pull_request", title=texts[0], state="open", author=texts[-1], labels=tuple(texts[:50]),
        files=tuple(texts[:20]), **times,
    )  # fmt: skip
    parts = tuple(
        DiscussionPart(
            number=12, key=f"line/{number + 100}", role="line_comment", author=text, member=not number % 2, text=text,
            path=text, line=3, verdict=text, **times,
        )
        for number, text in enumerate(texts)
    )  # fmt: skip
    ForgeServices.of(at).discussion_store.put("forge.test/acme/shop", ForgeBatch(heads=(head,), parts=parts))


def _names(texts: Sequence[str]) -> Iterator[str]:
    """Names that a file can have."""
    for text in texts:
        name = text.replace("/", "\u2215").replace("\0", "")
        if len(name.encode()) <= LONGEST_NAME and name.strip(". \n"):
            yield name


def _refs(texts: Sequence[str]) -> Iterator[str]:
    """Names that a branch can have: git allows no space, colon, question mark, star, bracket, caret, tilde, control."""
    for text in texts:
        name = "".join("_" if c in " :?*[]^~\\" or ord(c) < 33 else c for c in text).strip("/.-")[:LONGEST_NAME]
        checked = subprocess.run(["git", "check-ref-format", f"refs/heads/{name}"], check=False, capture_output=True)
        if "ran(" in name and checked.returncode == 0:
            yield name


def _remembered(at: Workspace, text: str, number: int) -> str:
    """A memory that has it in each of its fields; or else in as many as are taken."""
    flat = "".join(c for c in text if c.isprintable())
    fields: dict[str, Any] = {
        "author": flat[:60], "session": flat[:60], "agent": flat[:60], "quote": text, "applies": flat[:100],
        "branch": flat[:60], "tags": (flat[:30],), "client": flat[:60],
    }  # fmt: skip
    for left_out in ((), ("tags",), ("tags", "applies", "quote"), tuple(fields)):
        more = {name: value for name, value in fields.items() if name not in left_out}
        for authority in (TOLD, {"origin": Origin.AGENT, "act": Act.NONE}):
            request = RememberRequest(content=f"{text} is weighed at gate {number}.", **(more | authority))
            try:
                outcome = at.memories.remember(request)
            except ScrubjayError:
                continue
            if id := getattr(outcome, "id", ""):
                return str(id)
    return ""


def _in_sessions(at: Workspace, texts: Sequence[str]) -> None:
    worktree = str(at.repository.worktree)
    commit = at.git.run("rev-parse", "HEAD").decode().strip()
    for number, text in enumerate(texts[::9]):
        session = f"s{number}-{''.join(c for c in text if c.isprintable())[:60]}"
        change = TaskChange(text, {"goals": [text], "constraints": [text], "open_questions": [text]}, session=session)
        at.tasks.set("main", commit, change)
        at.tasks.note("main", commit, Note(text, "dead_end", session=session))
        save = SessionSave(summary=text, completed=(text,), blockers=(text,), next_steps=(text,), session=session)
        at.tasks.save("main", commit, save)
        report = HookReport(
            session=session, branch=text[:60], head=commit, event=text[:30], worktree=worktree, files=(text,)
        )
        at.session_points.report(report)
        at.ledger.record_told(session, worktree, "state", text)
        telling = Telling(session=session, worktree=worktree, channel="start", text=text, client=text[:20])
        at.sent_texts.keep(telling, at.sent_texts.mark())


def _in_handoffs(at: Workspace, texts: Sequence[str], ids: Sequence[str]) -> None:
    callers = at.callers
    for text in texts[::20]:
        sender = callers.of_type(AgentType.CODEX, text[:40])
        state = {"next_steps": [text], "in_progress": [text]}
        context = {"task_description": text, "current_state": state, "relevant_files": [text[:60]]}
        for act in (
            lambda s=sender, c=context: AgentServices.of(at).handoffs.initiate(s, "branch", c),
            lambda s=sender, t=text: AgentServices.of(at).pools.create(s, t[:60], "project", ""),
        ):
            try:
                act()
            except ScrubjayError:
                continue  # what a field refuses is in no page
    for id, text in zip(islice(ids, 10), texts, strict=False):
        at.memories.retract(id, "ada", text, authority=True)
    at.quarantine.impose(texts[0][:60], "ada", texts[1])
