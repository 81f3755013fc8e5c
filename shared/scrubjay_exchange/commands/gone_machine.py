"""`scrubjay sync forget-machine`: a person accepts that a machine's ref is gone."""

from typing import Annotated

import typer

from scrubjay.cli.acts import confirm, permitted, record
from scrubjay.cli.context import invoked, open_home
from scrubjay.cli.options import AsJson
from scrubjay.cli.output import say, say_json, warn
from scrubjay.model.clock import iso
from scrubjay_exchange.syncing import state


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
