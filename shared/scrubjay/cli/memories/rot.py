"""`scrubjay rot`: memories whose source has changed or never existed."""

from typing import TYPE_CHECKING

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.memory.freshness.freshness import MovedMemory
from scrubjay.memory.freshness.grounds import Ground, GroundsStanding
from scrubjay.memory.lifecycle.figures import missing
from scrubjay.model.counted import counted
from scrubjay.search.recall.evidence import reference_marks

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scrubjay.model.decision import DecisionEntry
    from scrubjay.wiring.workspace import Workspace


app = application()


@app.command()
def rot(ctx: typer.Context, as_json: AsJson = False) -> None:
    """List memories whose source was changed, deleted or superseded, or never existed. Nothing is modified.

    So are published files that people edited, while the memory here says what it said. Exit code 1 when there is one.
    Your own memories are included where this clone has what they cite. Decision records that share a number, or name
    a record that isn't there or of which there are several, are listed too; they don't change the exit code.
    """
    with open_workspace(invoked(ctx)) as (_, workspace):
        view, _ = workspace.recall.searchable.current()
        rows = (*workspace.freshness.moved(view), *_never_there(workspace))
        edited = workspace.stand_ins.differing(view)
        records = _doubtful(workspace.documents.decisions(view))
    if as_json:
        memories = [
            {
                "id": row.memory.id, "scope": row.memory.scope, "kind": row.memory.kind, "content": row.memory.content,
                "grounds": [
                    {"citation": g.text, "path": g.path, "status": str(g.status), "since": g.since, "detail": g.detail}
                    for g in row.standing.grounds
                ],
            }
            for row in rows
        ]  # fmt: skip
        files = [{"path": place.path, "memory": id, "says": place.says} for id, place in edited.items()]
        say_json({"commit": view.commit, "count": len(memories), "memories": memories, "edited": files, "records": [
            {"path": path, "name": name, "remarks": marks} for path, name, marks in records
        ]})  # fmt: skip
    elif rows:
        say(f"{counted(len(rows), 'memory')} with a source that changed, fell or never was there;")
        say("`scrubjay update ID` or `scrubjay forget ID`:")
    else:
        say("the sources of all memories are as they were")
    for row in rows if not as_json else ():
        whose = "your own " if row.memory.scope == "user" else ""
        say(f"- {row.memory.id[:12]} {whose}{row.memory.kind}: {' '.join(row.memory.content.split())[:200]}")
        for ground in row.standing.moved:
            say(f"  {ground.describe()}")
    if edited and not as_json:
        say(f"{counted(len(edited), 'published file')} edited by people, while the memory here says what it said;")
        say("`scrubjay update ID` with the file's words, or edit the file back:")
    for id, place in edited.items() if not as_json else ():
        say(f"- {id[:12]} {place.path}: {'says it in part' if place.says else 'says something else'}")
    if records and not as_json:
        say(f"{counted(len(records), 'decision record')} with a number or a reference that isn't clear:")
    for path, name, marks in records if not as_json else ():
        say(f"- {name} {path}: {'; '.join(marks)}")
    if rows or edited:
        raise typer.Exit(1)


def _doubtful(entries: "Sequence[DecisionEntry]") -> "list[tuple[str, str, tuple[str, ...]]]":
    """Decision records by path and name, with what is unclear about their numbers and references."""
    by_path = {entry.path: entry for entry in entries}
    marked = ((entry.path, entry.decision.name, reference_marks(entry, by_path)) for entry in entries)
    return [one for one in marked if one[2]]


def _never_there(workspace: "Workspace") -> "tuple[MovedMemory, ...]":
    """Memories that cite what nobody found when they were told, as they said then."""
    cited = workspace.memories.reading("project", missing)
    memories = workspace.memories.of_ids(cited)
    return tuple(
        MovedMemory(
            memories[id],
            GroundsStanding(
                tuple(
                    Ground(
                        text=citation.text,
                        path=citation.path or citation.text,
                        status=citation.status,
                        citation=citation,
                    )
                    for citation in citations
                )
            ),
        )
        for id, citations in cited.items()
        if id in memories
    )
