"""Every client that `init` can set up, in the order of agents' types: each names its module, and the client there."""

from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Final

from scrubjay.integrations.client_files.client import Client
from scrubjay.model.agent import AgentType

_SET_UP_BY_NOBODY: Final = frozenset(
    {AgentType.GPT_AGENT, AgentType.OTHER_AGENT, AgentType.CUSTOM_PIPELINE, AgentType.HUMAN}
)


def _clients() -> Iterator[Client]:
    """The clients that can be set up, in the order of the agent types."""
    for type in AgentType:
        if type not in _SET_UP_BY_NOBODY:
            yield getattr(import_module(f"scrubjay.integrations.clients.{type.value}"), type.name)


CLIENTS: Mapping[str, Client] = {client.name: client for client in _clients()}
