"""Entry point of the operator's page: `python -m scrubjay_ui`, which `scrubjay ui` becomes."""

import argparse
import gc
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO

from scrubjay.errors import NotAPerson, PageRuns, ScrubjayError, UsageError
from scrubjay.extensions.loading import load
from scrubjay.identity.person.facts import Actor, ProcessFacts
from scrubjay.identity.person.keys import Say, choose
from scrubjay.identity.person.observe import observe
from scrubjay.identity.person.permit import Permit
from scrubjay.model.frozen import dataclass
from scrubjay.model.visible import visible
from scrubjay.settings.home import home_folder
from scrubjay.storage.filesystem import private_folder
from scrubjay_ui.callers import guard_memory
from scrubjay_ui.door import DOOR, RunningPage, address_of_running, listen, only_page, still_runs
from scrubjay_ui.serving import Opened, PageProcess, serve

LINES = (
    "scrubjay ui shows everything that this home holds, in your browser.",
    "It may also correct, approve, retract, share and forget memories as you. Each such act is in the audit as yours.",
)
QUESTION = "Press y for a page that may change memory, r for one that only reads."


def writes(actor: Actor, *, read_only: bool, trusts_scripts: Callable[[], bool], say: Say) -> bool:
    """Whether the page may write. Asks a person, unless `read_only`. Raises UsageError where no key was pressed."""
    if read_only or actor is Actor.AGENT:
        return False
    if actor is Actor.SCRIPT:
        return trusts_scripts()
    for line in LINES:
        say(line)
    pressed = choose(QUESTION, "yr", say)
    if not pressed:
        raise UsageError("No page was started: neither y nor r was pressed. To start one, type scrubjay ui again.")
    return pressed == "y"


def say(text: str, stream: TextIO | None = None) -> None:
    """Print a line, at once."""
    stream = stream or sys.stdout
    stream.write(f"{visible(text)}\n")
    stream.flush()


def complain(text: str) -> None:
    """Print a line to stderr."""
    say(text, sys.stderr)


INTERRUPTED = 130
PATIENCE_S = 5.0
"""Seconds that a page has to give an address, or to end, when another start asks."""

PAUSE_S = 0.05
ENDS = "Ctrl-C ends the page; so do 30 idle minutes."


def open_page(*arguments: Any, **options: Any) -> Opened:
    """Open the page; what it needs is imported only now, while the browser starts."""
    opened: Opened = load("scrubjay_ui.application:open_page")(*arguments, **options)
    return opened


@dataclass(frozen=True, slots=True, kw_only=True)
class PageStart:
    """A start of the page: its options, the environment, the folder it begins with, and who started it."""

    environment: Mapping[str, str]
    folder: Path
    facts: ProcessFacts
    port: int = 0
    opens: bool = True
    read_only: bool = False
    opener: Callable[..., Opened] = open_page


def run(argv: Sequence[str] | None = None, opener: Callable[..., Opened] = open_page) -> int:
    """Start the page, or ask the one that runs for an address; returns the exit code. Reads the environment."""
    parser = argparse.ArgumentParser(prog="scrubjay ui", description="Show everything that scrubjay holds, as a page.")
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--no-open", action="store_true")
    parser.add_argument("--read-only", action="store_true")
    parser.add_argument("--repo", default="")
    options = parser.parse_args(argv)
    try:
        start = PageStart(
            environment=dict(os.environ),
            folder=Path.cwd() / Path(options.repo).expanduser(),
            facts=observe(os.environ),
            port=options.port,
            opens=not options.no_open,
            read_only=options.read_only,
            opener=opener,
        )
        return serve_or_join(start)
    except ScrubjayError as error:
        complain(f"error: {error}")
        return error.exit_code
    except FileNotFoundError:
        complain("error: The current folder no longer exists. Change into another one and run the command again.")
        return 3
    except KeyboardInterrupt:
        return INTERRUPTED


