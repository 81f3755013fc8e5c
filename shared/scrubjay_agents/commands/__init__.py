"""The commands of agents: handoff and pool."""
