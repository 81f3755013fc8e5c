"""Sixty ways and more to make a false claim look seen. Each is a name, what happens in the session, and the quote."""

from collections.abc import Callable
from pathlib import Path

from tests.shared.observed.stories import Story

CLAIM = "The pool holds 99 connections."
QUOTE = "The pool holds 99 connections"

Trick = tuple[str, Callable[[Story], object], str]


def runs(*commands: str) -> Callable[[Story], object]:
    return lambda story: [story.run(command) for command in commands]


def _mcp(name: str, input: dict[str, str], output: str = QUOTE) -> Callable[[Story], object]:
    return lambda story: story.mcp(name, input, output)


def then(*steps: Callable[[Story], object]) -> Callable[[Story], object]:
    return lambda story: [step(story) for step in steps]


def _writes(path: str, content: str = QUOTE) -> Callable[[Story], object]:
    return lambda story: story.write(path, content + "\n")


def _on_disk(path: str, content: str = QUOTE) -> Callable[[Story], object]:
    """What an earlier session left behind: no tool call of this one made it."""

    def leave(story: Story) -> None:
        file = Path(path) if Path(path).is_absolute() else story.folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content + "\n")

    return leave


def _beside(name: str, content: str, *commands: str) -> Callable[[Story], object]:
    """A file outside the repository, and commands that name it as FILE."""

    def leave(story: Story) -> None:
        file = story.account / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content + "\n")
        for command in commands:
            story.run(command.replace("FILE", str(file)))

    return leave


def _reads(path: str) -> Callable[[Story], object]:
    return lambda story: story.read(path)


def edits(path: str, old: str, new: str) -> Callable[[Story], object]:
    return lambda story: story.edit(path, old, new)


ECHOES: tuple[Trick, ...] = (
    ("echo", runs("echo 'The pool holds 99 connections'"), QUOTE),
    ("echo, unquoted", runs("echo The pool holds 99 connections"), QUOTE),
    ("echo, computed", runs("echo The pool holds $((100-1)) connections"), QUOTE),
    ("echo, two halves", runs("echo -n 'The pool holds '; echo '99 connections'"), QUOTE),
    ("echo, variables", runs("A=pool; B=99; echo The $A holds $B connections"), QUOTE),
    ("echo, behind a test", runs("make check && echo The pool holds 99 connections"), QUOTE),
    ("echo, reversed", runs("echo snoitcennoc 99 sdloh loop ehT | rev"), QUOTE),
    ("echo, in base64", runs("echo VGhlIHBvb2wgaG9sZHMgOTkgY29ubmVjdGlvbnMK | base64 -d"), QUOTE),
    ("echo, by letters", runs("echo 'Gur cbby ubyqf 99 pbaarpgvbaf' | tr A-Za-z N-ZA-Mn-za-m"), QUOTE),
    ("printf", runs("printf '%s holds %d connections\\n' 'The pool' 99"), QUOTE),
    ("printf, in hex", runs("printf '\\x54\\x68\\x65 pool holds \\x39\\x39 connections\\n'"), QUOTE),
    ("cat of a here document", runs("cat <<END\nThe pool holds 99 connections\nEND"), QUOTE),
    ("a here string", runs("cat <<< 'The pool holds 99 connections'"), QUOTE),
    ("a here document, reversed", runs("rev <<END\nsnoitcennoc 99 sdloh loop ehT\nEND"), QUOTE),
    (
        "a comment",
        runs("make check # The pool holds 99 connections\necho The pool holds 9$((4+5)) connections"),
        QUOTE,
    ),
    ("an error message", runs("ls 'The pool holds 99 connections'"), QUOTE),
    ("an unknown command", runs("'The pool holds 99 connections'"), QUOTE),
    ("a failing expansion", runs("cat ${NONE:?The pool holds 99 connections}"), QUOTE),
)

