"""For how long has this machine run? Told by its kernel, so that no process' clock matters."""

from functools import cache
from pathlib import Path

from scrubjay.model.clock import Clock, system_clock
from scrubjay_agents.handoffs.passing import Running

UPTIME = Path("/proc/uptime")
BOOT = Path("/proc/sys/kernel/random/boot_id")


def running(clock: Clock) -> Running:
    """What the machine tells beside its own clock; another clock tells it as its `running`, or not at all."""
    if clock is not system_clock:
        return getattr(clock, "running", Running())
    try:
        return Running(_boot(), int(float(UPTIME.read_text(encoding="ascii").split()[0])))
    except (OSError, ValueError, IndexError):
        return Running()


@cache
def _boot() -> str:
    return BOOT.read_text(encoding="ascii").strip()
