"""Text of a story: one line an event, oldest first, each with its source; the same as an object. Pure."""

from typing import Any

from scrubjay.model.history import StoryEvent
from scrubjay.model.view import View
from scrubjay.search.history.events import Story
from scrubjay.search.recall.fitness import NOTES
from scrubjay.search.recall.render import MAX_NAME, first_line, one_line


def story_text(view: View, story: Story, topic: str) -> str:
    """The story as Markdown, below the line that says where it holds."""
    nothing = () if story.events else (NOTES["nothing"],)
    fresh = (f"discussions as of {story.as_of}",) if story.as_of else ()
    head = first_line(view, (*nothing, *story.degraded, *fresh))
    asked = repr(one_line(topic)[:100])
    told = [f"Nothing speaks of {asked}; this is the story of {story.instead!r}:"] if story.instead else []
    near = [f"Nearest: {', '.join(map(one_line, story.near))}"] if story.near else []
    lines = [_line(event) for event in story.events] or [f"Nothing fits {asked}. Try other words.", *near]
    return "\n".join([head, *told, *lines])


def story_object(view: View, story: Story, topic: str) -> dict[str, Any]:
    """The story as plain values."""
    return {
        "topic": topic,
        "commit": view.commit,
        "instead": story.instead,
        "near": list(story.near),
        "degraded": list(story.degraded),
        "discussions_as_of": story.as_of,
        "events": [
            {
                "date": event.at,
                "what": event.what,
                "author": event.author,
                "source": event.source,
                "dated_by": event.dated_by,
            }
            for event in story.events
        ],
    }


def _line(event: StoryEvent) -> str:
    parts = (event.shown_day, event.what[: 2 * MAX_NAME], event.author[:MAX_NAME], event.source)
    return f"- {' · '.join(one_line(part) for part in parts if part)}"
