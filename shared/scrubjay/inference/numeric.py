"""numpy, loaded when something is first computed, since most starts compute nothing; and what all vectors share.

`np` is taken from here, so that no function imports it: the first name that is asked of it loads the library.
"""

from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from scrubjay.model.encoded import Vector

if TYPE_CHECKING:
    import numpy as np
else:

    class _Late:
        """A module that isn't loaded yet; a name that was asked for once is found as quickly as in the module."""

        def __getattr__(self, name: str) -> Any:
            value = getattr(import_module("numpy"), name)
            setattr(self, name, value)
            return value

    np = _Late()

__all__ = ["limit_blas_threads", "normalised", "np"]


@cache
def limit_blas_threads() -> None:
    """Limit this process's BLAS libraries to one thread, once; libraries loaded later aren't limited.

    Our products are small, and waiting threads spin. Measured on two cores, 16,537 passages: the CPU of a search falls
    from 135 to 59 ms, that of a query's vector from 7.3 to 2.7. The model has threads of its own.
    """
    import_module("numpy")  # its library must be there to be found
    from threadpoolctl import threadpool_limits

    threadpool_limits(limits=1, user_api="blas")


def normalised(vectors: Vector, dim: int) -> Vector:
    """Truncate to the first `dim` components (Matryoshka) and scale each row to length 1."""
    cut = vectors[:, :dim].astype(np.float32, copy=False)
    length = np.linalg.norm(cut, axis=1, keepdims=True)
    return np.asarray(cut / np.maximum(length, 1e-12), dtype=np.float32)
