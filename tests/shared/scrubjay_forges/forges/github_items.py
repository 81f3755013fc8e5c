"""What a forge knows of a repository: objects as GitHub's REST API gives them, with every field that it promises."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

Json = dict[str, Any]
START = datetime(2026, 1, 1, tzinfo=UTC)


def moment(minutes: float) -> str:
    """A time so many minutes after the beginning of the year."""
    return (START + timedelta(minutes=minutes)).strftime("%Y-%m-%dT%H:%M:%SZ")


def user(login: str) -> Json:
    """An account as GitHub shows it."""
    top, api = f"https://github.com/{login}", f"https://api.github.com/users/{login}"
    names = (
        "followers",
        "following",
        "gists",
        "starred",
        "subscriptions",
        "organizations",
        "repos",
        "events",
        "received_events",
    )
    return {
        "login": login, "id": 1 + sum(map(ord, login)), "node_id": "U1", "avatar_url": f"{top}.png", "gravatar_id": "",
        "url": api, "html_url": top, "type": "User", "site_admin": False,
        **{f"{name}_url": f"{api}/{name}" for name in names},
    }  # fmt: skip


@dataclass
class Repository:
    """What a forge knows of one repository: lists of GitHub's objects, changed by tests as they please.

    `hidden`: what isn't listed is only not shown to this token, so that it isn't said to be deleted.
    """

    name: str = "acme/shop"
    issues: list[Json] = field(default_factory=list)
    pulls: list[Json] = field(default_factory=list)
    comments: list[Json] = field(default_factory=list)
    line_comments: list[Json] = field(default_factory=list)
    reviews: dict[int, list[Json]] = field(default_factory=dict)
    files: dict[int, list[Json]] = field(default_factory=dict)
    transferred: dict[int, str] = field(default_factory=dict)
    renamed_to: str = ""
    hidden: bool = False
    id: int = 7

    @property
    def api(self) -> str:
        """Where the API has it."""
        return f"https://api.github.com/repos/{self.name}"

    def issue(self, number: int, at: float, **others: Any) -> Json:
        """Add an issue."""
        item = self._issue(number, at) | others
        self.issues.append(item)
        return item

    def pull(self, number: int, at: float, *, state: str = "open", merged: str = "", **others: Any) -> Json:
        """Add a pull request, which is listed among the issues too. `merged`: its merge commit."""
        web, closed = (
            f"https://github.com/{self.name}/pull/{number}",
            moment(at) if merged or state == "closed" else None,
        )
        state = "closed" if closed else "open"
        merged_at = closed if merged else None
        listed = self._issue(number, at) | {
            "state": state, "closed_at": closed,
            "pull_request": {"url": f"{self.api}/pulls/{number}", "html_url": web, "diff_url": f"{web}.diff",
                             "patch_url": f"{web}.patch", "merged_at": merged_at},
        }  # fmt: skip
        self.issues.append(listed | others)
        end = {"label": "acme:x", "repo": None, "user": user("ann")}
        issues_own = ("pull_request", "repository_url", "labels_url", "events_url", "comments")
        item = {k: v for k, v in listed.items() if k not in issues_own} | {
            "url": f"{self.api}/pulls/{number}", "html_url": web, "diff_url": f"{web}.diff",
            "patch_url": f"{web}.patch", "issue_url": f"{self.api}/issues/{number}",
            "commits_url": f"{self.api}/pulls/{number}/commits",
            "review_comments_url": f"{self.api}/pulls/{number}/comments",
            "review_comment_url": f"{self.api}/pulls/comments{{/number}}", "statuses_url": f"{self.api}/statuses/1",
            "merged_at": merged_at, "merge_commit_sha": merged or "ab" * 20, "draft": False, "auto_merge": None,
            "head": end | {"ref": "topic", "sha": "cd" * 20}, "base": end | {"ref": "main", "sha": "ef" * 20},
            "_links": {name: {"href": self.api} for name in (
                "comments", "commits", "statuses", "html", "issue", "review_comments", "review_comment", "self")},
            "requested_reviewers": [], "requested_teams": [], "assignees": [],
        } | others  # fmt: skip
        repo = self._repo()
        item["head"]["repo"] = item["base"]["repo"] = repo
        self.pulls.append(item)
        return item

    def comment(self, id: int, number: int, at: float, **others: Any) -> Json:
        """Add a comment."""
        item = self._said(id, at) | {
            "url": f"{self.api}/issues/comments/{id}", "issue_url": f"{self.api}/issues/{number}",
            "body": f"Comment {id}.",
            "performed_via_github_app": None,
        } | others  # fmt: skip
        self.comments.append(item)
        return item

    def line_comment(self, id: int, number: int, at: float, **others: Any) -> Json:
        """Add a comment on lines."""
        item = self._said(id, at) | {
            "url": f"{self.api}/pulls/comments/{id}", "pull_request_review_id": 1, "diff_hunk": "@@ -1 +1 @@",
            "pull_request_url": f"{self.api}/pulls/{number}", "body": f"Line comment {id}.", "path": "src/a.py",
            "commit_id": "cd" * 20, "original_commit_id": "ab" * 20, "line": 7, "original_line": 5, "side": "RIGHT",
            "_links": {name: {"href": self.api} for name in ("self", "html", "pull_request")},
        } | others  # fmt: skip
        self.line_comments.append(item)
        return item

    def review(self, id: int, number: int, at: float, **others: Any) -> Json:
        """Add a review."""
        said = self._said(id, at)
        item = {k: v for k, v in said.items() if k not in ("created_at", "updated_at", "reactions")} | {
            "body": f"Review {id}.", "state": "APPROVED", "commit_id": "cd" * 20, "submitted_at": moment(at),
            "pull_request_url": f"{self.api}/pulls/{number}",
            "_links": {name: {"href": self.api} for name in ("html", "pull_request")},
        } | others  # fmt: skip
        self.reviews.setdefault(number, []).append(item)
        return item

    def file(self, number: int, path: str) -> None:
        """Add a file that a pull request changes."""
        self.files.setdefault(number, []).append({
            "sha": "ab" * 20, "filename": path, "status": "modified", "additions": 1, "deletions": 0, "changes": 1,
            "blob_url": self.api, "raw_url": self.api, "contents_url": self.api,
        })  # fmt: skip

    def _issue(self, number: int, at: float) -> Json:
        top = f"{self.api}/issues/{number}"
        return {
            "id": 1_000_000 + number, "node_id": f"I{number}", "number": number, "title": f"Title {number}",
            "body": f"Body {number}.", "state": "open", "locked": False, "user": user("ann"), "labels": [],
            "assignee": None, "milestone": None, "comments": 0, "created_at": moment(at), "updated_at": moment(at),
            "closed_at": None, "author_association": "MEMBER", "url": top, "repository_url": self.api,
            "labels_url": f"{top}/labels{{/name}}", "comments_url": f"{top}/comments", "events_url": f"{top}/events",
            "html_url": f"https://github.com/{self.name}/issues/{number}",
        }  # fmt: skip

    def _said(self, id: int, at: float) -> Json:
        return {
            "id": id, "node_id": f"C{id}", "user": user("bob"), "created_at": moment(at), "updated_at": moment(at),
            "author_association": "NONE", "html_url": f"https://github.com/{self.name}/issues/1#{id}",
        }  # fmt: skip

    def shown(self) -> Json:
        """The repository itself."""
        return self._repo() | {"network_count": 1, "subscribers_count": 1, "has_discussions": False}

    def _repo(self) -> Json:
        addresses = (
            "archive assignees blobs branches collaborators comments commits compare contents contributors deployments "
            "downloads events forks git_commits git_refs git_tags hooks html issue_comment issue_events issues keys "
            "labels languages merges milestones notifications pulls releases stargazers statuses subscribers "
            "subscription tags teams trees clone git svn ssh"
        )
        counts = ("forks", "forks_count", "open_issues", "open_issues_count", "size", "stargazers_count", "watchers",
                  "watchers_count")  # fmt: skip
        has = ("has_downloads", "has_issues", "has_projects", "has_wiki", "has_pages", "archived", "disabled", "fork")
        return {
            "id": self.id, "node_id": "R7", "name": self.name.partition("/")[2], "full_name": self.name,
            "url": self.api,
            "owner": user(self.name.partition("/")[0]), "private": False, "description": None, "default_branch": "main",
            "homepage": None, "language": None, "license": None, "mirror_url": None,
            **{f"{name}_url": self.api for name in addresses.split(" ")},
            **dict.fromkeys(counts, 1), **dict.fromkeys(has, False),
            **{name: moment(0) for name in ("pushed_at", "created_at", "updated_at")},
        }  # fmt: skip


def fill(repo: Repository) -> None:
    """A small repository with everything in it, several pages of each where a page has five."""
    for n in range(1, 13):
        repo.issue(n, n)
    for n in range(13, 22):
        merged = f"{n:040x}" if n % 3 == 0 else ""
        repo.pull(n, n, merged=merged, state="closed" if n % 3 == 1 else "open")
        repo.review(500 + n, n, n)
        repo.file(n, f"src/{n}.py")
    for n in range(18):
        repo.comment(1000 + n, 1 + n, 30 + n)
    for n in range(12):
        repo.line_comment(2000 + n, 13 + n % 9, 60 + n, **({"in_reply_to_id": 2000} if n == 9 else {}))


def expected(repo: Repository) -> set[str]:
    """The keys of everything that is to be read of it."""
    keys = {f"opening/{one['number']}" for one in repo.issues}
    keys |= {f"comment/{one['id']}" for one in repo.comments}
    reviews = {f"review/{one['id']}" for each in repo.reviews.values() for one in each}
    return keys | reviews | {f"line/{one['id']}" for one in repo.line_comments}
