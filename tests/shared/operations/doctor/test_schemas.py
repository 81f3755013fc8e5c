"""Both servers are started and asked what their tools cost."""

import os
import sys
from pathlib import Path
from typing import get_args

import pytest

from scrubjay.operations.doctor import databases as schemas
from scrubjay.settings.schema import Toolset

pytestmark = pytest.mark.story


def test_both_servers_answer_within_their_tokens(environment: dict[str, str]) -> None:
    check = schemas.servers((sys.executable,), environment)
    assert check.ok, check
    assert "tools, " in str(check.found)
    assert not Path(environment["SCRUBJAY_HOME"]).exists()


def test_servers_that_do_not_start_are_named(tmp_path: Path) -> None:
    mute = tmp_path / "python"
    mute.write_text("#!/bin/sh\nexit 3\n")
    mute.chmod(0o755)
    check = schemas.servers((str(mute),), dict(os.environ))
    assert not check.ok
    assert "scrubjay-session" in str(check.found)
    assert "scrubjay_session" in check.do


def test_toolsets_that_the_user_switched_on_are_shown_and_are_no_fault(environment: dict[str, str]) -> None:
    toolsets = f"[{', '.join(get_args(Toolset))}]"
    chosen = {"SCRUBJAY_TOOLSETS": toolsets, "SCRUBJAY_CONVERSATIONS_INDEX": "true"}
    check = schemas.servers((sys.executable,), environment | chosen)
    assert check.ok
    assert str(check.found).startswith("39 tools, ")
    assert str(check.found).endswith(" of them for toolsets that you switched on")
