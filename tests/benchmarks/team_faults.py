"""What becomes of writes when a team's server is killed, cut, or loses its database: 200 times, and no write lost?

    python -m tests.benchmarks.team_faults [--kinds killed:40 postgres:40 cut:20 home:20 disk:40 switch:40]
        [--asynchronous]

The server, two PostgreSQLs (a primary and a standby that follows it) and a member's machine are network namespaces;
needs root, `ip` and `setpriv`. Three programs write by HTTP and one by the MCP server of a home that joined, each
memory under a key of its own, sent again until it is acknowledged. For each kind a line: how many requests failed,
after how many seconds whoever asked was told, after how many all of them wrote again by themselves, and at the end
what was lost or is there twice. Without --asynchronous a commit waits for the standby while there is one.
"""

import argparse
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from scrubjay.model.frozen import dataclass, field
from tests.benchmarks.faults_cluster import full
from tests.benchmarks.faults_team import HOME, WRITERS, FaultTeam, fault_team
from tests.benchmarks.faults_writers import Said
from tests.benchmarks.machines_faults import three
from tests.benchmarks.machines_team import wait_until

HELD_S: Final = 2.5
"""Seconds that a fault lasts which ends only when somebody mends it."""
BACK_S: Final = 60.0
ROOM: Final = 1 << 16
"""Bytes that are left on a disk that is filled."""
WITHIN_S: Final = 1.0
HEADING: Final = (
    "kind | times | failed | told after p50 p95 most s | all wrote after p50 p95 most s | longest served | reads unread"
)
ALL: Final = ("killed:40", "postgres:40", "cut:20", "home:20", "disk:40", "switch:40")


@dataclass(slots=True)
class Kind:
    """What one kind of fault came to. `told` are seconds until a failing request was answered, or its client said so;
    `waited` those of requests that began before a fault was over and were served all the same."""

    times: int = 0
    told: list[float] = field(default_factory=list)
    waited: list[float] = field(default_factory=list)
    back: list[float] = field(default_factory=list)
    words: Counter[str] = field(default_factory=Counter)
    reads: int = 0
    unread: int = 0


class Faults:
    """Brings faults about, one after the other, and counts."""

    def __init__(self, team: FaultTeam, asynchronous: bool) -> None:
        self._team, self._asynchronous = team, asynchronous
        self.kinds: dict[str, Kind] = {}
        self._acts: dict[str, Callable[[int], float]] = {
            "killed": self._killed, "postgres": self._postgres, "cut": self._cut, "home": self._home,
            "switch": self._switch, "disk": self._disk,
        }  # fmt: skip

    def run(self, name: str) -> None:
        """One fault of a kind, from all being well to all being well again."""
        team, kind = self._team, self.kinds.setdefault(name, Kind())
        self._all_write(time.monotonic())
        first, began = len(team.said), time.monotonic()
        over = self._acts[name](kind.times)
        kind.times += 1
        kind.back.append(self._all_write(over) - over)
        for one in team.said[first:]:
            self._count(kind, one, began, over, name)

    def _count(self, kind: Kind, one: Said, began: float, over: float, name: str) -> None:
        if one.ended < began or one.began > over + BACK_S:
            return
        if name == "home" and one.who != HOME:  # a program by HTTP has a limit of its own
            return
        took = one.ended - max(one.began, began)
        if one.reads and one.began < over:
            kind.reads += 1
            kind.unread += not one.fine
        if not one.fine:
            kind.told.append(took)
            kind.words[_short(one.words)] += 1
        elif one.began < over:
            kind.waited.append(took)

    def _all_write(self, since: float) -> float:
        """Wait until each writer had something acknowledged that it asked for after a moment; when that was."""
        ended: dict[str, float] = {}

        def all_of_them() -> bool:
            for one in self._team.said[-400:]:
                if one.fine and not one.reads and one.ended > since:
                    ended.setdefault(one.who, one.ended)
            return len(ended) == len(WRITERS) + 1

        wait_until(all_of_them, "writes after a fault", BACK_S)
        return max(ended.values())

    def _killed(self, number: int) -> float:
        self._team.kill()
        self._team.start()
        wait_until(self._team.answers, "the server's new start")
        return time.monotonic()

    def _postgres(self, number: int) -> float:
        node = self._team.primary
        node.end("immediate" if number % 2 else "fast")
        node.start()
        return time.monotonic()

    def _held(self, act: Callable[[], None], mend: Callable[[], None]) -> float:
        act()
        time.sleep(HELD_S)
        mend()
        return time.monotonic()

    def _cut(self, number: int) -> float:
        wire = self._team.primary.machine.wire
        return self._held(lambda: wire("down"), lambda: wire("up"))

    def _home(self, number: int) -> float:
        wire = self._team.machines["home"].wire
        return self._held(lambda: wire("down"), lambda: wire("up"))

    def prepare_switch(self) -> None:
        """Let a standby follow the primary, and commits wait for it."""
        team = self._team
        team.standby.follow(team.primary)
        if not self._asynchronous:
            team.primary.synchronous("*")

    def _switch(self, number: int) -> float:
        """The primary ends, or can't be reached any more while it lives; the standby becomes the primary."""
        team = self._team
        old, new = team.primary, team.standby
        if number % 3 == 2:
            old.machine.wire("down")
        else:
            old.end("killed" if number % 3 else "fast")
        new.synchronous("")
        new.promote()
        over = time.monotonic()
        team.primary, team.standby = new, old
        self._all_write(over)
        if number % 3 == 2:
            old.end("killed")  # before its wire is back: two primaries are the cluster's own matter
            old.machine.wire("up")
        return over

    def _disk(self, number: int) -> float:
        free = full(self._team.disk, ROOM)
        wait_until(lambda: any(not one.fine and not one.reads for one in self._team.said[-8:]), "a full disk", 60)
        time.sleep(HELD_S)
        free()
        wait_until(self._team.primary.answers, "PostgreSQL with room again", 60)
        return time.monotonic()


