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
import ctypes
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

from scrubjay.app import open_app
from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.knowledge.index.given import givers
from scrubjay.model.frozen import dataclass
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.settings.layers import load_settings
from scrubjay.storage.driver import Connection
from scrubjay_joined.client import TeamClient
from scrubjay_joined.membership import Membership, keep
from scrubjay_team.index.writing import index_mirror
from tests.benchmarks.figures import kill_worker
from tests.servers.team.conftest import Databases

SUBREAPER: Final = 36
"""Linux's number of PR_SET_CHILD_SUBREAPER: orphans below this process become its children, and their time counts."""
WORKER_S: Final = 120.0
"""For the worker that a command started, to end by itself."""
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


@dataclass(frozen=True, slots=True, kw_only=True)
class VectorServer:
    """Where the server answers, a token of a member's there, the team's project, and one that isn't granted."""

    url: str
    token: str
    project: UUID
    foreign: UUID


def index(databases: Databases, project: UUID, repository: Path, folder: Path, embedder: Embedder) -> None:
    """Make the server's index of a repository; what its home has embedded stays in the folder."""
    bare, tree = folder / "bare.git", folder / "tree"
    if not bare.exists():
        git = ["git", "-c", "protocol.file.allow=always"]
        subprocess.run([*git, "clone", "-q", "--bare", str(repository), str(bare)], check=True)
        add = ["worktree", "add", "-q", "--no-checkout", "--detach", str(tree)]
        subprocess.run([*git, "-C", str(bare), *add], check=True)
    index_mirror(databases.worker, project, tree, (), home=folder / "mirror.home", embedder=embedder)


def take_in(clone: Path, home: Path, environment: Mapping[str, str]) -> float:
    """CPU seconds of `scrubjay init --wait` in a clone, with all that it starts."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1)
    before = _children_s()
    command = [sys.executable, "-m", "scrubjay.cli.main", "init", "--wait", "--yes"]
    subprocess.run(
        command, cwd=clone, env={**environment, "SCRUBJAY_HOME": str(home)}, check=True, stdout=subprocess.DEVNULL
    )
    until = time.monotonic() + WORKER_S
    with suppress(ChildProcessError):
        while time.monotonic() < until:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.1)
        kill_worker(home)
    return round(_children_s() - before, 2)


def _children_s() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def joined_home(home: Path, server: VectorServer) -> None:
    """Make a home a member's."""
    home.mkdir(mode=0o700)
    (home / "config.yaml").touch(mode=0o600)
    keep(home, Membership(server.url, "acme", "anna", "bench"), server.token)


@contextmanager
def workspace_of(home: Path, clone: Path, environment: Mapping[str, str], embedder: Embedder) -> Iterator[Any]:
    """The services of a clone in a home; no worker starts."""
    settings = load_settings({**environment, "SCRUBJAY_HOME": str(home)})
    with open_app(settings, embedder=embedder, wake=lambda: None) as app:
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
) -> tuple[TakenInFigure, AnswerFigure]:
    """Take a repository in twice, and ask both homes and the server."""
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
    return figure, asked(server, keys, embedder.fingerprint.key)


def asked(server: VectorServer, keys: list[list[str]], fingerprint: str) -> AnswerFigure:
    """Ask the server for what it has, and for what isn't to be had."""
    client = TeamClient(server.url, server.token)
    lacking = [[blob[::-1], hash[::-1]] for blob, hash in keys[:AT_ONCE]]

    def ask(project: UUID, wanted: list[list[str]]) -> tuple[float, int]:
        began = time.perf_counter()
        body = {"project": str(project), "fingerprint": fingerprint, "wanted": wanted}
        said = client.post("/vectors", body)
        return (time.perf_counter() - began) * 1000, len(json.dumps(said))

    ms, size = ask(server.project, keys[:AT_ONCE])
    kinds = {
        "a blob that a granted project lacks": (server.project, lacking),
        "a project that isn't granted": (server.foreign, keys[:AT_ONCE]),
        "blobs that it lacks": (server.foreign, lacking),
        "a project that isn't there": (uuid4(), keys[:AT_ONCE]),
    }
    times: dict[str, list[float]] = {name: [] for name in kinds}
    for _ in range(REPEATED):
        for name, (project, wanted) in kinds.items():
            times[name].append(ask(project, wanted)[0])
            time.sleep(0.12)  # below the server's limit of ten requests a second
    client.close()
    return AnswerFigure(
        passages=len(keys[:AT_ONCE]), bytes=size, ms=round(ms, 1),
        nothing_ms={name: round(statistics.median(each), 2) for name, each in times.items()},
    )  # fmt: skip
