"""Pools: memories that agents share on purpose, by reference, with members."""
