"""`scrubjay team repository`: the repositories that a team's server mirrors, and who is granted them."""

import os
from pathlib import Path
from shlex import quote
from typing import TYPE_CHECKING, Annotated

import typer

from scrubjay.cli.acts import confirm
from scrubjay.cli.lazy import application
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, table
from scrubjay.cli.progress import progress
from scrubjay.errors import UsageError
from scrubjay.identity.person.facts import Actor
from scrubjay.model.later import Later
from scrubjay_team.commands.credential import RepositoryName, credential, credential_text
from scrubjay_team.commands.office import TeamName, office_of
from scrubjay_team.commands.shown import HandedOut, as_object, minute
from scrubjay_team.commands.status import project_rows
from scrubjay_team.mirrors.api import (
    add_mirror,
    checked_address,
    credential_of,
    fetch_soon,
    key_provider,
    remove_mirror,
)
from scrubjay_team.people.values import TeamProject

if TYPE_CHECKING:
    from scrubjay_team.commands import opening
else:
    opening = Later("scrubjay_team.commands.opening")

app = application(
    no_args_is_help=True,
    help="Repositories that the server mirrors: add, list, grant, revoke, fetch, remove.",
)

To = Annotated[list[str] | None, typer.Argument(metavar="[MEMBER]...", help="Members, by name.")]
Everybody = Annotated[bool, typer.Option("--everybody", help="The whole team.")]


