"""Agents of a home: who calls, in which session, and what they may do."""

from scrubjay.agents.callers import Callers
from scrubjay.agents.calling import Calling
from scrubjay.agents.rates import Rates
from scrubjay.agents.registry import Agent, AgentRegistry

__all__ = ["Agent", "AgentRegistry", "Callers", "Calling", "Rates"]
