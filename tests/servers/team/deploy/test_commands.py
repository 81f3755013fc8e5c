"""What the files run is what the program has: commands and options, variables, settings, secrets, ports and probes."""

import os
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
import typer
import yaml

from scrubjay.cli.commands import COMMANDS
from scrubjay_team.place import DSN_VARIABLE, OWNER_VARIABLE, WORKER_VARIABLE, TeamOptions, team_place
from scrubjay_team.settings import TeamSection
from tests.servers.team.deploy import files
from tests.servers.team.serving.conftest import ServedTeam
from tests.servers.team.serving.conftest import served as served

DSNS = {DSN_VARIABLE: "app.dsn", OWNER_VARIABLE: "owner.dsn", WORKER_VARIABLE: "worker.dsn"}
PORT = TeamSection.model_fields["port"].default
SECRETS = Path("/run/secrets")


@pytest.mark.parametrize(("where", "words"), list(files.all_commands()), ids=lambda one: str(one))
def test_every_command_is_one_that_the_program_has(where: str, words: list[str]) -> None:
    modules = {one.name: one.module for one in COMMANDS}
    command: Any = typer.main.get_command(import_module(modules[words[0]]).app)
    rest = words[1:]
    while True:
        context = command.make_context(words[0], list(rest), ignore_unknown_options=False)
        if not hasattr(command, "commands"):
            break
        rest = [*context._protected_args, *context.args]
        command, rest = command.get_command(context, rest[0]), rest[1:]
        assert command is not None, (where, words)


def test_a_probe_in_vain_would_be_seen() -> None:
    with pytest.raises(Exception, match="No such option"):
        test_every_command_is_one_that_the_program_has("here", ["serve", "team", "--hots", "x"])


def variables() -> dict[str, dict[str, str]]:
    """The variables of each of our containers, and of the service."""
    of_pods = {
        name: {one["name"]: one["value"] for one in pod["containers"][0].get("env", ())}
        for name, pod in files.pods().items()
    }
    of_unit = [value for name in ("scrubjay-team.service", "scrubjay-team.service.d/credentials.conf")
               for value in files.unit(name)["Service"]["Environment"]]  # fmt: skip
    return {
        **{name: service.get("environment", {}) for name, service in files.ours().items()},
        **of_pods,
        "systemd": dict(one.split("=", 1) for one in of_unit),
    }


def test_every_variable_is_known_and_names_the_file_of_its_role() -> None:
    for where, given in variables().items():
        assert given.keys() <= {*DSNS, "SCRUBJAY_HOME"}, where
        for name, value in given.items():
            assert name not in DSNS or Path(value).name == DSNS[name], (where, name)
            assert name not in DSNS or Path(value).parent in (SECRETS, Path("%d")), "no secret stands in a variable"


def settings() -> dict[str, str]:
    """The text of each file of settings: compose's, and the manifest's."""
    return {
        "compose": (files.FOLDER / "config.yaml").read_text(encoding="utf-8"),
        "kubernetes": files.manifest("ConfigMap")["data"]["config.yaml"],
    }


@pytest.mark.parametrize("where", ["compose", "kubernetes"])
def test_the_settings_are_known_ones_and_hold_no_secret(where: str, tmp_path: Path) -> None:
    (tmp_path / "config.yaml").write_text(settings()[where])
    place = team_place({"SCRUBJAY_HOME": str(tmp_path)}, TeamOptions())
    assert place.url == "https://memory.example.org"
    assert place.section.proxies
    assert place.section.key_command == ("cat", str(SECRETS / "key"))
    assert set(yaml.safe_load(settings()[where])) == {"team"}


def test_each_part_is_given_the_secrets_that_it_reads_and_no_other() -> None:
    mounted = {
        **{name: {*service.get("secrets", ())} for name, service in files.ours().items()},
        **{
            name: {one["subPath"] for one in pod["containers"][0]["volumeMounts"] if one["name"] == "secrets"}
            for name, pod in files.pods().items()
        },
    }
    for where, given in mounted.items():
        reads = {Path(value).name for name, value in variables()[where].items() if name in DSNS}
        assert given - {"key"} == reads, where
        assert ("key" in given) is ("schema" not in where), where
    with_owner = {where for where, given in mounted.items() if "owner.dsn" in given}
    assert with_owner == {"schema", "Job scrubjay-schema", "Deployment scrubjay-office"}, "answering needs no owner"


def test_the_port_is_the_programs() -> None:
    assert files.of_image("EXPOSE").words == [str(PORT)]
    assert f"server {PORT}" in (files.FOLDER / "Caddyfile").read_text()
    assert [one["containerPort"] for pod in files.pods().values() for one in pod["containers"][0].get("ports", ())] == [
        PORT
    ] * 2
    assert {one["port"] for rule in files.manifest("NetworkPolicy")["spec"]["ingress"] for one in rule["ports"]} == {
        PORT
    }


def probes() -> list[str]:
    """The paths that are asked whether a server lives or is ready."""
    asked = [files.of_image("HEALTHCHECK").text, *(str(one.get("healthcheck", "")) for one in files.ours().values())]
    of_files = [word.partition(f"127.0.0.1:{PORT}")[2].partition("'")[0] for word in asked if str(PORT) in word]
    of_pods = [
        container[probe]["httpGet"]["path"]
        for pod in files.pods().values() for container in pod["containers"]
        for probe in ("startupProbe", "livenessProbe", "readinessProbe") if probe in container
    ]  # fmt: skip
    assert (len(of_files), len(of_pods)) == (3, 6)
    return of_files + of_pods


def test_a_server_answers_every_probe_whatever_name_it_is_asked_by(served: ServedTeam) -> None:
    for path in probes():
        assert served.ask("GET", path, host="10.9.8.7").status == 200, path


def test_what_is_asked_of_a_container_has_the_programs_own_home() -> None:
    (home,) = [one for one in files.instructions() if one.name == "ENV" and "SCRUBJAY_HOME" in one.text]
    assert home.words[-1] == "SCRUBJAY_HOME=/var/lib/scrubjay"
    assert os.fspath(Path(files.of_image("WORKDIR").text)) == "/var/lib/scrubjay"
