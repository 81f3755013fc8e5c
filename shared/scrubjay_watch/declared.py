"""What every project has to watch: memories and tasks; data alone, as a server reads it to list its resources."""

from typing import Final

from scrubjay.extensions.kinds.tool import READS
from scrubjay.extensions.kinds.watched import WatchedResource

HERE: Final = "HEAD"
"""Stands for the branch that the worktree is on."""

EVERY: Final = "*"
"""Stands for memories with any tag or none; no tag is called so."""

RESOURCES: Final = (
    WatchedResource(
        name="task",
        server="session",
        uri="scrubjay://task/{+name}",
        title="Task of a branch; HEAD: of the present one",
        shows="scrubjay_watch.home:task_shown",
        usual=HERE,
        reads="scrubjay_session.tools.task:task_resource",
        needs=READS,
    ),
    WatchedResource(
        name="memories",
        server="knowledge",
        uri="scrubjay://memories/{tag}",
        title="Memories with a tag; *: with any",
        shows="scrubjay_watch.home:memories_shown",
        usual=EVERY,
        needs=READS,
    ),
)
