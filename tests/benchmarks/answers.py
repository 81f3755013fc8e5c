"""Records what one installed scrubjay answers about real repositories, and compares two such recordings.

    python -m tests.benchmarks.answers record BIN REPOSITORIES OUT.jsonl [--only NAME]
    python -m tests.benchmarks.answers compare A.jsonl B.jsonl

BIN is the folder of an environment's programs, REPOSITORIES one of clones that have the commits of `COMMITS`. Each is
cloned anew and set up in a home of its own, then asked what `answers_asked` lists: by the command line, and by both
servers over stdio. A repository of `WITH_VECTORS` gets its vectors before; the others are asked by their words alone.
Between the phases the worker is waited for, and none runs while questions are asked. `answers_masked` says what of an
answer is masked. Ages of things and what is due are by the day: record both sides on the same day.
`compare` prints the answers that differ as a unified diff; exit code 1 when there are any.
"""

import argparse
import difflib
import fcntl
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from tests.benchmarks.answers_asked import phases
from tests.benchmarks.answers_facts import Facts
from tests.benchmarks.answers_masked import Masks
from tests.benchmarks.answers_wrong import Ask
from tests.patience import PATIENCE_S

COMMITS = {
    "scrubjay": "13be21e13b13dad3ed64bce0f33a4a2ad4431561",
    "caddy": "0cf03d32f7d99cf160d5375e8a40fbe3d910d515",
    "click": "2c8cd3ac958a7eb316d67f2d316c27086c4c0369",
    "litestar": "8bd57248db3fd69aeda9c1ad6250aee2dbabf2b2",
}
WITH_VECTORS = ("click",)
TOOLSETS = "[core, conversations, context, memories, story, graph, agents]"
CLIENTS = {"session": "claude-code", "knowledge": "claude-code", "other": "codex-mcp-client"}
HELLO = {"protocolVersion": "2025-06-18", "capabilities": {}}
APART_S = 1.05
"""Between two calls that write: what is equally good stands in the order of its seconds."""
AT = "2026-03-01T12:00:00+00:00"


@dataclass
class Server:
    """A server over stdio, spoken to in plain JSON lines."""

    process: "subprocess.Popen[str]"
    ids: Iterator[int] = field(default_factory=count)

    def send(self, method: str, params: dict[str, Any], *, notify: bool = False) -> dict[str, Any]:
        """Send one message; returns its result, or its error, unless it is a notification."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": method, "params": params}
        if not notify:
            message["id"] = next(self.ids)
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()
        while not notify:
            line = self.process.stdout.readline()
            if not line:
                return {"ended": self.process.wait(PATIENCE_S)}
            answer = json.loads(line)
            if answer.get("id") == message["id"] and "method" not in answer:
                return {name: answer[name] for name in ("result", "error") if name in answer}
        return {}


@dataclass
class Asked:
    """One repository with an account, a home and a clone of its own."""

    bin: Path
    folder: Path
    name: str
    kept: dict[str, str] = field(default_factory=dict)
    servers: dict[str, Server] = field(default_factory=dict)
    hello: dict[str, Any] = field(default_factory=dict)

    @property
    def clone(self) -> Path:
        return self.folder / "clone"

    @property
    def environment(self) -> dict[str, str]:
        embedding = {} if self.name in WITH_VECTORS else {"SCRUBJAY_EMBEDDING_PROVIDER": "none"}
        people = {
            f"GIT_{role}_{what}": value
            for role in ("AUTHOR", "COMMITTER")
            for what, value in (("NAME", "Ada"), ("EMAIL", "ada@example.org"), ("DATE", AT))
        }
        return {
            "PATH": f"{self.bin}{os.pathsep}{os.environ['PATH']}",
            "LANG": "C.UTF-8",
            "COLUMNS": "100",
            "HOME": str(self.folder / "account"),
            "SCRUBJAY_HOME": str(self.folder / "home"),
            "SCRUBJAY_TOOLSETS": TOOLSETS,
            "SCRUBJAY_CONVERSATIONS_INDEX": "true",
            "SCRUBJAY_USER_ID": "ada",
            "GIT_CONFIG_NOSYSTEM": "1",
            **people,
            **embedding,
        }

    def run(self, words: list[str], given: str = "", at: Path | None = None) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            words, cwd=at or self.clone, env=self.environment, input=given, capture_output=True, text=True, check=False,
            timeout=PATIENCE_S * 10, start_new_session=True,
        )  # fmt: skip

    def set_up(self, repositories: Path) -> None:
        """Clone without what a clone remembers of its origin, and check the commit out on a branch."""
        (self.folder / "account").mkdir(parents=True)
        source = str(repositories / self.name)
        for words in (
            ["git", "clone", "-q", "--no-checkout", "--no-tags", "--single-branch", source, str(self.clone)],
            ["git", "-C", str(self.clone), "checkout", "-q", "-B", "main", COMMITS[self.name]],
            ["git", "-C", str(self.clone), "remote", "remove", "origin"],
        ):
            done = self.run(words, at=self.folder)
            assert done.returncode == 0, done.stderr
        branches = self.run(["git", "branch", "--format=%(refname:short)"]).stdout.split()
        self.run(["git", "branch", "-D", *(branch for branch in branches if branch != "main")])

    def ask(self, ask: Ask) -> dict[str, Any]:
        """One question's whole answer."""
        arguments = self._filled(ask.arguments)
        if ask.of == "cli":
            done = self.run([str(self.bin / "scrubjay"), *arguments], self._filled(ask.given))
            return {"code": done.returncode, "out": done.stdout, "err": done.stderr}
        if ask.of == "file":
            file = self.clone / arguments[0]
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(ask.given, encoding="utf-8")
            return {}
        if ask.of == "git":
            done = self.run(["git", *arguments])
            return {"code": done.returncode, "out": done.stdout, "err": done.stderr}
        server, method = self.servers[ask.of], ask.method
        if method == "hello":
            return self.hello[ask.of]
        if method == "tools/call":
            return server.send(method, {"name": arguments[0], "arguments": arguments[1]})
        return server.send(method, arguments[0] if arguments else {})

    def _filled(self, value: Any) -> Any:
        if isinstance(value, str):
            return self.kept.get(value, value)
        if isinstance(value, list):
            return [self._filled(each) for each in value]
        if isinstance(value, dict):
            return {name: self._filled(each) for name, each in value.items()}
        return value

    def settle(self) -> None:
        """Until the worker has nothing more to do."""
        self.run([str(self.bin / "scrubjay"), "ingest", "--wait"])
        with self.no_worker():
            pass

    @contextmanager
    def no_worker(self) -> Iterator[None]:
        """Wait for a worker that runs, and let none start."""
        with (self.folder / "home" / "worker.lock").open("a") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    @contextmanager
    def serving(self) -> Iterator[None]:
        """Both servers run, and a session server of another client."""
        for name, client in CLIENTS.items():
            server = name if name == "knowledge" else "session"
            process = subprocess.Popen(
                [str(self.bin / f"scrubjay-{server}")], cwd=self.clone, env=self.environment, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
            )  # fmt: skip
            self.servers[name] = Server(process)
            self.hello[name] = self.servers[name].send(
                "initialize", {**HELLO, "clientInfo": {"name": client, "version": "1"}}
            )
            self.servers[name].send("notifications/initialized", {}, notify=True)
        try:
            yield
        finally:
            for running in self.servers.values():
                assert running.process.stdin is not None
                running.process.stdin.close()
                running.process.wait(PATIENCE_S)
            self.servers.clear()


