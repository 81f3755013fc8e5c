"""What does it cost a member's machine to take in a repository whose vectors the team's server has already?

    python -m tests.benchmarks.team_vectors FOLDER REPOSITORY [--questions 40] [--json FILE]

REPOSITORY is a clone with documents. A server's index of it is made, in an embedded PostgreSQL in memory, and served on
loopback; FOLDER keeps the mirror's own home, which the next run finds embedded, and the homes. Two homes that have
never seen it run `scrubjay init --wait`, one alone, one as a member's: CPU seconds of the command, its children and its
worker, without those of the server and PostgreSQL. Both are asked the same questions, headings of passages, and their
hits are compared with their scores. Last come the bytes of an answer about 500 passages, and the ms of requests for
what isn't to be had, in turns: blobs that a granted project lacks; those of one that isn't granted, asked of it and of
a project that isn't there.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

from scrubjay.app import open_app
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.git.process import GitEnvironment
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.knowledge.index.given import askable, givers
from scrubjay.model.frozen import dataclass
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from scrubjay.storage.driver import Connection
from scrubjay_joined.client import TeamClient
from scrubjay_joined.membership import Membership, keep
from tests.benchmarks.cpu_of import cpu_of
from tests.benchmarks.figures import kill_worker
from tests.benchmarks.team_mirror import ADDRESS, VectorServer, databases_of, mirrored, serving
from tests.servers.team.conftest import short_folder
from tests.servers.team.makers import make_member, make_project, make_team

REPEATED: Final = 100
AT_ONCE: Final = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenInFigure:
    """CPU seconds of taking a repository in, alone and as a member; and how many questions were answered alike."""

    passages: int
    taken: int
    alone_s: float
    joined_s: float
    questions: int
    alike: int

    @property
    def share(self) -> float:
        """The member's CPU time by that of who is alone."""
        return self.joined_s / self.alone_s


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerFigure:
    """The bytes of an answer about some passages, its ms, and the median ms of what isn't to be had, by what it is."""

    passages: int
    bytes: int
    ms: float
    nothing_ms: Mapping[str, float]


def take_in(clone: Path, home: Path, environment: Mapping[str, str]) -> float:
    """CPU seconds of `scrubjay init --wait` in a clone, with all that it starts."""
    command = [sys.executable, "-m", "scrubjay.cli.main", "init", "--wait", "--yes"]
    used = cpu_of(command, clone, {**environment, "SCRUBJAY_HOME": str(home)})
    kill_worker(home)
    return used


def joined_home(home: Path, server: VectorServer) -> None:
    """Make a home a member's."""
    home.mkdir(mode=0o700)
    (home / "config.yaml").touch(mode=0o600)
    keep(home, Membership(server.url, "acme", "anna", server.id), server.token)


@contextmanager
def workspace_of(home: Path, clone: Path, environment: Mapping[str, str], embedder: Embedder) -> Iterator[Any]:
    """The services of a clone in a home; no worker starts."""
    settings = load_settings({**environment, "SCRUBJAY_HOME": str(home)})
    with open_app(
        settings, git_environment=GitEnvironment.of(environment), embedder=embedder, wake=lambda: None
    ) as app:
        yield app.workspace(clone)


