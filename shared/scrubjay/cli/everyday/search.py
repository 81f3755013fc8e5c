"""`scrubjay search`: searches documents, code, commits and memories."""

import shlex
from typing import TYPE_CHECKING, Annotated, Any

import typer

from scrubjay.cli.acts import permitted
from scrubjay.cli.commands import REPO_KEY
from scrubjay.cli.context import Invocation, invoked, open_home, open_workspace
from scrubjay.cli.everyday.questions import AskedLine, answer_each, search_conversations
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import on_terminal, say, say_json, warn
from scrubjay.cli.progress import progress
from scrubjay.errors import UsageError
from scrubjay.knowledge.index.kinds import SEARCH_KINDS
from scrubjay.model.frozen import replace
from scrubjay.operations.across.asking import answer_of_all
from scrubjay.search.recall.answer import RecallAnswer, RecallRequest
from scrubjay.search.recall.objects import as_object, projects_as_object
from scrubjay.search.recall.projects import ProjectsAnswer, render_projects
from scrubjay.search.recall.render import render

if TYPE_CHECKING:
    from scrubjay.app import Workspace


def search_all(invocation: Invocation, request: RecallRequest, *, as_json: bool) -> None:
    """Ask every project and print one answer. Exit code 1 when nothing is found. Raises NotAPerson."""
    line = f"scrubjay search --all-projects {shlex.quote(request.query)}"
    permitted(invocation, "search all projects", line)
    with open_home(invocation) as home, progress("searching", "projects") as step:
        found = answer_of_all(home, request, step, release=True)
    for skipped in found.skipped:
        warn(f"{skipped.project.name} was not searched ({skipped.folder}): {skipped.error}")
    if found.skipped and not found.answers:
        raise found.skipped[0].error
    _show_all(found, as_json=as_json)
    if found.fit == "nothing":
        raise typer.Exit(1)


def _show_all(found: ProjectsAnswer, *, as_json: bool) -> None:
    """Print an answer: for scripts as JSON, at a terminal as a few lines for each hit, else as Markdown."""
    if as_json:
        say_json(projects_as_object(found))
    elif (found.hits or found.memories) and found.request.detail != "full" and on_terminal():
        from scrubjay.cli.everyday.passages import console, show_projects

        show_projects(found, console(), full=found.request.detail == "whole")
    else:
        say(render_projects(found))


app = application()

BUDGET = 100_000
"""Tokens of a printed answer: more than all hits that can be asked for, since a person scrolls."""

LIMIT = 8
TERMINAL_LIMIT = 3
"""Hits where no number is asked for: as many at a terminal as fit its screen."""


Query = Annotated[list[str] | None, typer.Argument(help="A question, words, identifiers, or the number of an ADR.")]
Kind = Annotated[
    list[str] | None,
    typer.Option("--kind", help=f"{', '.join(SEARCH_KINDS[:-1])} or {SEARCH_KINDS[-1]} (repeatable), or conversation."),
]
AsOf = Annotated[str, typer.Option("--as-of", metavar="REV", help="Search as of this commit, tag, branch or date.")]
Since = Annotated[str, typer.Option("--since", metavar="DATE", help="With --kind conversation: since this day.")]
Until = Annotated[str, typer.Option("--until", metavar="DATE", help="With --kind conversation: until this day.")]
Role = Annotated[str, typer.Option("--role", help="With --kind conversation: only turns of user, assistant or tool.")]
Limit = Annotated[
    int | None,
    typer.Option(
        "--limit",
        min=1,
        max=100,
        help=f"Maximum number of documents. [default: {LIMIT}; {TERMINAL_LIMIT} at a terminal]",
    ),
]
Full = Annotated[bool, typer.Option("--full", help="Show whole passages, not their best lines.")]
Explain = Annotated[bool, typer.Option("--explain", help="Show full passages, scores, ranks, stages and times.")]
Also = Annotated[
    list[str] | None, typer.Option("--also", metavar="TEXT", help="Another wording of the question (repeatable, 4).")
]
Batch = Annotated[
    str, typer.Option("--batch", metavar="FILE", help="File with one query on each line, or JSON; - is stdin.")
]
AllProjects = Annotated[
    bool, typer.Option("--all-projects", help="Search every project of this home; only a person at a terminal can.")
]


