from scrubjay.api import AsyncMemory as AsyncMemory
from scrubjay.api import ProjectMemory as ProjectMemory
from scrubjay.api import open_memory as open_memory

__version__: str
__all__ = ["AsyncMemory", "ProjectMemory", "__version__", "open_memory"]