@app.command()
def add(
    ctx: typer.Context,
    name: RepositoryName,
    address: Annotated[str, typer.Argument(metavar="ADDRESS", help="https://… or ssh://…, without a password in it.")],
    member: Annotated[
        list[str] | None, typer.Option("--member", metavar="NAME", help="Only this member has it. Default: the team.")
    ] = None,
    credential_file: Annotated[
        Path | None,
        typer.Option(
            "--credential-file",
            metavar="FILE",
            help="A read-only credential: TOKEN, USER:TOKEN, or a private key of ssh; - reads standard input.",
        ),
    ] = None,
    host_key: Annotated[
        str, typer.Option("--host-key", metavar="SHA256:…", help="Accept just this key of an ssh host.")
    ] = "",
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Mirror a repository, for the whole team or for the members that are named. Only a person may.

    The address is looked up, an ssh host's key is shown to be accepted. The server then fetches it every few minutes.
    """
    office = office_of(ctx)
    permit = office.permit("add a repository", f"scrubjay team repository add {quote(name)} {quote(address)}")
    with office.trial(team) as people:
        people.projects.add(name, address, member or ())
    with progress(f"looking at {name}", "steps") as step:
        step(0, 2)
        path = office.invocation.environment.get("PATH", os.defpath)
        checked = checked_address(address, office.place.section.private_addresses, path)
        step(1, 2)
        credential = credential_of(checked, credential_text(credential_file)) if credential_file else None
    lines = [f"{checked.address} will be mirrored for {', '.join(member) if member else 'the whole team'}."]
    if checked.host_key is not None:
        fingerprint = checked.host_key.fingerprint
        lines.append(f"  {checked.host} shows the key {fingerprint}. Compare it with what the host's own page says.")
        if why := key_refusal(checked.host, fingerprint, host_key, seen=permit.actor is Actor.PERSON):
            raise UsageError(why)
    confirm(permit, lines, "Mirror it?")
    with office.people(team) as people:
        project = people.projects.add(name, checked.address, member or ())
        keys = key_provider(office.place, office.invocation.environment)
        secret = add_mirror(
            people.connection, project.id, checked, credential, office.place.data, office.clock(), keys=keys
        )  # fmt: skip
        handed = HandedOut.of(secret, office.place.data, project.id)
    office.record(permit, "add repository", f"{people.team.name}: {project.name}, {project.address}")
    if as_json:
        say_json(as_object(project) | {"webhook": f"/hooks/{project.id}", "secret": handed.as_object})
        return
    say(f"added: {project.name}, {project.address}, for {_whose(project)}")
    say(f"  The server fetches it now, then every {office.place.section.fetch_minutes} minutes. A webhook is sooner:")
    at = opening.address_of_hooks(office.place) or "the address of your server and "
    say(f"  {at}/hooks/{project.id}, with the secret")
    handed.say()
    say("  Next: `scrubjay team repository list` shows how far it is.")


app.command()(credential)


@app.command("list")
def list_(ctx: typer.Context, team: TeamName = "", as_json: AsJson = False) -> None:
    """List the repositories: who has each, when it was fetched, what is behind, and what failed."""
    with office_of(ctx).people(team) as people:
        rows = project_rows(people)
    if as_json:
        say_json({"team": people.team.name, "repositories": [one.as_object for one in rows]})
        return
    table(
        ("name", "address", "for", "fetched (UTC)", "indexed", "state"),
        [
            (one.project.name, one.project.address, _whose(one.project), minute(one.fetched_at),
             minute(one.indexed_at), one.state)
            for one in rows
        ],
    )  # fmt: skip


@app.command()
def grant(
    ctx: typer.Context,
    name: RepositoryName,
    members: To = None,
    everybody: Everybody = False,
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Grant a repository to members, or to the whole team; it counts from their next call on. Only a person may."""
    office = office_of(ctx)
    whom = "the whole team" if everybody else ", ".join(members or ())
    words = " ".join(["--everybody"] if everybody else map(quote, members or ()))
    permit = office.permit("grant a repository", f"scrubjay team repository grant {quote(name)} {words}")
    with office.trial(team) as people:
        people.projects.grant(name, members or (), everybody=everybody)
    confirm(permit, [f"{whom} will find everything in {name}."], "Grant it?")
    with office.people(team) as people:
        project = people.projects.grant(name, members or (), everybody=everybody)
    office.record(permit, "grant repository", f"{people.team.name}: {project.name} to {whom}")
    _say_project(project, as_json=as_json)


@app.command()
def revoke(
    ctx: typer.Context,
    name: RepositoryName,
    members: To = None,
    everybody: Everybody = False,
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Take a repository back from members, or from all whom it doesn't name, at once. Only a person may."""
    office = office_of(ctx)
    words = " ".join(["--everybody"] if everybody else map(quote, members or ()))
    permit = office.permit("take a repository back", f"scrubjay team repository revoke {quote(name)} {words}")
    with office.people(team) as people:
        project = people.projects.take_back(name, members or (), everybody=everybody)
    office.record(permit, "revoke repository", f"{people.team.name}: {project.name}, {words}")
    _say_project(project, as_json=as_json)


@app.command()
def fetch(ctx: typer.Context, name: RepositoryName, team: TeamName = "", as_json: AsJson = False) -> None:
    """Ask the server to fetch a repository soon; while no server runs, it does so when it starts."""
    office = office_of(ctx)
    with office.people(team) as people:
        project = people.projects.found(name)
        fetch_soon(people.connection, project.id, office.clock())
    if as_json:
        say_json(as_object(project))
        return
    say(f"{project.name} is fetched soon; `scrubjay team repository list` shows when it was")


@app.command()
def remove(ctx: typer.Context, name: RepositoryName, team: TeamName = "", as_json: AsJson = False) -> None:
    """Remove a repository without a trace: grants, mirror, index, credential. Only a person may."""
    office = office_of(ctx)
    permit = office.permit("remove a repository", f"scrubjay team repository remove {quote(name)}")
    with office.trial(team) as people:
        people.projects.remove(name)
    confirm(permit, [f"The mirror of {name} and everything that was indexed from it go."], "Remove it?")
    with office.people(team) as people:
        project = people.projects.remove(name)
    with progress(f"removing {project.name}", "steps") as step, office.database() as owner:
        step(0, 1)
        remove_mirror(owner, project.id, office.place.data, office.clock())
    HandedOut.drop(office.place.data, project.id)
    office.record(permit, "remove repository", f"{people.team.name}: {project.name}")
    if as_json:
        say_json(as_object(project))
        return
    say(f"removed: {project.name}, with its mirror and its index")


def key_refusal(host: str, shown: str, named: str, *, seen: bool) -> str:
    """Why the key that an ssh host shows isn't accepted; empty: it is. `seen`: a person is asked about it. Pure."""
    if named and named != shown:
        return f"{host} shows the key {shown}, and not {named[:80]}. Nothing was added; ask whoever runs that host."
    if not named and not seen:
        return f"{host} shows the key {shown}, and nobody is here to accept it. Name it: `--host-key {shown}`."
    return ""


def _whose(project: TeamProject) -> str:
    named = ", ".join(project.members)
    return "the whole team" if project.open else named or "nobody"


def _say_project(project: TeamProject, *, as_json: bool) -> None:
    if as_json:
        say_json(as_object(project))
    else:
        say(f"{project.name} is for {_whose(project)}")