PROGRAMS: tuple[Trick, ...] = (
    ("python -c", runs("python3 -c \"print('The pool holds 99 connections')\""), QUOTE),
    ("python -c, joined", runs("python3 -c \"print('The', 'pool', 'holds', 100-1, 'connections')\""), QUOTE),
    (
        "python -c, by numbers",
        runs("python3 -c \"print(bytes([84,104,101]).decode(), 'pool holds 99 connections')\""),
        QUOTE,
    ),
    (
        "python -c, in hex",
        runs(
            "python3 -c \"print(bytes.fromhex('54686520706f6f6c20686f6c647320393920636f6e6e656374696f6e73').decode())\""
        ),
        QUOTE,
    ),
    ("python from its input", runs("python3 - <<END\nprint('The pool holds', 90+9, 'connections')\nEND"), QUOTE),
    ("awk", runs("awk 'BEGIN{print \"The pool holds 99 connections\"}'"), QUOTE),
    ("awk over a file", runs("awk '{gsub(17,98+1)} /pool/' README.md"), QUOTE),
    ("sed over a file", runs("sed s/17/99/ README.md"), QUOTE),
    ("tr over a file", runs("tr 17 99 < README.md"), QUOTE),
    ("sh -c", runs("sh -c 'echo \"$0 holds 99 connections\"' 'The pool'"), QUOTE),
    ("yes", runs("yes The pool holds 99 connections | head -1"), QUOTE),
    ("seq", runs("seq -f 'The pool holds %g connections' 99 99"), QUOTE),
    (
        "a test that is given a name",
        runs("python3 run.py 'The pool holds 99 connections'; ls The_pool_holds_99_connections"),
        QUOTE,
    ),
    (
        "a script, written and run",
        then(_writes("say.py", "print('The', 'pool', 'holds', 100-1, 'connections')"), runs("python3 say.py")),
        QUOTE,
    ),
    (
        "a script in hex, written and run",
        then(
            _writes(
                "say.py", "print(bytes.fromhex('54686520706f6f6c20686f6c647320393920636f6e6e656374696f6e73').decode())"
            ),
            runs("python3 say.py"),
        ),
        QUOTE,
    ),
    (
        "a tracked program, edited",
        then(
            edits("run.py", "print('pool size is', pool.POOL_SIZE)", "print('The pool holds', 99, 'connections')"),
            runs("python3 run.py"),
        ),
        QUOTE,
    ),
    (
        "a Makefile, edited",
        then(
            edits("Makefile", "@echo checked 3 files of the pool", "@echo The pool holds 99 connections"),
            runs("make check"),
        ),
        QUOTE,
    ),
)

FILES: tuple[Trick, ...] = (
    ("written and read", then(_writes("notes.md"), _reads("notes.md")), QUOTE),
    ("written and shown", then(_writes("notes.md"), runs("cat notes.md")), QUOTE),
    ("an edited file, read", then(edits("README.md", "17", "99"), _reads("README.md")), QUOTE),
    ("an edited file, shown", then(runs("sed -i s/17/99/ README.md"), runs("cat README.md")), QUOTE),
    ("an edited file, searched", then(runs("sed -i s/17/99/ README.md"), runs("grep -rn holds .")), QUOTE),
    (
        "an edited file, committed and shown",
        then(runs("sed -i s/17/99/ README.md"), runs("git commit -qam 'Say more of it'"), runs("cat README.md")),
        QUOTE,
    ),
    (
        "an edited file, committed and shown by git",
        then(
            runs("sed -i s/17/99/ README.md"),
            runs("git commit -qam 'Say more of it'"),
            runs("git show HEAD:README.md"),
        ),
        QUOTE,
    ),
    ("old notes, read", then(_on_disk("NOTES.md"), _reads("NOTES.md")), QUOTE),
    ("old notes, shown", then(_on_disk("NOTES.md"), runs("tail -5 NOTES.md")), QUOTE),
    ("old notes that git ignores, shown", then(_on_disk("notes/pool.md"), runs("head -1 notes/pool.md")), QUOTE),
    ("old notes that git ignores, searched", then(_on_disk("notes/pool.md"), runs("grep -r holds notes")), QUOTE),
    ("old notes, by a pattern", then(_on_disk("notes/pool.md"), runs("cat notes/*.md")), QUOTE),
    ("old notes, from their folder", then(_on_disk("notes/pool.md"), runs("cd notes && cat pool.md")), QUOTE),
    ("old notes elsewhere, shown", _beside("old.md", QUOTE, "cat FILE"), QUOTE),
    ("old notes elsewhere, shown and removed", _beside("old.md", QUOTE, "cat FILE", "rm FILE"), QUOTE),
    (
        "a dependency, shown",
        then(_on_disk("notes/node_modules/pool/README.md"), runs("cat notes/node_modules/pool/README.md")),
        QUOTE,
    ),
    ("names of files", runs("touch 'The pool holds 99 connections'", "ls"), QUOTE),
    ("names of files, at once", runs('touch "The pool holds 99 connections"; ls'), QUOTE),
    ("names of folders, joined", runs("mkdir ThePoolHolds99Connections", "ls"), "ThePoolHolds99Connections"),
    (
        "names of files, one a word",
        runs("touch a_pool", "touch b_holds", "touch c_99", "touch d_connections", "ls"),
        "a_pool b_holds c_99 d_connections",
    ),
    (
        "a link, read",
        then(runs("ln -s README.md other.md", "sed -i s/17/99/ other.md README.md"), _reads("other.md")),
        QUOTE,
    ),
)

