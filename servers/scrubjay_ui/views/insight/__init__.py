"""Insight: how memories grow, how searches are answered and how quick, and what sessions are told."""
