"""Sixteen agents write and review on one home for a minute and are killed at random: is anything lost or done twice?"""

import os
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

import pytest

from scrubjay.app import open_app
from scrubjay.git.process import GitEnvironment
from scrubjay.settings.layers import load_settings
from tests.benchmarks.figures import Size, spent
from tests.conftest import Repo
from tests.shared.memory.store.crowd import Crowd, check

pytestmark = pytest.mark.benchmark

PER_USER, TOTAL = 10, 25
"""Bounds that are met within a minute; the product's are 100 and 10,000."""


def test_sixteen_agents_lose_nothing(
    repo: Repo, environment: dict[str, str], clock: Callable[[], datetime], tmp_path: Path, size: Size
) -> None:
    agents = size.of(16, 3)
    repo.commit("first", {"README.md": "# Belt\n\nA belt for parcels.\n"})
    with open_app(
        load_settings(environment), git_environment=GitEnvironment.of(environment), clock=clock, wake=lambda: None
    ) as app:
        app.initialise(repo.path)
        crowd = Crowd(repo, tmp_path / "said", agents, {"per_user": PER_USER, "total": TOTAL})
        with spent() as cost:
            heard = crowd.live(size.of(60, 4), every=0.5, seed=5)
        memories = check(app, repo, heard, per_user=PER_USER, total=TOTAL)
    size.show(
        "killed agents",
        f"{agents} processes, {cost.wall:.0f} s, {heard.kills} kills, load {os.getloadavg()[0]:.0f}",
        f"{len(heard.written):,} + {len(heard.decided):,} kept",
        f"all; {memories:,} memories, {heard.late} too late",
    )