@app.command()
def search(
    ctx: typer.Context,
    query: Query = None,
    kind: Kind = None,
    path: Annotated[str, typer.Option("--path", help="Folder, file or glob, relative to the repository's top.")] = "",
    limit: Limit = None,
    also: Also = None,
    as_of: AsOf = "",
    recipe: Annotated[str, typer.Option("--recipe", help="Ranking recipe. Default: the one in the settings.")] = "",
    since: Since = "",
    until: Until = "",
    role: Role = "",
    full: Full = False,
    explain: Explain = False,
    as_json: AsJson = False,
    batch: Batch = "",
    all_projects: AllProjects = False,
) -> None:
    """Search what is visible at HEAD of this worktree. Exit code 1 when nothing is found.

    A query may contain "a phrase", -word to exclude, and filters: path: kind: status: service: tag: applies: date:
    since: until: (kind:decision status:current path:docs/**). symbol:NAME, callers:NAME and references:NAME answer with
    places in code. What a sentence quotes comes first, a phrase alone must stand in the text; where nothing holds it,
    its words are looked up, and the answer says so and fits weakly at most. Text in quotes is never an operator, nor is
    text of several lines. To search for a flag: `scrubjay search -- --dry-run`.

    With --also the question is asked in other words as well, such as names of functions; one answer comes of all.

    With --kind memory and no query the newest memories are listed, whatever their grade.

    With --kind conversation the sessions of this project are searched (see `scrubjay import transcripts`).

    With --all-projects every project of this home is asked, each in its working trees, and each hit names its project
    and folder; what can't be searched is named. An agent and a script can't use it.

    With --batch one JSON object is printed for each line, in the same order; a blank line gives empty results.
    A query of several lines is JSON on one line: {"query": "first\\nsecond"}, or only "first\\nsecond". So is one in
    further wordings: {"query": "who may publish", "also_ask": ["publish permission"]}. A line that begins with a brace
    must be such JSON, and an unknown key is an error.
    """
    words = " ".join(query or ()).strip()
    listing = kind == ["memory"]
    if bool(words or listing) == bool(batch):
        raise UsageError("Give either a query or --batch FILE. See `scrubjay search --help`.")
    if also and batch:
        raise UsageError("--also words one question anew: use it without --batch, where a line may hold also_ask.")
    if all_projects and (batch or "conversation" in (kind or ()) or REPO_KEY in ctx.meta):
        raise UsageError("--all-projects asks all: use it without --batch, --repo and --kind conversation.")
    if "conversation" in (kind or ()):
        if len(set(kind or ())) > 1 or path or as_of or also:
            raise UsageError(
                "Conversations are searched alone: use --kind conversation without other kinds, "
                "--path, --also and --as-of."
            )

        search_conversations(
            invocation=invoked(ctx),
            words=words,
            since=since,
            until=until,
            role=role,
            limit=limit or LIMIT,
            recipe=recipe,
            explain=explain,
            as_json=as_json,
            batch=batch,
        )
        return
    if since or until or role:
        raise UsageError("--since, --until and --role need --kind conversation; otherwise write since: in the query.")
    request = RecallRequest(
        query=words, also_ask=tuple(also or ()), kinds=tuple(kind or ()), path=path, budget=BUDGET, as_of=as_of,
        limit=limit or (TERMINAL_LIMIT if on_terminal() and not as_json and not batch else LIMIT),
        detail="full" if explain else "whole" if full else "concise", recipe=recipe,
        trimmed=not (as_json or batch or explain or limit), discussed=not all_projects,
    )  # fmt: skip
    if all_projects:
        search_all(invoked(ctx), request, as_json=as_json)
        return
    with open_workspace(invoked(ctx)) as (_, workspace):
        if batch:
            _search_each(workspace, request, batch)
            return
        with progress("indexing", "documents") as step:
            answer = workspace.answers.found(request, step)
    _print_answer(answer, as_json=as_json)
    if answer.fit == "nothing":
        raise typer.Exit(1)


def _print_answer(answer: "RecallAnswer", *, as_json: bool) -> None:
    """Print an answer: for scripts as JSON, at a terminal as a few lines for each hit, else as Markdown."""
    if as_json:
        say_json(as_object(answer))
    elif (answer.hits or answer.memories) and answer.request.detail != "full" and on_terminal():
        from scrubjay.cli.everyday.passages import console, show

        show(answer, console(), full=answer.request.detail == "whole")
    else:
        say(render(answer))


def _search_each(workspace: "Workspace", request: "RecallRequest", batch: str) -> None:
    """Answer the lines of a file. A line that can't be asked gives empty results, and says why."""

    def of_line(asked: AskedLine) -> "RecallRequest":
        return replace(request, query=asked.query, also_ask=asked.also_ask)

    def answer(asked: AskedLine) -> dict[str, Any]:
        return as_object(workspace.answers.found(of_line(asked)))

    def refused(asked: AskedLine, why: str) -> dict[str, Any]:
        view = workspace.documents.view(request.as_of)
        recipe = request.recipe or workspace.settings.retrieval.recipe
        share = workspace.documents.counts(view).embedded
        problem = (why,) if why else ()
        return as_object(
            RecallAnswer(request=of_line(asked), view=view, hits=(), recipe=recipe, degraded=problem, embedded=share)
        )

    answer_each(batch, answer, refused)
