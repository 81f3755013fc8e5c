"""Prints the table of grades: how well do they tell what is true? On sets that somebody else wrote.

    python -m tests.benchmarks.grades --data FOLDER [--only QUESTION]… [--rows N] [--results FILE]

FOLDER holds a folder a repository, or is one: `repo.git`, `sessions/` and one `*.jsonl` a question. Each question is
asked of a home of its own, by sessions that are played through the hooks and servers which `init` set up. `--results`
takes every single answer, as JSON lines.
"""

import argparse
import json
import sys
import tempfile
from dataclasses import asdict
from pathlib import Path

from tests.benchmarks.grades.asking import Sets
from tests.benchmarks.grades.playing import Stage
from tests.benchmarks.grades.questions import QUESTIONS
from tests.benchmarks.grades.reached import summary
from tests.benchmarks.grades.table import Row, table


def read(folder: Path, most: int) -> Sets:
    """The sets of a repository, each with its first rows (0: all)."""

    def rows(file: Path) -> list[dict[str, object]]:
        every = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
        return every[:: max(1, len(every) // most)][:most] if most else every

    return {file.stem: rows(file) for file in sorted(folder.glob("*.jsonl"))}


def repositories(folder: Path) -> list[Path]:
    """The bare clones in a folder, or the one of it. Raises SystemExit where there is none."""
    found = [file for pattern in ("repo.git", "*/repo.git") for file in folder.glob(pattern)]
    return found or sys.exit(f"no repo.git in {folder} or in a folder of it")


def main(words: list[str] | None = None) -> None:
    """Ask the questions of each repository, then print the table over all."""
    parser = argparse.ArgumentParser(description="How well do grades tell what is true?")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--only", action="append", choices=list(QUESTIONS), default=[])
    parser.add_argument("--rows", type=int, default=0)
    parser.add_argument("--results", type=Path)
    chosen = parser.parse_args(words)
    results: dict[str, list[Row]] = {name: [] for name in chosen.only or QUESTIONS}
    with tempfile.TemporaryDirectory() as folder:
        for source in sorted(clone.parent for clone in repositories(chosen.data.resolve())):
            stage = Stage(source, Path(folder) / source.name)
            sets = read(source, chosen.rows)
            try:
                for name, rows in results.items():
                    new = QUESTIONS[name](stage, sets)
                    rows += new
                    print(f"{source.name}: {name}, {len(new)} answers", file=sys.stderr, flush=True)
                    if chosen.results:
                        with chosen.results.open("a", encoding="utf-8") as stream:
                            stream.writelines(json.dumps({"set": name, **asdict(row)}) + "\n" for row in new)
            finally:
                stage.end()
    print(table([line for name, rows in results.items() for line in summary(name, rows)]))


if __name__ == "__main__":
    main()
