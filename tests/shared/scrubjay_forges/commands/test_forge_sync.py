"""`scrubjay forge sync` and `list` on the command line: what is not configured, and what can't be read."""

import json
from pathlib import Path

from tests.shared.cli.conftest import Scrubjay

NAME = "github.com/magpie/magpie"


def configure(environment: dict[str, str], project: str, **others: str) -> None:
    lines = {"project": project, "api": "https://127.0.0.1:1", **others}
    text = "".join(f"    {key}: {value}\n" for key, value in lines.items())
    (Path(environment["SCRUBJAY_HOME"]) / "config.yaml").write_text(f"forges:\n  {NAME}:\n{text}")


def project_of(ready: Scrubjay) -> str:
    return str(json.loads(ready("project", "list", "--json").out)["projects"][0]["id"])


def test_where_nothing_is_configured_it_says_how(ready: Scrubjay) -> None:
    assert "`forges` in config.yaml names those to be read" in ready("forge", "list").out
    done = ready("forge", "sync")
    assert (done.code, "names no repository for this project" in done.err) == (1, True)


def test_a_private_address_is_not_opened_and_the_exit_code_says_so(
    ready: Scrubjay, environment: dict[str, str]
) -> None:
    configure(environment, project_of(ready))
    done = ready("forge", "sync", "magpie/magpie")
    assert (done.code, "leads to a private address" in done.err) == (1, True)
    report = json.loads(ready("forge", "sync", "--json").out)
    assert report["repositories"][0]["complete"] is False
    shown = ready("forge", "list").out
    assert NAME in shown
    assert "never read" in shown
    assert ready("forge", "sync", "other/other").code == 1


def test_a_token_in_the_file_stops_every_command_and_is_not_repeated(
    ready: Scrubjay, environment: dict[str, str]
) -> None:
    token = "ghp" + "_" + "a1B2" * 9
    configure(environment, "any", token_env=token)
    done = ready("forge", "list")
    assert (done.code, "looks like a token" in done.err, token in done.out + done.err) == (2, True, False)
