"""Compares the CPU time of what starts in two installed scrubjays, in interleaved pairs.

    python -m tests.benchmarks.starts BASE_BIN HEAD_BIN [--pairs 20] [--only NAME]

BASE_BIN and HEAD_BIN are the folders of programs of two environments. Each side has an account, a home and a small
repository of its own, and is set up without vectors. Measured are `--help`, both servers until the first answer to
`initialize`, a commit as long as a person waits for it, its hook alone, and a client's hook at the start of a session.
Nothing here names a module: the hooks are those that `init` wrote. A row gives both medians, the median of the ratios
head / base, and the upper bound of its 95 % bootstrap interval.
"""

import argparse
import json
import os
import re
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.benchmarks.pairs import HELLO, Server, bound, children

FILES = {f"docs/page{number}.md": f"# Page {number}\n\nThe number is {number}.\n" for number in range(20)}


class Side:
    """One environment with an account, a home and a repository of its own."""

    def __init__(self, bin: Path, folder: Path) -> None:
        self.bin, self.folder, self.repo = bin, folder, folder / "repo"
        (folder / "account").mkdir(parents=True)
        self.run(["git", "init", "-q", str(self.repo)], at=folder)
        for name, text in FILES.items():
            (self.repo / name).parent.mkdir(exist_ok=True)
            (self.repo / name).write_text(text)
        self.commit(0)
        self.run([str(bin / "scrubjay"), "init", "--yes"])
        self.run([str(bin / "scrubjay"), "ingest", "--wait"])

    @property
    def environment(self) -> dict[str, str]:
        people = {
            f"GIT_{role}_{what}": "pairs@example.org" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")
        }
        return {
            "PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "HOME": str(self.folder / "account"),
            "SCRUBJAY_HOME": str(self.folder / "home"),
            "SCRUBJAY_EMBEDDING_PROVIDER": "none",
            "GIT_CONFIG_NOSYSTEM": "1",
            **people,
        }

    def run(self, words: list[str], at: Path | None = None, given: str = "") -> float:
        """CPU seconds of a process, and of the children that it waited for."""
        before = children()
        done = subprocess.run(
            words, cwd=at or self.repo, env=self.environment, input=given, capture_output=True, text=True, check=False
        )  # fmt: skip
        assert done.returncode in (0, 1), done.stderr
        return children() - before

    def help(self, _: int) -> float:
        return self.run([str(self.bin / "scrubjay"), "--help"])

    def serve(self, name: str) -> float:
        """From nothing to the answer to `initialize`, and to the end."""
        before = children()
        process = subprocess.Popen(
            [str(self.bin / f"scrubjay-{name}")], cwd=self.repo, env=self.environment, text=True,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        Server(process).send("initialize", HELLO)
        assert process.stdin is not None
        process.stdin.close()
        process.wait()
        return children() - before

    def commit(self, number: int) -> float:
        """One commit, as far as the person waits for it."""
        (self.repo / "pairs.md").write_text(f"# Pair {number}\n\nThe number is {number}.\n")
        self.run(["git", "add", "-A"])
        return self.run(["git", "commit", "-q", "-m", f"Pair {number}"])

    def commit_hook(self, number: int) -> float:
        """The hook alone, in the foreground; what it leaves to the worker isn't counted."""
        hook = (self.repo / ".git/hooks/post-commit").read_text()
        return self.run(["sh", "-c", foreground(hook), "post-commit"])

    def session_hook(self, number: int) -> float:
        """The command that stands in the client's file for the start of a session."""
        hooks = json.loads((self.repo / ".claude/settings.local.json").read_text())["hooks"]
        (hook, *_) = (hook for entry in hooks["SessionStart"] for hook in entry["hooks"])
        message = {"hook_event_name": "SessionStart", "source": "startup", "cwd": str(self.repo)}
        message["session_id"] = f"pairs-{number}"
        return self.run([hook["command"], *hook.get("args", ())], given=json.dumps(message))


def foreground(hook: str) -> str:
    """A hook's script that waits for what it starts beside itself."""
    return hook.replace(") & )", ") )")


MEASURED: dict[str, Callable[[Side, int], float]] = {
    "--help": Side.help,
    "start session": lambda side, _: side.serve("session"),
    "start knowledge": lambda side, _: side.serve("knowledge"),
    "commit": lambda side, n: side.commit(n + 1),
    "commit hook": Side.commit_hook,
    "session-start hook": Side.session_hook,
}


def main() -> int:
    """Measure and print one row an operation."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("base", type=Path)
    parser.add_argument("head", type=Path)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--only", default="", help="a part of the operations' names, as a regular expression")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:  # a worker may still write
        sides = [
            Side(bin.absolute(), Path(folder) / name) for bin, name in ((asked.base, "base"), (asked.head, "head"))
        ]
        print(f"{'operation':18} | {'base ms':>8} | {'head ms':>8} | {'ratio':>6} | upper 95 %", flush=True)
        for name, measure in MEASURED.items():
            if not re.search(asked.only, name):
                continue
            pairs = []
            for number in range(asked.pairs + 1):
                order = sides if number % 2 else sides[::-1]
                cost = {side.folder.name: measure(side, number) for side in order}
                pairs.append((cost["base"], cost["head"]))
            pairs = pairs[1:]  # the first one warms up
            ratios = [head / max(base, 0.001) for base, head in pairs]
            medians = [statistics.median(pair[n] for pair in pairs) * 1000 for n in (0, 1)]
            told = f"{medians[0]:8.1f} | {medians[1]:8.1f} | {statistics.median(ratios):6.3f} | {bound(ratios):.3f}"
            print(f"{name:18} | {told}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
