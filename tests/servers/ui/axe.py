"""axe-core (MPL-2.0), which finds what a page doesn't say to somebody who can't see it. Tests get it by npm."""

import hashlib
import io
import shutil
import subprocess
import tarfile
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE_S
from tests.servers.ui.chromium import Tab

VERSION = "4.14.1"
SHA256 = "29348999450cdf2849a8e70b7912fc2da85a849da39c0d0d5394f51d4a9ed95c"
"""Of `axe.min.js` in that version."""

RUN = """() => axe.run(document, {resultTypes: ["violations"]}).then((found) => found.violations.flatMap((one) =>
  one.nodes.map((node) => [one.impact, one.id, node.target.join(" "), node.html.slice(0, 160)])))"""

SERIOUS = ("serious", "critical")


def axe_source(folder: Path) -> str:
    """Its source, checked; skips the test where npm can't get it."""
    if shutil.which("npm") is None:
        pytest.skip("needs npm, which gets axe-core")
    got = subprocess.run(
        ["npm", "pack", "--silent", f"axe-core@{VERSION}"],
        cwd=folder,
        capture_output=True,
        check=False,
        timeout=PATIENCE_S,
    )
    if got.returncode:
        pytest.skip(f"npm can't get axe-core {VERSION}: {got.stderr.decode(errors='replace')[-200:]}")
    packed = (folder / got.stdout.decode().strip().splitlines()[-1]).read_bytes()
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        file = archive.extractfile("package/axe.min.js")
        source = file.read() if file else b""
    assert hashlib.sha256(source).hexdigest() == SHA256
    return source.decode()


def serious(tab: Tab, source: str) -> list[str]:
    """What is serious or critical on the page that a tab shows."""
    tab.page.evaluate(source)
    found: list[list[Any]] = tab.page.evaluate(RUN)
    return [" ".join(map(str, one)) for one in found if one[0] in SERIOUS]
