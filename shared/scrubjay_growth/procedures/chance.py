"""Number of equally frequent command sequences that chance would make. Pure.

The commands of a home are taken as cards: each is dealt into as many sessions as have it, and lies anywhere in them.
"""

from collections.abc import Sequence
from math import comb, factorial, inf, log2, prod
from typing import Final

ACCEPTED: Final = log2(0.01)
"""Of the sequences that chance makes in a home, at most a hundredth of one is taken for a procedure."""

LIFTED: Final = 4.0
"""How much more often than by chance a procedure must stand in its order."""

BOUND: Final = 8.0
"""Bits by which each part of a procedure is bound to the rest: what merely stands beside it has fewer."""


def expected(
    support: int, sessions: int, frequencies: Sequence[int], repeats: Sequence[Sequence[int]], alphabet: int
) -> float:
    """The logarithm, to base 2, of how many sequences of this length chance makes in so many sessions.

    `frequencies`: sessions that have each step; `repeats`: for each session that has all, how often it ran each;
    `alphabet`: commands that a step is chosen from.
    """
    length = len(frequencies)
    if length < 2:
        return inf
    choices = length * log2(max(alphabet, length))
    together = 0.0
    first, *others = sorted(frequencies)
    for frequency in others:
        together += log2(chance_of_sharing(sessions, first, frequency, support))
    orders = sum(min(0.0, log2(prod(times) / factorial(length))) for times in repeats)
    return choices + together + orders


def lift(support: int, sessions: int, frequencies: Sequence[int], repeats: Sequence[Sequence[int]]) -> float:
    """How many times more often a sequence occurs in this order than if its steps were independent.

    Where there are many sessions, the least dependence is no chance: long sessions have more of everything.
    """
    if not support:
        return 0.0
    together = sessions * prod(frequency / sessions for frequency in frequencies)
    ordered = sum(min(1.0, prod(times) / factorial(len(frequencies))) for times in repeats) / max(1, len(repeats))
    return support / (together * ordered)


def bond_bits(sessions: int, first: int, second: int, shared: int) -> float:
    """Bits of evidence that two parts of a sequence belong together: shared sessions, and always in this order."""
    return shared - log2(chance_of_sharing(sessions, first, second, shared))


def chance_of_sharing(sessions: int, first: int, second: int, shared: int) -> float:
    """Probability that two independent commands share at least `shared` of `sessions` sessions (hypergeometric)."""
    ways = comb(sessions, second)
    hits = sum(
        comb(first, common) * comb(sessions - first, second - common)
        for common in range(shared, min(first, second) + 1)
        if second - common <= sessions - first
    )
    return max(hits / ways, 1e-300)
