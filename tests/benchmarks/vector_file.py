"""What does it cost to take in a repository whose vectors came in a file that another machine made?

    python -m tests.benchmarks.vector_file FOLDER REPOSITORY [--questions 40]

A home that has never seen the repository runs `scrubjay init --wait` and exports its vectors; another takes them by
`scrubjay init --wait --vectors`: CPU seconds of both, with all that they start. Both are asked the same questions,
headings of passages, and their hits are compared with their scores.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path

from scrubjay.extensions.kinds.content import Embedder
from scrubjay.inference.embedding.onnx import OnnxEmbedder
from scrubjay.knowledge.index.given import givers
from scrubjay.model.frozen import dataclass
from tests.benchmarks.cpu_of import cpu_of
from tests.benchmarks.figures import kill_worker
from tests.benchmarks.team_vectors import answers, keys_of, questions_of, workspace_of

COMMAND = (sys.executable, "-m", "scrubjay.cli.main")


@dataclass(frozen=True, slots=True, kw_only=True)
class FileFigure:
    """CPU seconds of taking a repository in, alone and with a file; and how many questions were answered alike."""

    passages: int
    taken: int
    bytes: int
    export_s: float
    alone_s: float
    with_file_s: float
    questions: int
    alike: int

    @property
    def share(self) -> float:
        """The CPU time with the file by that without."""
        return self.with_file_s / self.alone_s


def measured(
    repository: Path, folder: Path, environment: Mapping[str, str], embedder: Embedder, most: int
) -> FileFigure:
    """Take a repository in twice, the second time with the vectors that the first one wrote, and ask both homes."""
    key, file = folder / "key", folder / "shop.vectors"
    for old in (key, file, folder / "key.pub"):
        old.unlink(missing_ok=True)
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-C", "ci@shop", "-f", str(key)], check=True)
    clones, homes, used = {}, {}, {}
    for name in ("alone", "with file"):
        homes[name], clones[name] = folder / f"{name}.home", folder / f"{name}.clone"
        shutil.rmtree(homes[name], ignore_errors=True)
        homes[name].mkdir(mode=0o700)
        if not clones[name].exists():
            subprocess.run(["git", "clone", "-q", str(repository), str(clones[name])], check=True)
    allowed = homes["with file"] / "allowed_signers"
    allowed.write_text(f"ci@shop {(folder / 'key.pub').read_text(encoding='utf-8')}", encoding="utf-8")
    allowed.chmod(0o600)
    set_up = (*COMMAND, "init", "--wait", "--yes")
    wanted = {
        "alone": set_up,
        "export": (*COMMAND, "embed", "--export", str(file), "--key", str(key)),
        "with file": (*set_up, "--vectors", str(file)),
    }
    for name, command in wanted.items():
        of = name if name in homes else "alone"
        used[name] = cpu_of(command, clones[of], {**environment, "SCRUBJAY_HOME": str(homes[of])})
        kill_worker(homes[of])
    with workspace_of(homes["alone"], clones["alone"], environment, embedder) as workspace:
        questions = questions_of(workspace, most)
        alone = answers(workspace, questions)
        passages = len(workspace.knowledge_database.read(keys_of))
    with workspace_of(homes["with file"], clones["with file"], environment, embedder) as workspace:
        found = answers(workspace, questions)
        taken = sum(workspace.knowledge_database.read(givers).values())
    return FileFigure(
        passages=passages, taken=taken, bytes=file.stat().st_size, export_s=used["export"], alone_s=used["alone"],
        with_file_s=used["with file"], questions=len(questions),
        alike=sum(one == other for one, other in zip(alone, found, strict=True)),
    )  # fmt: skip


def main() -> None:
    """Measure, and print a line of JSON."""
    parser = argparse.ArgumentParser(description="What a repository costs whose vectors come in a file.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--questions", type=int, default=40)
    given = parser.parse_args()
    folder, repository = given.folder.resolve(), given.repository.resolve()
    (folder / "account").mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, "HOME": str(folder / "account")}
    figure = measured(repository, folder, environment, OnnxEmbedder(), given.questions)
    print(json.dumps(asdict(figure) | {"share": round(figure.share, 3)}))


if __name__ == "__main__":
    main()
