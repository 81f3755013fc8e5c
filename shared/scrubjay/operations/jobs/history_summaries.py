"""The step that lets the user's model sum up the earlier turns of sessions; no answer waits for it."""

from typing import TYPE_CHECKING

from scrubjay.errors import AllowanceSpent, ModelUnavailable
from scrubjay.model.counted import counted
from scrubjay.operations.jobs.step import StepContext, Stopped
from scrubjay.wiring.memories import summariser_of

if TYPE_CHECKING:
    from scrubjay.context.extraction.summariser import Summariser
    from scrubjay.session.conversations.summaries import Summaries

STAYS = "prompts have the points that rules find"


def history_summaries(context: StepContext) -> None:
    """Have the model sum up sessions it hasn't read, where the user asks for it; what it can't, rules do as before."""
    summaries = context.workspace.shown_summaries
    if summaries is None:
        return
    at = context.workspace
    summariser = summariser_of(at.language_model, at.home_database, context.app.clock, at.user_settings)
    if summariser is None:
        context.log(f"history.summary is model, but there is no model to ask: set extraction.by to model; {STAYS}")
        return
    done, stopped = _sum_up(context, summaries, summariser)
    if done or stopped:
        context.log(f"the model summed up {counted(done, 'session')}{f'; {stopped}; {STAYS}' if stopped else ''}")


def _sum_up(context: StepContext, summaries: "Summaries", summariser: "Summariser") -> tuple[int, str]:
    """How many sessions were summed up, and why no more; nothing is open while the model is asked."""
    done, why = 0, ""
    for session in summaries.waiting():
        if context.stopping():
            raise Stopped
        turns, before = summaries.unread(session), summaries.of(session)
        if not turns:  # forgotten, or quarantined meanwhile
            continue
        try:
            summary = summariser.summed_up(turns, before)
        except (ModelUnavailable, AllowanceSpent) as error:
            return done, str(error)
        summaries.put(session, summary)
        if summary.points:
            done += 1
        else:  # it isn't asked again before more is said
            why = "an answer held no points"
    return done, why