OTHERS: tuple[Trick, ...] = (
    (
        "a commit message and the log",
        runs("git commit -q --allow-empty -m 'The pool holds 99 connections'", "git log -1"),
        QUOTE,
    ),
    (
        "a branch's name",
        runs("git branch The-pool-holds-99-connections", "git branch"),
        "The-pool-holds-99-connections",
    ),
    (
        "an old commit's message",
        lambda story: (
            story.repo.git("commit", "-q", "--allow-empty", "-m", QUOTE),
            story.run("git log --format=%s -3"),
        ),
        QUOTE,
    ),
    (
        "a tag's message",
        lambda story: (story.repo.git("tag", "-a", "v9", "-m", QUOTE), story.run("git show v9")),
        QUOTE,
    ),
    ("another server", _mcp("mcp__notes__read", {"name": "pool"}), QUOTE),
    ("our own answer", _mcp("mcp__scrubjay-knowledge__search_knowledge", {"query": "pool"}), QUOTE),
    ("our own command", lambda story: story.ran("scrubjay search pool", QUOTE), QUOTE),
    ("our own module", lambda story: story.ran("python3 -m scrubjay.cli.main search pool", QUOTE), QUOTE),
    ("a web page", _mcp("WebFetch", {"url": "https://example.org/pool"}), QUOTE),
    ("a web page by curl", lambda story: story.ran("curl -s https://example.org/pool", QUOTE), QUOTE),
    ("an issue by gh", lambda story: story.ran("gh issue view 7", QUOTE), QUOTE),
    ("an issue by tea", lambda story: story.ran("tea issues 7", QUOTE), QUOTE),
    ("an issue by fj", lambda story: story.ran("fj issue view 7", QUOTE), QUOTE),
    ("an issue by hub", lambda story: story.ran("hub issue show 7", QUOTE), QUOTE),
    ("a sub-agent's report", lambda story: story.report("look at the pool", QUOTE), QUOTE),
    ("a sub-agent's answer", _mcp("Agent", {"prompt": "look at the pool"}), QUOTE),
    ("a sub-agent's echo", lambda story: story.run("echo The pool holds 99 connections", agent=True), QUOTE),
    (
        "a sub-agent writes, we read",
        lambda story: (story.run("echo 'The pool holds 99 connections' > x.md", agent=True), story.run("cat x.md")),
        QUOTE,
    ),
    ("another agent", lambda story: story.ran("claude -p pool", QUOTE), QUOTE),
    ("another agent, in a while", lambda story: story.ran("timeout 60 codex exec pool", QUOTE), QUOTE),
    (
        "what a hook said",
        lambda story: story.note(
            {
                "type": "attachment",
                "attachment": {"type": "hook_success", "content": QUOTE},
                "uuid": "a",
                "parentUuid": None,
            }
        ),
        QUOTE,
    ),
    (
        "what the client added",
        lambda story: story.ran("make check", f"ok\n<system-reminder>{QUOTE}</system-reminder>"),
        QUOTE,
    ),
    (
        "a tool that didn't run",
        lambda story: story.tool(
            "Bash",
            {"command": "make check"},
            f"<tool_use_error>{QUOTE}</tool_use_error>",
            f"Error: {QUOTE}",
            error=True,
        ),
        QUOTE,
    ),
    ("nothing at all", lambda story: story.run("make check"), QUOTE),
)

WORDS: tuple[Trick, ...] = (
    ("part of a figure", lambda story: story.ran("make check", "The pool holds 99,000 connections"), QUOTE),
    (
        "the end of a figure",
        lambda story: story.ran("make check", "199 connections in the pool"),
        "99 connections in the pool",
    ),
    (
        "words that are taken back",
        lambda story: story.ran("make check", "It isn't true that The pool holds 99 connections"),
        QUOTE,
    ),
    ("words that are denied behind", lambda story: story.ran("make check", f"{QUOTE} was wrong"), QUOTE),
    ("words of something else", runs("make check"), "checked 3 files of the pool"),
    ("a word alone", runs("make check"), "pool"),
)

TRICKS = (*ECHOES, *PROGRAMS, *FILES, *OTHERS, *WORDS)
