"""`/repositories`: how far each mirror is and who may see it; an owner says who."""

from typing import Final

from scrubjay_team.page.mirrored import ShownRepository, repositories
from scrubjay_team.page.route import PageCall, Redirect, ShownPage
from scrubjay_team.people.office import by_id, office
from scrubjay_team.people.values import TeamProject

OPEN: Final = "everybody"


def listed(call: PageCall) -> ShownPage:
    """Those that the member is granted; for an owner all of the team, with who may see each."""
    granted = {one.id: one for one in repositories(call.member)}
    its_owner = call.member.caller.role == "owner"
    projects: tuple[TeamProject, ...] = office(call.member, call.services.clock).projects.all() if its_owner else ()
    values = {
        "title": "Repositories", "owner": its_owner, "rows": [(one, granted.get(one.id)) for one in projects],
        "granted": tuple(granted.values()), "command": "scrubjay team repository add NAME https://…",
    }  # fmt: skip
    return ShownPage(template="repositories/page.html", values=values)


def one(call: PageCall) -> ShownPage:
    """The form that says who may see a repository."""
    people = office(call.member, call.services.clock)
    project = by_id(people.projects.all(), call.path["id"], "repository")
    mirror: ShownRepository | None = next((row for row in repositories(call.member) if row.id == project.id), None)
    values = {"title": project.name, "project": project, "mirror": mirror, "members": people.members.all()}
    return ShownPage(template="repositories/one.html", values=values)


def grant(call: PageCall) -> Redirect:
    """Let those see a repository who are ticked, or the whole team."""
    people = office(call.member, call.services.clock)
    project = by_id(people.projects.all(), call.path["id"], "repository")
    everybody = call.form["open"] == OPEN
    wanted = set(call.form.every("member"))
    if everybody != project.open:
        change = people.projects.grant if everybody else people.projects.take_back
        change(project.name, (), everybody=True)
    if not everybody:
        if added := sorted(wanted.difference(project.members)):
            people.projects.grant(project.name, added)
        if gone := sorted(set(project.members).difference(wanted)):
            people.projects.take_back(project.name, gone)
    who = "the whole team" if everybody else ", ".join(sorted(wanted)) or "nobody"
    return Redirect(to="/repositories", said=f"{project.name} is for {who} now. It counts from the next call on.")
