"""`scrubjay search --all-projects`: asks every project of the home at once, for a person at a terminal."""

import shlex

import typer

from scrubjay.cli.acts import permitted
from scrubjay.cli.context import Invocation, open_home
from scrubjay.cli.output import on_terminal, say, say_json, warn
from scrubjay.cli.passages import console, show_projects
from scrubjay.cli.progress import progress
from scrubjay.operations.across.asking import answer_of_all
from scrubjay.search.recall.answer import RecallRequest
from scrubjay.search.recall.objects import projects_as_object
from scrubjay.search.recall.projects import ProjectsAnswer, render_projects


def search_all(invocation: Invocation, request: RecallRequest, *, as_json: bool) -> None:
    """Ask every project and print one answer. Exit code 1 when nothing is found. Raises NotAPerson."""
    line = f"scrubjay search --all-projects {shlex.quote(request.query)}"
    permitted(invocation, "search all projects", line)
    with open_home(invocation) as home, progress("searching", "projects") as step:
        found = answer_of_all(home, request, step, release=True)
    for skipped in found.skipped:
        warn(f"{skipped.project.name} was not searched ({skipped.folder}): {skipped.error}")
    if found.skipped and not found.answers:
        raise found.skipped[0].error
    _show(found, as_json=as_json)
    if found.fit == "nothing":
        raise typer.Exit(1)


def _show(found: ProjectsAnswer, *, as_json: bool) -> None:
    """Print an answer: for scripts as JSON, at a terminal as a few lines for each hit, else as Markdown."""
    if as_json:
        say_json(projects_as_object(found))
    elif (found.hits or found.memories) and found.request.detail != "full" and on_terminal():
        show_projects(found, console(), full=found.request.detail == "whole")
    else:
        say(render_projects(found))
