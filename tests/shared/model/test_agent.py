"""What an agent of a type may do."""

import pytest

from scrubjay.errors import PermissionDenied
from scrubjay.model.agent import UNDELEGATED, AgentType, Caller, Capability, default_capabilities


@pytest.mark.parametrize("type", AgentType)
def test_only_a_person_reviews_and_deletes_what_outranks_agents(type: AgentType) -> None:
    assert (default_capabilities(type) >= UNDELEGATED) is (type is AgentType.HUMAN)


def test_a_pipeline_reads_and_is_told_what_it_lacks() -> None:
    type = AgentType.CUSTOM_PIPELINE
    pipeline = Caller(
        agent="a" * 32, type=type, owner="ada", project="p", session="s", capabilities=default_capabilities(type)
    )
    pipeline.require(Capability.MEMORY_READ)
    with pytest.raises(PermissionDenied, match="no HANDOFF_INITIATE"):
        pipeline.require(Capability.HANDOFF_INITIATE)
