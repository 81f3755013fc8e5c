"""`scrubjay provenance`: where a memory comes from."""

from dataclasses import asdict
from typing import Annotated

import typer

from scrubjay.cli.context import invoked, open_workspace
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json
from scrubjay.memory.freshness.graded import NOTHING
from scrubjay.memory.freshness.wording import grade_word, ground_object, grounds_of
from scrubjay.search.recall.provenance import provenance_text
from scrubjay.wiring.afar import keeper_of

app = application()


@app.command()
def provenance(
    ctx: typer.Context,
    id: Annotated[str, typer.Argument(help="Id of the memory, at least eight digits.")],
    as_json: AsJson = False,
) -> None:
    """Show a memory's grade at HEAD and where it comes from: author, time, sources, checks, reviews, replacements."""
    with open_workspace(invoked(ctx)) as (_, workspace):
        if there := keeper_of(workspace, id):
            told = there.provenance(id)
            say_json({"there": there.called, "lines": told.split("\n")}) if as_json else say(told)
            return
        provenance_, view = workspace.memories.provenance(id), workspace.documents.view()
        said = workspace.stand_ins.elsewhere([provenance_.memory.id], view).get(provenance_.memory.id)
        graded = workspace.grades.of([provenance_.memory.id], view).get(provenance_.memory.id, NOTHING)
    if as_json:
        now = {
            "commit": view.commit,
            "grade": grade_word(provenance_.memory, graded),
            "grounds": [ground_object(ground) for ground in grounds_of(graded)],
            "published": said.text if said else "",
        }
        validations = [
            {**asdict(one), "grade": str(one.grade) if one.grade else None} for one in provenance_.validations
        ]
        say_json({**asdict(provenance_), "validations": validations, "now": now})
    else:
        say(provenance_text(provenance_, graded, view.short, said.text if said else ""))
