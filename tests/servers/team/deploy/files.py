"""What the files of a deployment say: the image's instructions, the services of compose, the objects of Kubernetes."""

import json
import shlex
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

TOP = Path(__file__).parents[4]
FOLDER = TOP / "servers" / "scrubjay_team" / "deploy"
ACCOUNT = 10001


@dataclass(frozen=True)
class Instruction:
    """One instruction of a Dockerfile: its name in capitals, and what stands after it, on one line."""

    name: str
    text: str

    @property
    def words(self) -> list[str]:
        """What it runs or names: the list of its JSON form, else its words."""
        return [str(one) for one in json.loads(self.text)] if self.text.startswith("[") else shlex.split(self.text)


def instructions() -> list[Instruction]:
    """The Dockerfile's instructions, in order."""
    lines = (FOLDER / "Dockerfile").read_text(encoding="utf-8").splitlines()
    whole = "\n".join(line for line in lines if not line.startswith("#")).replace("\\\n", " ")
    pairs = (line.split(maxsplit=1) for line in whole.splitlines() if line.strip())
    return [Instruction(name.upper(), text.strip()) for name, text in pairs]


def of_image(name: str) -> Instruction:
    """The last instruction of a name, which is the one of the image."""
    return [one for one in instructions() if one.name == name][-1]


def compose() -> dict[str, Any]:
    """The compose file, its anchors merged."""
    return dict(yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8")))


def ours() -> dict[str, dict[str, Any]]:
    """The services of compose that are this program's, by name."""
    return {name: one for name, one in compose()["services"].items() if one["image"] == "scrubjay-team"}


def manifests() -> list[dict[str, Any]]:
    """The objects of the Kubernetes manifest."""
    return list(yaml.safe_load_all((FOLDER / "kubernetes.yaml").read_text(encoding="utf-8")))


def manifest(kind: str, name: str = "scrubjay") -> dict[str, Any]:
    """The object of a kind and a name."""
    (found,) = (one for one in manifests() if (one["kind"], one["metadata"]["name"]) == (kind, name))
    return found


def pods() -> dict[str, dict[str, Any]]:
    """What each object says of its pods, by the object's name."""
    made = (one for one in manifests() if one["kind"] in ("Deployment", "Job"))
    return {f"{one['kind']} {one['metadata']['name']}": one["spec"]["template"]["spec"] for one in made}


def unit(name: str = "scrubjay-team.service") -> dict[str, dict[str, list[str]]]:
    """A unit of systemd: sections, and the values of each key in order."""
    sections: dict[str, dict[str, list[str]]] = {}
    section: dict[str, list[str]] = {}
    for line in (FOLDER / name).read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            section = sections.setdefault(line.strip("[]"), {})
        elif line and not line.startswith("#"):
            key, _, value = line.partition("=")
            section.setdefault(key, []).append(value)
    return sections


def command(service: dict[str, Any]) -> list[str]:
    """The words that a service of compose runs: its own entry and command in the place of the image's."""
    entry = service.get("entrypoint", of_image("ENTRYPOINT").words)
    given = service.get("command", [] if "entrypoint" in service else of_image("CMD").words)
    return [*entry, *given]


def all_commands() -> Iterator[tuple[str, list[str]]]:
    """Every command of this program that the files run, after its name, with where it stands."""
    entry = of_image("ENTRYPOINT").words
    for name, service in ours().items():
        yield f"compose {name}", _ours(command(service))
    for name, pod in pods().items():
        container = pod["containers"][0]
        if "command" not in container:
            yield name, _ours([*entry, *container.get("args", of_image("CMD").words)])
    yield "systemd", _ours(shlex.split(unit()["Service"]["ExecStart"][0]))


def _ours(words: Sequence[str]) -> list[str]:
    (at,) = (number for number, word in enumerate(words) if Path(word).name == "scrubjay")
    return list(words[at + 1 :])
