"""Is a store being taken out query by query? Pure: the form of questions, and what a session asked lately."""

from scrubjay.defence.asking import Signal, signals_of
from scrubjay.defence.score import MOST, QueryOutcome, Suspicion, suspicion
from scrubjay.defence.window import SessionWindows

__all__ = ["MOST", "QueryOutcome", "SessionWindows", "Signal", "Suspicion", "signals_of", "suspicion"]
