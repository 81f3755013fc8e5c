"""`scrubjay graph`: how things hang together; path, around, find, export."""

from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table, warn
from scrubjay.cli.progress import progress
from scrubjay.errors import UsageError
from scrubjay_graph.drawing import dot, mermaid, svg, table_rows
from scrubjay_graph.model import EdgeKind, GraphAnswer, link_named
from scrubjay_graph.questions import answered
from scrubjay_graph.render import graph_object, graph_text, path_text
from scrubjay_graph.services import GraphServices

app = application(no_args_is_help=True, help="Show how things hang together, each relation with where it is stated.")

NAMES = "A path, a record such as ADR-3, a service, a symbol, a commit, '#12', a person, a memory's id; or KIND:NAME."
Entity = Annotated[str, typer.Argument(metavar="NAME", help=NAMES)]
AsOf = Annotated[str, typer.Option("--as-of", metavar="REV", help="A commit, tag, branch or date instead of HEAD.")]
Relations = Annotated[
    list[str] | None, typer.Option("--relation", metavar="R", help="Only this relation, such as imports. Repeatable.")
]
Hops = Annotated[int, typer.Option("--hops", min=1, max=4, help="Relations from the entity.")]


@app.command()
def path(
    ctx: typer.Context,
    first: Annotated[str, typer.Argument(metavar="A", help=NAMES)],
    last: Annotated[str, typer.Argument(metavar="B", help=NAMES)],
    either_way: Annotated[bool, typer.Option("--either-way", help="Also against the direction of relations.")] = False,
    relation: Relations = None,
    as_of: AsOf = "",
    as_json: AsJson = False,
) -> None:
    """Show the shortest way from A to B, or else from B to A: at most four relations, each with its evidence.

    Exit code 1 when no way is stated.
    """
    links = _links(relation)
    with open_workspace(invoked(ctx)) as (_, workspace), progress("reading relations", "files") as step:
        answer = GraphServices.of(workspace).graph.path(
            first, last, either_way=either_way, links=links, as_of=as_of, progress=step
        )
    if as_json:
        say_json(graph_object(answer))
    else:
        say(path_text(answer))
    if not answer.edges:
        raise typer.Exit(1)


@app.command()
def around(
    ctx: typer.Context,
    name: Entity,
    hops: Hops = 1,
    relation: Relations = None,
    as_of: AsOf = "",
    as_json: AsJson = False,
) -> None:
    """Show what is near an entity, at most 500 entities, and what states each relation.

    Exit code 1 when nothing is.
    """
    links = _links(relation)
    with open_workspace(invoked(ctx)) as (_, workspace), progress("reading relations", "files") as step:
        answer = GraphServices.of(workspace).graph.around(name, hops, links=links, as_of=as_of, progress=step)
    _print_answer(answer, as_json=as_json)


@app.command()
def find(
    ctx: typer.Context,
    pattern: Annotated[
        list[str], typer.Argument(metavar="PATTERN…", help="Such as: incidents of services that depend on payments.")
    ],
    as_of: AsOf = "",
    as_json: AsJson = False,
) -> None:
    """Find what fits a typed pattern: KINDS RELATION [KINDS RELATION]… NAME.

    Kinds: files, documents, tests, decisions, incidents, services, symbols, modules, requests, commits, people,
    memories; who, what. Relations: supersede, amend, concern, depend on, import, define, call, extend, test, link to,
    cite, touch, merged as, revert, wrote, own, each also backwards ("imported by"); "of" is any. "transitively" follows
    one up to four times. "what does A import", "where is F defined", "tests of A" and "what links A and B" are read,
    too. Exit code 1 when nothing fits, 2 with the forms that can be read when a question has none of them.
    """
    with open_workspace(invoked(ctx)) as (_, workspace), progress("reading relations", "files") as step:
        answer = answered(GraphServices.of(workspace).graph, " ".join(pattern), as_of=as_of, progress=step)
    _print_answer(answer, as_json=as_json)


@app.command()
def export(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="[NAME]", help="Default: services, decisions and incidents.")] = "",
    form: Annotated[
        str, typer.Option("--format", help="svg, dot, mermaid, json or table: the numbers of the picture.")
    ] = "json",
    hops: Hops = 2,
    relation: Relations = None,
    as_of: AsOf = "",
) -> None:
    """Print a part of the graph as a picture or for other programs, at most 500 entities.

    Mermaid draws at most 500 edges and 50,000 characters: above, its picture has what is most connected, and says so.
    Exit code 1 when it is empty.
    """
    pictures = {"svg": svg, "dot": dot}
    if form not in (*pictures, "mermaid", "json", "table"):
        raise UsageError(f"format {form[:40]!r} is unknown. Formats: {', '.join(pictures)}, mermaid, json, table.")
    links = _links(relation)
    with open_workspace(invoked(ctx)) as (_, workspace), progress("reading relations", "files") as step:
        questions = GraphServices.of(workspace).graph
        if name:
            answer = questions.around(name, hops, links=links, as_of=as_of, progress=step)
        else:
            answer = questions.whole(as_of=as_of, progress=step)
    if form == "json":
        say_json(graph_object(answer))
    elif form == "table":
        table(("from", "relation", "to", "evidence"), table_rows(answer))
    elif form == "mermaid":
        drawn, left_out = mermaid(answer)
        say(drawn.rstrip("\n"))
        if left_out:
            warn(f"the picture has {left_out}. `--format svg` has all; fewer `--hops` or one `--relation` ask for less")
    else:
        say(pictures[form](answer).rstrip("\n"))
    if not answer.nodes:
        raise typer.Exit(1)


def _print_answer(answer: "GraphAnswer", *, as_json: bool) -> None:
    """Print an answer as text or JSON. Raises Exit with code 1 where nothing was found."""
    if as_json:
        say_json(graph_object(answer))
    else:
        say(path_text(answer) if answer.is_way else graph_text(answer, budget=0))
    if not answer.found:
        raise typer.Exit(1)


def _links(names: list[str] | None) -> "tuple[EdgeKind, ...]":
    """The relations with some names. Raises UsageError."""
    return tuple(link_named(name) for name in names or ())
