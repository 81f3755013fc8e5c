"""The page of a report, made by a process of the page's package: the command line imports no templates."""

import json
import subprocess
from collections.abc import Mapping
from typing import Any

from scrubjay.cli.programs import command_of
from scrubjay.errors import ScrubjayError

PATIENCE_S = 60


def page_of(values: Mapping[str, Any]) -> bytes:
    """The page as UTF-8. Raises ScrubjayError where it can't be made."""
    try:
        made = subprocess.run(
            command_of("scrubjay_ui.report"), input=json.dumps(values).encode(), capture_output=True,
            check=False, timeout=PATIENCE_S,
        )  # fmt: skip
    except (OSError, subprocess.TimeoutExpired) as error:
        raise ScrubjayError(f"The page wasn't made ({type(error).__name__}). --json gives the values.") from error
    if made.returncode:
        why = made.stderr.decode("utf-8", "replace").strip().rpartition("\n")[2]
        raise ScrubjayError(f"The page wasn't made: {why[:300]}. --json gives the values.")
    return made.stdout
