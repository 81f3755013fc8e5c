"""The way of one process to the team's server of a home: one client, one circuit, whichever worktrees ask."""

import threading
import time
from pathlib import Path
from typing import Final

from scrubjay.model.clock import Clock
from scrubjay.model.far import ANSWER_S
from scrubjay.settings.layers import USER_FILE, read_file
from scrubjay.settings.schema import Settings
from scrubjay.settings.source import parse
from scrubjay_joined.circuit import Circuit
from scrubjay_joined.membership import FOLDER, SECTION, TOKEN, Joined, joined_server

LOOK_S: Final = 1.0
"""Seconds that a look at a server may take where it makes a connection anew."""

MOST_AT_ONCE: Final = 8
"""Questions of a process that are on their way."""

Stamp = tuple[int, ...]


class TeamLink:
    """What a process knows of the team's server of a home. Safe to use from several threads.

    `on_their_way` counts the questions that may still be sent.
    """

    def __init__(self, settings: Settings, clock: Clock) -> None:
        self._settings = settings
        self._clock = clock
        self._files = (settings.home / FOLDER / TOKEN, settings.home / USER_FILE)
        self._lock = threading.Lock()
        self._read: tuple[list[Stamp], Joined | None] | None = None
        self.circuit = Circuit(self._look, clock)
        self.on_their_way = threading.Semaphore(MOST_AT_ONCE)

    def joined(self) -> Joined | None:
        """The membership as its files have it now; None for a home that left. It asks nobody.

        Raises ConfigError, NotJoined, UsageError for a membership that was damaged.
        """
        with self._lock:
            stamps = [*map(_stamp, self._files)]
            if not stamps[0]:
                self._read = None
                return None
            if self._read is None or self._read[0] != stamps:
                if self._read is not None and self._read[1] is not None:
                    self._read[1].client.close()
                self._read = stamps, joined_server(self._now(), clock=self._clock)
                self.circuit.renew()
            return self._read[1]

    def rest(self) -> None:
        """Close the connections that are kept."""
        with self._lock:
            if self._read is not None and self._read[1] is not None:
                self._read[1].client.close()

    def _now(self) -> Settings:
        """The settings with the membership that stands in the user's file now: a token never goes to another server."""
        file = self._files[1]
        section = parse(str(file), read_file(file)).tree.get(SECTION)
        return self._settings.but(sections={**self._settings.sections, SECTION: section})

    def _look(self) -> None:
        """Ask the server who we are, in time: a connection that is new to it may take longer once."""
        joined = self.joined()
        if joined is None:
            return
        began = time.monotonic()
        joined.client.within(LOOK_S).get("/me")
        if time.monotonic() - began > ANSWER_S:
            joined.client.within(ANSWER_S).get("/me")


def _stamp(file: Path) -> Stamp:
    """Inode, size and time of a file; empty where there is none."""
    try:
        now = file.stat()
    except OSError:
        return ()
    return now.st_ino, now.st_size, now.st_mtime_ns


_LINKS: Final[dict[Path, TeamLink]] = {}
_LOCK: Final = threading.Lock()


def link_of(settings: Settings, clock: Clock) -> TeamLink:
    """The link of a home, one for all of a process."""
    with _LOCK:
        return _LINKS.setdefault(settings.home, TeamLink(settings, clock))
