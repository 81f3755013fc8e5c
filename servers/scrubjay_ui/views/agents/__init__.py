"""Agents: who works here and what they may do; pools, handoffs, reads of others' memories, quarantines."""
