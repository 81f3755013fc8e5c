"""What one member's agent leaves, another's takes up on another machine."""

from pathlib import Path

from tests.benchmarks.machines_team import TeamOnMachines


def run(team: TeamOnMachines, clones: dict[str, Path], writes: int) -> list[str]:
    return ["not run"]
