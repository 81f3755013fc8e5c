"""Cooperation of agents: handoffs, pools, and their defence against taking everything out."""