def serve_or_join(start: PageStart) -> int:
    """Serve the page of the home, or get an address of the one that runs."""
    if sys.platform == "win32":
        raise UsageError("scrubjay ui needs Linux or macOS. `scrubjay memories` and `scrubjay review` show the same.")
    if not os.isatty(1):
        raise NotAPerson(
            "The page's address lets in whoever reads it, so it is printed to a terminal only, and this output isn't "
            "one. No page was started. Type it in a terminal: scrubjay ui"
        )
    permit = Permit.of(start.facts)
    home = home_folder(start.environment)
    may_write = writes(permit.actor, read_only=start.read_only, trusts_scripts=lambda: _trusts_scripts(start), say=say)
    private_folder(home)
    until = time.monotonic() + PATIENCE_S
    while True:
        with only_page(home, PAUSE_S) as mine:
            if mine:
                return _serve(start, home, permit, may_write)
        if address := address_of_running(home, permit.actor, may_write):
            if opening := _show_address(start, address, permit.actor, may_write):
                opening.join(PATIENCE_S)
            return 0
        if time.monotonic() > until:
            raise PageRuns(still_runs("and it neither gives an address nor ends"))


def _serve(start: PageStart, home: Path, permit: Permit, may_write: bool) -> int:
    """Serve the page of a home until it is left; returns the exit code."""
    guard_memory()
    listening = _loopback(start.port)
    door = listen(home)
    try:
        return serve(
            PageProcess(
                listening=listening,
                door=door,
                page=RunningPage(permit.actor, may_write),
                opener=lambda: start.opener(start.environment, start.folder, permit, writes=may_write),
                ready=lambda address: bool(_show_address(start, address, permit.actor, may_write, ENDS)),
                failed=_report_error,
                say=say,
            )
        )
    finally:
        (home / DOOR).unlink(missing_ok=True)


def _loopback(port: int) -> socket.socket:
    """A socket at a port of this machine alone. Raises UsageError where the port is taken."""
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(("127.0.0.1", port))
    except OSError as error:
        listening.close()
        raise UsageError(
            f"Port {port} can't be used ({error.strerror}). Choose another, or none: scrubjay ui"
        ) from None
    return listening


def _trusts_scripts(start: PageStart) -> bool:
    """Whether the user trusts scripts to act for them."""
    from scrubjay.identity.audit.trusted import with_trust
    from scrubjay.settings.layers import load_settings

    return with_trust(load_settings(start.environment)).trust.scripts


def _show_address(
    start: PageStart, address: str, actor: Actor, may_write: bool, until: str = ""
) -> threading.Thread | None:
    """Print an address, and open a person's browser where there is a screen for it."""
    say(address)
    may = "It may change memory as you." if may_write else "It only reads."
    say(f"The address works once, within 60 seconds; scrubjay ui gives another. {may} {until}".rstrip())
    if start.opens and actor is Actor.PERSON and has_screen(start.environment):
        return open_browser(address)
    return None


def _report_error(error: Exception) -> int:
    """Tell why the home didn't open; returns the exit code."""
    if isinstance(error, ScrubjayError):
        complain(f"error: {error}")
        return error.exit_code
    complain(f"error: unexpected error ({type(error).__name__}: {error}). `scrubjay doctor` says more.")
    return 1


FEW_CYCLES = 50_000
"""Objects between two searches for cycles; to search while modules load is a part of the start."""


STOPPING_S = 0.5
"""Seconds that threads have to stop once the page is left."""


def main() -> None:
    """Serve the page until it is left."""
    gc.set_threshold(FEW_CYCLES)
    code = run()
    until = time.monotonic() + STOPPING_S
    for thread in threading.enumerate():
        if thread is not threading.main_thread() and not thread.daemon:
            thread.join(max(0.0, until - time.monotonic()))
            if thread.is_alive():  # an answer that nobody waits for any more
                sys.stdout.flush()
                os._exit(code)
    sys.exit(code)


if __name__ == "__main__":
    main()


def has_screen(environment: Mapping[str, str], platform: str = sys.platform) -> bool:
    """Whether a browser would have a window: a text browser would take over the terminal."""
    if platform == "darwin":
        return not environment.get("SSH_CONNECTION")
    return bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


def open_browser(address: str) -> threading.Thread:
    """Open an address in the person's browser; the thread ends once it was asked to."""

    def opening() -> None:
        with suppress(webbrowser.Error, OSError):
            webbrowser.open(address)

    thread = threading.Thread(target=opening, daemon=True)
    thread.start()
    return thread
