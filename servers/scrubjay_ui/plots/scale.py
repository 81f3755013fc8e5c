"""The axis of a plot: from zero to a round number, with few round ticks. Pure."""

import math
from typing import Final

from scrubjay.model.frozen import dataclass

TICKS: Final = 4
"""Steps of an axis at most."""

_ROUND: Final = (1, 2, 5, 10)
_LARGE: Final = ((1e12, "T"), (1e9, "G"), (1e6, "M"))


@dataclass(frozen=True, slots=True)
class Axis:
    """An axis from 0 to `top`, in whole multiples of `step`."""

    top: float
    step: float

    @property
    def ticks(self) -> tuple[float, ...]:
        """The values that get a tick."""
        return tuple(number * self.step for number in range(round(self.top / self.step) + 1))

    def share(self, value: float) -> float:
        """Where a value stands: 0 at the beginning of the axis, 1 at its end."""
        return max(0.0, min(1.0, value / self.top))


def axis(most: float, *, whole: bool = True) -> Axis:
    """The axis that holds values up to `most`; `whole` numbers get no ticks between them."""
    if not math.isfinite(most) or most <= 0:
        return Axis(1.0, 1.0)
    rough = most / TICKS
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(factor * power for factor in _ROUND if factor * power >= rough * (1 - 1e-9))
    step = max(step, 1.0) if whole else step
    return Axis(math.ceil(most / step - 1e-9) * step, step)


def number_text(value: float) -> str:
    """A number as a label: whole ones with thousands apart, large ones short, small ones with two digits."""
    if value >= 1_000_000:
        size, unit = next(pair for pair in _LARGE if value >= pair[0])
        return f"{value / size:.3g}{unit}"
    if value == int(value) or value >= 100:
        return f"{round(value):,}"
    return f"{value:.2g}"


def whole_text(value: float) -> str:
    """A number as a table shows it: nothing of a whole one left out, others with three digits."""
    return f"{round(value):,}" if value == int(value) or value >= 1000 else f"{value:.3g}"
