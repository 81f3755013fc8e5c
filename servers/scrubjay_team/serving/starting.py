"""Starts of a team's server: its arguments, its exit codes, and errors in plain words."""

import argparse
import signal
import sys
from collections.abc import Mapping, Sequence
from typing import Any, TextIO

from scrubjay.errors import ScrubjayError
from scrubjay.extensions.loading import load
from scrubjay.model.visible import visible
from scrubjay_team.place import TeamOptions, team_place

INTERRUPTED = 130
"""The exit code of a start that Ctrl-C or SIGTERM ended before the server answered."""


def run(argv: Sequence[str], environment: Mapping[str, str]) -> int:
    """Serve until Ctrl-C or SIGTERM; returns the exit code: 0 where it was asked to end, else that of the error."""
    parser = argparse.ArgumentParser(prog="scrubjay serve team", description="Serve a team's memory over HTTP.")
    for name in ("host", "url", "data", "dsn-file"):
        parser.add_argument(f"--{name}", default="")
    parser.add_argument("--port", type=int, default=0)
    options = TeamOptions(**vars(parser.parse_args(argv)))
    signal.signal(signal.SIGTERM, _interrupt)
    try:
        place = team_place(environment, options)
        load("scrubjay_team.serving.process:serve_place")(place, environment, say)
        return 0
    except ScrubjayError as error:
        say(f"error: {load('scrubjay_team.serving.life:without_secrets')(str(error))}", sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        return INTERRUPTED


def say(text: str, stream: TextIO | None = None) -> None:
    """Print a line, at once."""
    stream = stream or sys.stdout
    stream.write(f"{visible(text)}\n")
    stream.flush()


def _interrupt(*_: Any) -> None:
    raise KeyboardInterrupt
