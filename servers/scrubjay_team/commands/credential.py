"""`scrubjay team repository credential`: what the server shows a repository's host, replaced; its index stays."""

import sys
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from scrubjay.cli.acts import ask_hidden, confirm
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import can_ask, say, say_json
from scrubjay.errors import UsageError
from scrubjay.storage.own import read_own
from scrubjay_team.commands.office import TeamName, office_of
from scrubjay_team.commands.shown import HandedOut, as_object
from scrubjay_team.mirrors.api import CheckedAddress, credential_of, key_provider, read_address, replace_credential
from scrubjay_team.people.people import TeamPeople
from scrubjay_team.people.values import TeamProject

LONGEST_CREDENTIAL = 20_000
"""Bytes of a credential: a private key of ssh has 3,000."""

RepositoryName = Annotated[str, typer.Argument(metavar="NAME", help="The repository's name in the team.")]


def credential(
    ctx: typer.Context,
    name: RepositoryName,
    credential_file: Annotated[
        Path | None,
        typer.Option("--credential-file", metavar="FILE", help="The new one, as `add` takes it. Default: it stays."),
    ] = None,
    none: Annotated[
        bool, typer.Option("--none", help="It has no credential any more: everybody may fetch it.")
    ] = False,
    webhook: Annotated[bool, typer.Option("--webhook", help="Its webhook gets a new secret, too, shown once.")] = False,
    team: TeamName = "",
    as_json: AsJson = False,
) -> None:
    """Give a repository another credential; mirror, index and grants stay. Only a person may."""
    office = office_of(ctx)
    given = f" --credential-file {quote(str(credential_file))}" if credential_file else ""
    options = f"{given}{' --none' if none else ''}{' --webhook' if webhook else ''}"
    permit = office.permit(
        "replace a repository's credential", f"scrubjay team repository credential {quote(name)}{options}"
    )
    if not options or (given and none):
        raise UsageError("Name what is replaced: `--credential-file FILE` or `--none`, `--webhook`, or one with it.")
    with office.trial(team) as people:
        address = people.projects.found(name).address
    checked = CheckedAddress(read_address(address), None)
    new = credential_of(checked, credential_text(credential_file)) if credential_file else None
    if credential_file and new is None:
        raise UsageError("The credential is empty. Nothing was changed.")
    keys = key_provider(office.place, office.invocation.environment)

    def replace(people: TeamPeople) -> tuple[TeamProject, str]:
        project = people.projects.found(name)
        return project, replace_credential(
            people.connection, project.id, new, office.place.data, office.clock(), keys=keys, webhook=webhook,
            stays=not (given or none),
        )  # fmt: skip

    with office.trial(team) as people:
        replace(people)
    what = " and ".join(
        [*(["another credential"] if given else []), *(["no credential any more"] if none else []),
         *(["another secret of its webhook"] if webhook else [])]
    )  # fmt: skip
    confirm(permit, [f"{name} gets {what}, and is fetched at once. Its mirror and its index stay."], "Replace it?")
    with office.people(team) as people:
        project, secret = replace(people)
        handed = HandedOut.of(secret, office.place.data, project.id) if secret else None
    office.record(permit, "replace credential", f"{people.team.name}: {project.name}, {what}")
    if as_json:
        say_json(as_object(project) | ({"secret": handed.as_object} if handed else {}))
        return
    say(f"replaced: {project.name} has {what}")
    if handed:
        say("  The secret of its webhook is now")
        handed.say()
    say("  Next: `scrubjay team repository list` shows whether it can be fetched.")


def credential_text(file: Path) -> str:
    """The text of a credential, from a file or standard input; a person at a terminal is asked. Raises UsageError."""
    if str(file) == "-":
        if can_ask():
            return ask_hidden("Credential")
        return sys.stdin.read(LONGEST_CREDENTIAL)
    text = read_own(Path.cwd() / file.expanduser(), "the credential", LONGEST_CREDENTIAL)
    if text is None:
        raise UsageError(f"{file}, the credential, isn't there. Name a file that only you can read.")
    return text
