"""Lookup of a quotation in the transcript: what the machine printed, or a person typed; nothing is kept."""

import json
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from scrubjay.identity.presence.clients import ReportedSession
from scrubjay.memory.transcript.lines import FileLines
from scrubjay.memory.transcript.said import NOBODY, Same, said, sentence_of_person
from scrubjay.memory.transcript.session import Call, Folders, RecordedSession
from scrubjay.memory.transcript.shown import SeenFiles, Sight, answer_with_quote, printed
from scrubjay.memory.transcript.transcript import EVERYTHING, IN_NO_LINE, PATIENCE_S, Sought, Transcript, find, read
from scrubjay.memory.transcript.words import content
from scrubjay.model.evidence import Observation, TypedStatement
from scrubjay.model.pattern import pattern
from scrubjay.privacy.secrets.masking import mask
from scrubjay.text.words import Word, words

_HOOKS: Final = pattern(
    r"\.claude[/\\]+(?:settings|hooks)|\.codex[/\\]+(?:hooks|config\.toml)|transcript_path|CLAUDE_CONFIG_DIR|CODEX_HOME"
    r"|\.gemini[/\\]+(?:settings|tmp)|GEMINI_CLI_HOME"
    r"|SCRUBJAY_HOME|scrubjay[.\-_]integrations|scrubjay-hook|hooks[/\\]+hooks\.json"
)
"""Where clients' hooks stand, and what leads to the folders without naming them."""

_HOOK_SIGNS: Final = tuple(
    ".claude .codex .gemini scrubjay transcript_path claude_config_dir codex_home gemini_cli_home hooks.json".split()  # noqa: SIM905
)
"""Of which every text that `_HOOKS` finds holds one, in lower case."""

_NOTES: Final = pattern(r"/projects/[^/]+/(?:memory/|[^/]+/tool-results/)[^/]+\Z")
"""What a client has its agent read and write in its own folder, one file at a time: no transcript lies there."""


def tampered(calls: Iterable[Call], folders: Iterable[Path], account: Path) -> str:
    """The tool whose call names one of the folders, or a hook's entry; empty for none.

    `folders`: the client's folder and scrubjay's home; `account`: the home that `~` stands for.
    """
    forms = tuple(form for folder in folders for form in _spellings(folder, account))
    for call in calls:
        if call.file and _NOTES.search(call.file) and "/../" not in call.file:
            continue
        inside = any(call.folder == form or call.folder.startswith(f"{form}/") for form in forms)
        if inside or any(form in call.inputs for form in forms) or _HOOKS.search(call.inputs):
            return call.tool
    return ""


def signs(folders: Iterable[Path], account: Path) -> tuple[bytes, ...]:
    """Byte strings, lower case as in JSON, one of which occurs in any call that names a folder or a hook."""
    forms = (json.dumps(form)[1:-1] for folder in folders for form in _spellings(folder, account))
    return tuple(sign.lower().encode() for sign in (*_HOOK_SIGNS, *forms) if sign.isascii())


def _spellings(folder: Path, account: Path) -> tuple[str, ...]:
    forms = {str(folder), str(folder.resolve())}
    for form in tuple(forms):
        if Path(form).is_relative_to(account) and Path(form) != account:
            rest = Path(form).relative_to(account).as_posix()
            forms |= {f"~/{rest}", f"$HOME/{rest}", f"${{HOME}}/{rest}"}
    return tuple(sorted(forms))


LONGEST: Final = 500
"""Characters of words and commands that are kept."""


@dataclass(frozen=True, slots=True)
class Observed:
    """What was found: a machine's word, a person's sentence, or neither; `why` says in words what is missing."""

    observation: Observation | None = None
    turn: TypedStatement | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class ReadSession:
    """A session that was read, and where it was read: as long as it is held, further claims cost no reading."""

    transcript: Transcript
    session: RecordedSession


