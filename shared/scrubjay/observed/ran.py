"""Did a command that a claim names run in this session, and how did it end? Pure."""

import re
from dataclasses import dataclass
from typing import Final

from scrubjay.observed.excerpt import Excerpt
from scrubjay.observed.session import UNRECORDED, Call, Does, RecordedSession, SessionEvent, ToolResult
from scrubjay.observed.shell import CommandLine, parse, with_own_status
from scrubjay.observed.shown import Speaks
from scrubjay.observed.words import content, words

_NAMED: Final = re.compile(r"(?<!`)`([^`\n]{2,400})`(?!`)")
_RUN: Final = "run runs ran running command here ended ends exit exits exited status code"
_ENDED: Final = {
    "0": f"{_RUN} 0 works worked passes passed succeeds succeeded successfully",
    UNRECORDED: "run runs ran command here",
}
_FAILED: Final = f"{_RUN} fails failed"
"""The words for how a command ended: a claim's others are of something that its status doesn't show."""


@dataclass(frozen=True, slots=True)
class Run:
    """A command's run: what was asked, how it ended, and the command as the claim names it."""

    event: SessionEvent
    call: Call
    answer: ToolResult
    command: str

    @property
    def account(self) -> str:
        """The command and how it ended, in words."""
        status = self.answer.status
        return f"{self.command} {_ENDED.get(status) or f'{_FAILED} {status}'}"


def ran(session: RecordedSession, claim: str, speaks: Speaks) -> Run | str:
    """The last run of a command that the claim names in backticks; else why there is none.

    What the claim says beside the command must be of its run: each word one of the command or of how it ended, and
    `speaks` decides that they say the same.
    """
    named = [(span, line.commands[0]) for span in _NAMED.finditer(claim) if (line := _simple(span[1]))]
    if not named:
        return "the claim names no simple command in backticks"
    for _, event, call, answer in reversed(session.answers()):
        if call.does is not Does.RUNS:
            continue
        commands = with_own_status(call.command, answer.status)
        for span, command in named:
            if command in commands:
                run = Run(event, call, answer, span[1])
                beside = f"{claim[: span.start()]} {claim[span.end() :]}"
                others = set(content(beside)) - set(words(run.account))
                if not content(beside) or (not others and speaks(Excerpt((run.account,)), beside)):
                    return run
                return f"that `{span[1]}` ran and ended with {answer.status} doesn't show what else the claim says"
    return "no command of this session is the one that the claim names"


def _simple(text: str) -> CommandLine | None:
    line = parse(text)
    return line if line is not None and len(line.commands) == 1 else None