def _short(words: str) -> str:
    """What was said, without what differs each time."""
    kept = "".join("#" if letter.isdigit() else letter for letter in " ".join(words.split()))
    return kept[:230]


def counted(team: FaultTeam) -> list[str]:
    """What was lost, or is there twice."""
    stored = team.stored()
    acknowledged = {one.text for one in team.said if one.fine and not one.reads}
    lost = [text for text in acknowledged if text not in stored]
    doubled = [text for text, times in stored.items() if times > 1]
    sent = sum(not one.reads for one in team.said)
    print(f"writes | {sent} sent | {len(acknowledged)} acknowledged | {len(lost)} lost | {len(doubled)} doubled")
    return [*(f"lost: {text}" for text in lost[:5]), *(f"twice: {text}" for text in doubled[:5])]


def shown(name: str, kind: Kind) -> list[str]:
    """The lines of one kind, and what it missed."""
    columns = " | ".join(" ".join(f"{one:5.2f}" for one in three(values)) for values in (kind.told, kind.back))
    longest = max(kind.waited, default=0.0)
    print(
        f"{name:9} | {kind.times:3} | {len(kind.told):5} | {columns} | {longest:5.2f} | {kind.unread} of {kind.reads}"
    )
    for words, times in kind.words.most_common(6):
        print(f"    {times:4} x {words}")
    late = [one for one in kind.told if one > WITHIN_S]
    said = f"{len(late)} of {len(kind.told)} were told after more than a second"
    return [f"{name}: {said}, at most {max(late):.2f} s"] if late else []


def run(kinds: dict[str, int], asynchronous: bool) -> list[str]:
    """Do all of it; what was missed."""
    with fault_team() as team:
        faults, missed = Faults(team, asynchronous), list[str]()
        try:
            with team.writing():
                for name, times in kinds.items():
                    for number in range(times):
                        if name == "switch":
                            faults.prepare_switch()
                        faults.run(name)
                        print(f"{name} {number + 1} | back after {faults.kinds[name].back[-1]:.2f} s", file=sys.stderr)
                    missed += counted(team)  # of all kinds until now: what comes later may fail
        except (KeyboardInterrupt, RuntimeError) as error:  # what was run until then is shown all the same
            missed.append(f"it ended before its end: {str(error) or type(error).__name__}")
        print(HEADING)
        missed += [line for name, kind in faults.kinds.items() for line in shown(name, kind)]
        if not team.primary.answers():
            team.primary.start()
        missed += counted(team)
    return missed


def main() -> int:
    """Run the kinds one after the other; 1 where something was missed."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # so that all of it is taken away
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kinds", nargs="+", default=ALL, help="a kind and how often, such as cut:20")
    parser.add_argument("--asynchronous", action="store_true")
    given = parser.parse_args()
    kinds = {name: int(times) for name, _, times in (one.partition(":") for one in given.kinds)}
    missed = run(kinds, given.asynchronous)
    print("\n".join(f"missed | {one}" for one in missed) or "all of it holds")
    return bool(missed)


if __name__ == "__main__":
    sys.exit(main())
