"""Faults of a team's server in small: two of each kind over network namespaces, no write lost or there twice."""

import os
import shutil
import subprocess

import pytest

from tests.benchmarks import team_faults


def can() -> bool:
    """Whether machines can be made here: by root, with `ip` and `setpriv`."""
    if os.geteuid() or not (shutil.which("ip") and shutil.which("setpriv")):
        return False
    name = f"sj{os.getpid()}-try"
    made = subprocess.run(["ip", "netns", "add", name], capture_output=True, check=False).returncode == 0
    if made:
        subprocess.run(["ip", "netns", "del", name], check=True)
    return made


@pytest.mark.optin
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning", "ignore::ResourceWarning")
@pytest.mark.skipif(not can(), reason="needs root, network namespaces and setpriv")
def test_two_of_each_lose_nothing_and_double_nothing() -> None:
    kinds = dict.fromkeys(("killed", "postgres", "cut", "home", "disk", "switch"), 2)
    missed = team_faults.run(kinds, asynchronous=False)
    assert [one for one in missed if one.startswith(("lost", "twice"))] == []