class _Moment(threading.local):
    """What this thread was told of the reported sessions since its outermost `moment` began; None: nothing yet."""

    depth: int = 0
    reported: Sequence[ReportedSession] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Observer:
    """Looks claims up in the session of the client that leads to this process.

    `reported` tells that client's sessions, `opened` the commit at which this process began, `files` a worktree's files
    as they were at the commit where the session began, `same` whether two sentences say the same. `person` is
    the person's name. `home` is scrubjay's, `account` the home that `~` stands for.
    """

    reported: Callable[[], Sequence[ReportedSession]]
    opened: Callable[[], str] = str
    folders: Folders
    files: Callable[[str], SeenFiles]
    same: Same
    person: str
    home: Path
    account: Path
    now: Callable[[], float] = time.thread_time
    _lines: FileLines = field(default_factory=FileLines, init=False)
    _moment: _Moment = field(default_factory=_Moment, init=False)

    @contextmanager
    def moment(self) -> Iterator[None]:
        """Ask once which sessions are reported, for all that this thread looks up within the block."""
        self._moment.depth += 1
        try:
            yield
        finally:
            self._moment.depth -= 1
            if not self._moment.depth:
                self._moment.reported = None

    def began(self) -> tuple[str, str]:
        """The commit where the session began, or this process, and when it was reported first (ISO 8601, UTC).

        Each is empty where it isn't known: no session was reported, or several were.
        """
        reported = self._reported_sessions()
        one = reported[0] if len(reported) == 1 else None
        return (one.began if one else "") or self.opened(), one.at if one else ""

    def observe(self, claim: str, quote: str) -> Observed:
        """What the session shows of a claim: the line that it quotes, or the sentence that a person typed.

        Calls that share no word with the quote are left out: none of them can have given its words.
        """
        session_read = self.look(EVERYTHING if printed(claim)[0] else self._sought(quote))
        return Observed(why=session_read) if isinstance(session_read, str) else self.judged(session_read, claim, quote)

    def look(self, sought: Sought = EVERYTHING) -> ReadSession | str:
        """The session, read as far as it bears on what is sought; else the reason why it shows nothing."""
        until = self.now() + PATIENCE_S
        transcript = find(self._reported_sessions(), self.folders)
        if isinstance(transcript, str):
            return f"the transcript is not readable: {transcript}"
        session = read(transcript, self.now, until, sought, self._lines)
        if isinstance(session, str):
            return f"the transcript is not readable: {session}"
        if tool := tampered((*session.calls(), *session.beside), (transcript.folder, self.home), self.account):
            return f"a call of `{tool}` names the client's folder, scrubjay's home or a hook"
        return ReadSession(transcript, session)

    def _reported_sessions(self) -> Sequence[ReportedSession]:
        moment = self._moment
        if not moment.depth:
            return self.reported()
        if moment.reported is None:
            moment.reported = self.reported()
        return moment.reported

    def _sought(self, quote: str) -> Sought:
        """What bears on a quote: answers with its longest plain word, inputs with any word; without a quote no answer.

        Inputs that name a hook, or a folder of what the session is judged by, bear on all.
        """
        needle, said = max(words(quote, Word.ASCII), key=len, default="").encode(), content(quote)
        if not all(map(str.isascii, said)) or (quote and not needle):
            return EVERYTHING
        folders = (self.folders.claude_code, self.folders.codex, self.folders.gemini, self.home)
        forms = {*(word.encode() for word in said), *signs(folders, self.account)}
        bearing = tuple(form for form in forms if not any(other in form for other in forms - {form}))
        return Sought(needle or IN_NO_LINE, bearing)

    def judged(self, session_read: ReadSession, claim: str, quote: str) -> Observed:
        """What a session that was read shows of a claim."""
        reported, session = session_read.transcript.reported, session_read.session
        told = "another agent started this session" if reported.nested else said(session, claim, self.same)
        words = sentence_of_person(session, quote, self.same) if told == NOBODY and quote else told
        turn = None
        if not isinstance(words, str):
            typed, at = _masked_and_cut(words.sentence), words.event.occurred_at
            turn = TypedStatement(session.name, self.person, typed, at, same=words is told)
        command, line = printed(claim)
        sight: Sight | str = "no quote was given"
        if command or quote:
            sight = answer_with_quote(session, line or quote, self.files(reported.began), command)
        observation = None if isinstance(sight, str) else observation_of(session, sight)
        return Observed(observation, turn, "" if observation or turn else f"{sight}; {words}")


def observation_of(session: RecordedSession, sight: Sight) -> Observation:
    """The observation that is kept of an answer with a line."""
    return Observation(
        session=session.name,
        tool=sight.call.tool,
        command=_masked_and_cut(sight.call.command or sight.call.file),
        status=sight.answer.status,
        words=_masked_and_cut(sight.line.words),
        at=sight.event.occurred_at,
        whole=sight.whole,
    )


def _masked_and_cut(text: str) -> str:
    return mask(text).text[:LONGEST]