def source_of(bin: Path) -> str:
    """Where an environment's scrubjay lies."""
    told = "import scrubjay, pathlib; print(pathlib.Path(scrubjay.__file__).parents[2])"
    return subprocess.run([bin / "python", "-I", "-c", told], capture_output=True, text=True, check=True).stdout.strip()


def recorded(bin: Path, repositories: Path, name: str) -> list[dict[str, Any]]:
    """One repository's answers, masked."""
    folder = Path(tempfile.mkdtemp(prefix="answers-"))
    asked = Asked(bin, folder, name)
    try:
        asked.set_up(repositories)
        masks, rows = Masks({str(folder): "work", str(bin.parent): "env", source_of(bin): "source"}), []
        for phase, asks in phases(Facts(asked.clone, name)):
            held = asked.no_worker if (folder / "home" / "worker.lock").exists() else nullcontext
            with held(), asked.serving():
                for ask in asks:
                    answer = asked.ask(ask)
                    first = masks.note(answer)
                    if ask.keep:
                        asked.kept[ask.keep] = first
                    shown = [ask.of, *([ask.method] if ask.method != "tools/call" else []), *ask.arguments]
                    rows.append({"repo": name, "phase": phase, "ask": shown, "answer": answer})
                    if ask.writes:
                        time.sleep(APART_S)
            asked.settle()
        return [{**row, "answer": masks.masked(row["answer"])} for row in rows]
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def lines_of(answer: Any) -> list[str]:
    """An answer as lines: texts in it keep theirs."""
    text = json.dumps(answer, indent=1, ensure_ascii=False, sort_keys=True)
    return text.replace("\\n", "\n").splitlines()


def _rows(file: Path) -> dict[str, Any]:
    """A recording's answers by their questions, the second of the same question as #2."""
    rows: dict[str, Any] = {}
    for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
        question = json.dumps([row["repo"], row["phase"], *row["ask"]], ensure_ascii=False)
        same = (f"{question} #{number}" if number > 1 else question for number in count(1))
        rows[next(key for key in same if key not in rows)] = row["answer"]
    return rows


def compare(a: Path, b: Path) -> int:
    """Print each answer that differs; returns the exit code."""
    before, after = _rows(a), _rows(b)
    differing = 0
    for key in [*before, *(key for key in after if key not in before)]:
        old, new = before.get(key), after.get(key)
        if old == new:
            continue
        differing += 1
        old_lines, new_lines = (lines_of(answer) if answer else [] for answer in (old, new))
        print("\n".join(difflib.unified_diff(old_lines, new_lines, f"{a.name} {key}", f"{b.name} {key}", lineterm="")))
    print(f"{differing} of {len({*before, *after})} answers differ")
    return 1 if differing else 0


def main() -> int:
    """Record, or compare two recordings."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    recording = commands.add_parser("record")
    recording.add_argument("bin", type=Path)
    recording.add_argument("repositories", type=Path)
    recording.add_argument("out", type=Path)
    recording.add_argument("--only", choices=COMMITS)
    comparing = commands.add_parser("compare")
    comparing.add_argument("a", type=Path)
    comparing.add_argument("b", type=Path)
    asked = parser.parse_args()
    if asked.command == "compare":
        return compare(asked.a, asked.b)
    with asked.out.open("w", encoding="utf-8") as out:
        for name in [asked.only] if asked.only else COMMITS:
            began = time.monotonic()
            rows = recorded(asked.bin.absolute(), asked.repositories.resolve(), name)
            out.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)
            out.flush()
            print(f"{name}: {len(rows)} answers, {time.monotonic() - began:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
