"""Report of one `scrubjay sync`: what came, what went, what two machines changed, and what is refused."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_home
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, warn
from scrubjay.model.clock import iso
from scrubjay.model.counted import counted
from scrubjay_exchange.syncing import state
from scrubjay_exchange.syncing.state import RivalMemories, SyncReport


def say_report(report: "SyncReport") -> None:
    """Print the report of a sync: what came, what was sent, and which machines weren't trusted."""
    if report.dry_run:
        say(
            f"would read {counted(report.new, 'memory')} and send {counted(report.sent, 'memory')}; nothing was changed"
        )
    else:
        say(
            f"{counted(report.new, 'new memory')}, {report.changed:,} changed, {report.forgotten:,} forgotten; "
            f"{report.sent:,} sent ({report.bytes_sent / 1e3:,.1f} kB)"
        )
    if report.anew:
        say("  this machine's ref was begun anew; the host may keep the old one for a while")
    for conflict in report.conflicts:
        told = conflict.divergence
        say(f"  {told.memory[:12]}: {told.here} here, {told.there} on {conflict.machine}; {told.holds} holds")
    say_rivals(report.rivals)
    if report.too_large:
        named = ", ".join(id[:12] for id in report.too_large[:10])
        warn(f"{counted(len(report.too_large), 'memory')} stayed here, above 4 MB with the history: {named}")
    if report.name_was_taken:
        warn(
            f"The remote had a machine {report.machine} already, and this home goes on as it. If that is another "
            "machine that you use, sync here with `--machine NAME`."
        )
    for name, why in report.refused.items():
        warn(f"{name}: {why}. Nothing new was taken from it.")
        if name not in report.machines:
            warn(f"If you deleted it yourself: `scrubjay sync forget-machine {name}`.")
    if report.odd_refs:
        warn(f"The remote has {counted(report.odd_refs, 'ref')} that are no machines.")


def say_rivals(rivals: "Sequence[RivalMemories]") -> None:
    """Print the memories that two machines changed at once, with the command that settles them."""
    for rival in rivals:
        one, other = (id[:12] for id in rival.ids)
        say(f"  two machines changed {rival.instead_of[:12]}, and both hold: which is right?")
        for id, text in zip(rival.ids, rival.texts, strict=True):
            say(f"    {id[:12]}: {' '.join(text.split())[:100]}")
        say(f"    `scrubjay review settle {one} {other} --end ID` ends one; `--keep-both` keeps both")


def report_as_object(report: "SyncReport") -> dict[str, Any]:
    """The JSON form of a sync's report."""
    plain = {name: value for name, value in asdict(report).items() if name not in ("conflicts", "refused")}
    return {
        "ok": report.complete,
        **plain,
        "refused": [{"machine": name, "why": why} for name, why in report.refused.items()],
        "conflicts": [{"machine": one.machine, **asdict(one.divergence)} for one in report.conflicts],
    }


def forget_machine(
    ctx: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Name of the machine whose ref you deleted.")],
    as_json: AsJson = False,
) -> None:
    """Stop missing a machine whose ref you deleted at the remote: `sync` names it no more. Only a person may do this.

    What it wrote stays. Should its ref come back, only what follows the last segment that was seen is believed.
    """
    invocation = invoked(ctx)
    permit = permitted(invocation, "forget a machine", f"scrubjay sync forget-machine {name}")
    with open_home(invocation) as home:
        known = home.user_database().read(state.machines)
        if name not in known:
            warn(f"No segment of {name} was merged here. Machines that were: {', '.join(known) or 'none'}.")
        confirm(permit, [f"{name} is missed no more where the remote doesn't have it."], "Did you delete its ref?")
        home.user_database().write(lambda c: state.forget_machine(c, name, iso(home.clock())))
        record(home, permit, "forget machine", name)
    say_json({"forgotten": name}) if as_json else say(f"{name} is missed no more")
