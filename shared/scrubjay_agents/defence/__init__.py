"""Is a store being taken out query by query? Pure: the form of questions, and what a session asked lately."""

from scrubjay_agents.defence.asking import Signal, signals_of
from scrubjay_agents.defence.score import MOST, QueryOutcome, Suspicion, suspicion
from scrubjay_agents.defence.window import SessionWindows

__all__ = ["MOST", "QueryOutcome", "SessionWindows", "Signal", "Suspicion", "signals_of", "suspicion"]
