"""Is a store being taken out query by query? Pure: the form of questions, and what a session asked lately."""

from scrubjay_agents.defence.asking import Signal, signals_of
from scrubjay_agents.defence.suspicion import MOST, QueryOutcome, SessionWindows, Suspicion, suspicion

__all__ = ["MOST", "QueryOutcome", "SessionWindows", "Signal", "Suspicion", "signals_of", "suspicion"]
