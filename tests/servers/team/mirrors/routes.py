"""Routes that only tests take: to a repository on this disk, without a network."""

import os
from pathlib import Path

from scrubjay.model.frozen import replace
from scrubjay_team.mirrors.route import Route, closed_environment
from scrubjay_team.mirrors.watching import FetchLimits

PROGRAMS = os.environ["PATH"]
LIMITS = FetchLimits(size=50_000_000, objects=10_000, seconds=60)


def file_route(repository: Path, secrets: tuple[str, ...] = ()) -> Route:
    """The route to a repository in a folder; addresses of this kind can't be read, so only a test has one."""
    home = repository.parent / "empty"
    home.mkdir(exist_ok=True)
    environment = closed_environment(os.environ["PATH"], home, "file", {}, {})
    return Route(f"file://{repository}", environment, secrets)


def stuck_route(repository: Path) -> Route:
    """The route to a repository whose host sends all of a pack but its end, and then nothing more."""
    packing = repository.parent / "packing"
    packing.write_text('#!/bin/sh\n"$@" > "$0.pack"\nhead -c -30 "$0.pack"\nexec sleep 600\n')
    packing.chmod(0o755)
    settings = repository.parent / "settings"
    settings.write_text(f"[uploadpack]\n\tpackObjectsHook = {packing}\n")
    route = file_route(repository)
    variables = dict(route.environment.variables) | {"GIT_CONFIG_GLOBAL": str(settings)}
    return replace(route, environment=replace(route.environment, variables=variables))


def silent(what: str, done: int, whole: int) -> None:
    """Progress that nobody looks at."""