def questions_of(workspace: Any, most: int) -> list[str]:
    """Headings of passages, evenly spread."""

    def read(connection: Connection) -> list[str]:
        sql = "SELECT DISTINCT heading FROM passage WHERE length(heading) > 12 ORDER BY heading"
        return [row[0].rpartition(" > ")[2] for row in connection.execute(sql)]

    headings = list(dict.fromkeys(workspace.knowledge_database.read(read)))
    return headings[:: max(1, len(headings) // most)][:most]


def answers(workspace: Any, questions: Sequence[str]) -> list[list[tuple[object, ...]]]:
    """The hits of each question, with their places and scores."""
    found = [workspace.answers.look(RecallRequest(query=question, limit=20)) for question in questions]
    return [[(hit.path, hit.start_line, hit.end_line, hit.score) for hit in one.hits] for one in found]


def measured(
    repository: Path, folder: Path, server: VectorServer, environment: Mapping[str, str], embedder: Embedder, most: int
) -> tuple[TakenInFigure, list[list[str]]]:
    """Take a repository in twice, and ask both homes; the keys of its passages too."""
    homes = {"alone": folder / "alone.home", "joined": folder / "joined.home"}
    for home in homes.values():
        shutil.rmtree(home, ignore_errors=True)
    homes["alone"].mkdir(mode=0o700)
    joined_home(homes["joined"], server)
    used, found, questions = {}, {}, list[str]()
    taken, keys = 0, list[list[str]]()
    for name, home in homes.items():
        clone = folder / f"{name}.clone"
        if not clone.exists():
            subprocess.run(["git", "clone", "-q", str(repository), str(clone)], check=True)
            subprocess.run(["git", "-C", str(clone), "remote", "set-url", "origin", ADDRESS], check=True)
        used[name] = take_in(clone, home, environment)
        with workspace_of(home, clone, environment, embedder) as workspace:
            questions = questions or questions_of(workspace, most)
            found[name] = answers(workspace, questions)
            taken = sum(workspace.knowledge_database.read(givers).values())
            keys = workspace.knowledge_database.read(keys_of)
    figure = TakenInFigure(
        passages=len(keys), taken=taken, alone_s=used["alone"], joined_s=used["joined"], questions=len(questions),
        alike=sum(one == other for one, other in zip(found["alone"], found["joined"], strict=True)),
    )  # fmt: skip
    return figure, keys


def keys_of(connection: Connection) -> list[list[str]]:
    """The blob and hash of each passage of documents, as a home asks for them."""
    return [[one.key.blob, one.key.hash] for one in askable(connection, 0, 2**62, 1_000_000)]


def asked(
    server: VectorServer, keys: list[list[str]], fingerprint: str, project: UUID, foreign: UUID,
    repeated: int = REPEATED,
) -> AnswerFigure:  # fmt: skip
    """Ask the server for what it has, and for what isn't to be had: of a project, and of one that isn't granted."""
    client = TeamClient(server.url, server.token)
    lacking = [[blob[::-1], hash[::-1]] for blob, hash in keys[:AT_ONCE]]

    def ask(of: UUID, wanted: list[list[str]]) -> tuple[float, int]:
        began = time.perf_counter()
        body = {"project": str(of), "fingerprint": fingerprint, "wanted": wanted}
        said = client.post("/vectors", body)
        return (time.perf_counter() - began) * 1000, len(json.dumps(said))

    ms, size = ask(project, keys[:AT_ONCE])
    kinds = {
        "a blob that a granted project lacks": (project, lacking),
        "a project that isn't granted": (foreign, keys[:AT_ONCE]),
        "blobs that it lacks": (foreign, lacking),
        "a project that isn't there": (uuid4(), keys[:AT_ONCE]),
    }
    times: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(repeated):
        for name, (of, wanted) in kinds.items():
            times[name].append(ask(of, wanted)[0])
            time.sleep(0.12)  # below the server's limit of ten requests a second
    client.close()
    return AnswerFigure(
        passages=len(keys[:AT_ONCE]), bytes=size, ms=round(ms, 1),
        nothing_ms={name: round(statistics.median(each), 2) for name, each in times.items()},
    )  # fmt: skip


def main() -> None:
    """Measure, and print a line of JSON for each figure."""
    parser = argparse.ArgumentParser(description="What a member's machine pays for a repository.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--questions", type=int, default=40)
    given = parser.parse_args()
    folder, repository = given.folder.resolve(), given.repository.resolve()
    (folder / "account").mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "HOME": str(folder / "account")}
    memory, embedder = short_folder(), OnnxEmbedder()
    try:
        with databases_of(memory) as databases:
            team = make_team(databases.owner)
            foreign = make_project(databases.owner, make_team(databases.owner, "rival"), "vault")
            member = make_member(databases.owner, team)
            project = mirrored(databases, team, repository, folder, embedder, foreign)
            with serving(databases, folder, embedder, team, member) as server:
                figure, keys = measured(repository, folder, server, environment, embedder, given.questions)
                print(json.dumps(asdict(figure) | {"share": round(figure.share, 3)}), flush=True)
                answer = asked(server, keys, embedder.fingerprint.key, project, foreign)
                print(json.dumps(asdict(answer)))
    finally:
        shutil.rmtree(memory, ignore_errors=True)


if __name__ == "__main__":
    main()
