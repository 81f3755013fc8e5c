"""What clients and hooks start in a home, made again after a restore: no backup holds what belongs to a machine."""

from pathlib import Path

from scrubjay.cli.caller import caller
from scrubjay.cli.context import Invocation
from scrubjay.integrations.clients.table import CLIENTS
from scrubjay.integrations.edits import Receipt, apply
from scrubjay.integrations.hook_files.launcher import ASKED_FOR, plan_launcher
from scrubjay.integrations.launching import record as launchers
from scrubjay.integrations.launching import running_launcher


def make_starters(invocation: Invocation, previous: Path | None) -> tuple[str, ...]:
    """Write the guard and the script of the clients' hooks where a project uses them; returns its clients' titles.

    `previous` is the home that was there before: what its set-up created since the backup is known again, too. Raises
    ScrubjayError, OSError.
    """
    home = invocation.settings.home
    receipts = []
    for folder in sorted((home / "projects").glob("*")):
        receipts.append(Receipt.of(folder))
        if previous:
            receipts[-1].add(*Receipt.of(previous / "projects" / folder.name).names(""))
    used = [receipt for receipt in receipts if receipt.names(launchers.NOTE)]
    if used:
        launchers.write_launcher(launchers.plan(home, running_launcher(), invocation.git), used[0])
    asking = [receipt for receipt in receipts if receipt.names(ASKED_FOR)]
    if asking:
        apply(plan_launcher(home, caller(home).start), asking[0])
    return tuple(client.title for client in CLIENTS.values() if any(map(client.is_set_up, receipts)))
