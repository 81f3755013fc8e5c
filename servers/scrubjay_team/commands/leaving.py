"""`scrubjay team member remove`, `team hand-over` and `team member erase`: somebody leaves a team."""

from shlex import quote
from typing import Annotated

import typer

from scrubjay.cli.acts import confirm
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, warn
from scrubjay.model.counted import counted
from scrubjay_team.commands.office import TeamName, office_of
from scrubjay_team.commands.shown import HandedOut, as_object
from scrubjay_team.people.leaving import TO_TEAM, OpenWork

Leaver = Annotated[str, typer.Argument(metavar="NAME", help="The member's name in the team.")]

COPIES = (
    "What isn't changed: texts that name them, commits in mirrored repositories, backups made before (`scrubjay team "
    "backup`), and copies that members' own homes or exports hold."
)


def remove(ctx: typer.Context, name: Leaver, team: TeamName = "", as_json: AsJson = False) -> None:
    """Take a member out of a team: tokens, sessions, clients and grants end at once. Only a person may.

    What they wrote stays under their name; handoffs that they work on wait again. One owner stays.
    """
    office = office_of(ctx)
    permit = office.permit("remove a member", f"scrubjay team member remove {quote(name)}")
    with office.trial(team) as people:
        work = people.leaving.open_work(name)
        people.leaving.remove(name)
    lines = [f"Every token and session of {name} ends at once; what they wrote stays."]
    if work.handoffs or work.memories:
        lines.append(f"{_told(work)} could be handed over first: `scrubjay team hand-over {quote(name)} --to MEMBER`.")
    confirm(permit, lines, "Remove them?")
    with office.people(team) as people:
        tokens = people.tokens.all(name)
        member = people.leaving.remove(name)
    for token in tokens:
        HandedOut.drop(office.place.data, token.id)
    office.record(permit, "remove member", f"{people.team.name}: {member.name}")
    if as_json:
        say_json(as_object(member))
        return
    say(f"removed: {member.name} of {people.team.name}; their tokens and sessions have ended")
    say(f"  `scrubjay team member erase {quote(name)}` takes their name away, where it has to go.")


def hand_over(
    ctx: typer.Context,
    name: Leaver,
    to: Annotated[str, typer.Option("--to", metavar="NAME", help=f"Who gets it: a member, or {TO_TEAM} for all.")],
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Give a member's open handoffs, and the memories that they chose, to another one or the team. Only a person may.

    Whose words it is stays; the receiver may change them. A member chooses memories on the server's page.
    """
    office = office_of(ctx)
    permit = office.permit("hand over", f"scrubjay team hand-over {quote(name)} --to {quote(to)}")
    with office.trial(team) as people:
        work = people.leaving.open_work(name)
        people.leaving.hand_over(name, to)
    confirm(permit, [f"{_told(work)} of {name} go to {to}."], "Hand them over?")
    with office.people(team) as people:
        given = people.leaving.hand_over(name, to)
    office.record(permit, "hand over", f"{people.team.name}: {given.giver.name}, {given.receiver}")
    if as_json:
        say_json(as_object(given) | {"giver": given.giver.called})
        return
    say(f"handed over to {given.receiver}: {_told(OpenWork(given.handoffs, given.memories))}")
    if given.stayed:
        warn(f"{counted(given.stayed, 'thing')} stayed: {given.receiver} isn't granted the repository.")


def erase(ctx: typer.Context, name: Leaver, team: TeamName = "", as_json: AsJson = False) -> None:
    """Take the name of a member who left away: "former member N" stands instead. It can't be undone. Only a person may.

    Words that somebody wrote aren't searched; memories that hold the name are counted.
    """
    office = office_of(ctx)
    permit = office.permit("erase a member's name", f"scrubjay team member erase {quote(name)}")
    with office.trial(team) as people:
        people.leaving.erase(name)
    confirm(permit, [f"The name {name} goes from memories, handoffs, pools, lists and exports."], "Erase it?")
    confirm(permit, ["It can't be undone, and nobody can look it up any more.", COPIES], "Are you sure?")
    with office.people(team) as people:
        gone = people.leaving.erase(name)
    office.record(permit, "erase member", f"{people.team.name}: {gone.new}")
    if as_json:
        say_json({"name": gone.new, "memories_naming": gone.naming})
        return
    say(f"erased: {gone.new} of {people.team.name}")
    if gone.naming:
        say(f"  The name stands in the text of {counted(gone.naming, 'memory')}. A member finds them by")
        say(f"  `scrubjay search {quote(gone.old)}`, and a reviewer changes or forgets them.")
    say(f"  {COPIES}")


def _told(work: OpenWork) -> str:
    return f"{counted(work.handoffs, 'open handoff')} and {counted(work.memories, 'chosen memory')}"
