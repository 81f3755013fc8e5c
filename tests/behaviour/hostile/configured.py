"""A repository whose .git/config runs a trap wherever git knows how to run something, and names a file outside
wherever git knows how to read one."""

from pathlib import Path

from tests.behaviour.hostile.conftest import DOCUMENTS, Listener, Traps
from tests.conftest import Repo

ATTRIBUTES = "*.md filter=evil diff=evil merge=evil\n*.txt filter=a=b\n*.rst filter=single\n"


def make_hostile(repo: Repo, traps: Traps, listener: Listener, environment: dict[str, str]) -> Repo:
    """Commit documents and attributes, then configure everything that is known."""
    repo.environment = environment
    repo.commit("start", {**DOCUMENTS, "notes.txt": "one\n", "guide.rst": "Guide\n=====\n\nWords.\n"})
    repo.commit("attributes", {".gitattributes": ATTRIBUTES})
    (repo.path / "hooks").mkdir()
    for hook in ("post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout"):
        Path(traps.script(f"hook-{hook}")).rename(repo.path / "hooks" / hook)
    url = f"http://127.0.0.1:{listener.port}/repo.git"
    command = {
        "core.fsmonitor": traps.script("fsmonitor"),
        "core.hooksPath": str(repo.path / "hooks"),
        "core.pager": traps.script("pager"),
        "core.editor": traps.script("editor"),
        "core.sshCommand": traps.script("ssh"),
        "core.gitProxy": traps.script("proxy"),
        "core.askPass": traps.script("askpass"),
        "core.alternateRefsCommand": traps.script("alternates"),
        "credential.helper": f"!{traps.script('credential')}",
        "diff.external": traps.script("diff-external"),
        "diff.evil.textconv": traps.script("textconv"),
        "diff.evil.command": traps.script("diff-command"),
        "merge.evil.driver": traps.script("merge"),
        "filter.evil.clean": traps.script("clean"),
        "filter.evil.smudge": traps.script("smudge"),
        "filter.evil.process": traps.script("process"),
        "filter.evil.required": "true",
        "filter.a=b.clean": traps.script("clean-with-an-equals-sign"),
        "filter.single.clean": traps.script("clean-alone"),
        "gpg.program": traps.script("gpg"),
        "log.showSignature": "true",
        "pager.log": traps.script("pager-log"),
        "pager.status": "true",
        "alias.log": f"!{traps.script('alias')}",
        "alias.status": f"!{traps.script('alias-status')}",
        "status.submoduleSummary": "true",
        "diff.submodule": "log",
        "diff.orderFile": str(traps.canary),
        "mailmap.file": str(traps.canary),
        "log.mailmap": "true",
        "remote.origin.url": url,
        "remote.origin.uploadpack": traps.script("uploadpack"),
        "remote.origin.promisor": "true",
        "remote.origin.partialclonefilter": "blob:none",
        "remote.shell.url": f"ext::{traps.script('ext')} %S",
        "remote.shell.promisor": "true",
        "protocol.allow": "always",
        "protocol.http.allow": "always",
        "protocol.ext.allow": "always",
        "protocol.file.allow": "always",
        "http.proxy": f"http://127.0.0.1:{listener.port}",
        "uploadpack.packObjectsHook": traps.script("pack-objects"),
        "core.attributesFile": str(traps.canary),
        "core.excludesFile": str(traps.canary),
        "commit.template": str(traps.canary),
        "blame.ignoreRevsFile": str(traps.canary),
        "fsck.skipList": str(traps.canary),
        "gpg.ssh.allowedSignersFile": str(traps.canary),
        "gpg.ssh.revocationFile": str(traps.canary),
        "gpg.ssh.defaultKeyCommand": traps.script("gpg-key"),
        "gpg.ssh.program": traps.script("gpg-ssh"),
        "gpg.format": "ssh",
        "init.templateDir": str(traps.canary.parent),
        "http.cookieFile": str(traps.canary),
        "trailer.see.command": traps.script("trailer"),
        "trailer.see.cmd": traps.script("trailer-cmd"),
        "interactive.diffFilter": traps.script("diff-filter"),
        "sequence.editor": traps.script("sequence-editor"),
        "merge.tool": "evil",
        "mergetool.evil.cmd": traps.script("mergetool"),
        "difftool.evil.cmd": traps.script("difftool"),
        "browser.evil.cmd": traps.script("browser"),
        "man.evil.cmd": traps.script("man"),
        "submodule.recurse": "true",
        "gc.recentObjectsHook": traps.script("recent-objects"),
        "receive.procReceiveRefs": "refs/heads",
        "transfer.bundleURI": "true",
        "bundle.uri": url,
    }
    config = repo.path / ".git/config"
    lines = [config.read_text()]
    for key, value in command.items():
        section, _, rest = key.partition(".")
        middle, _, last = rest.rpartition(".")
        lines.append(f'[{section}{f" {chr(34)}{middle}{chr(34)}" if middle else ""}]\n\t{last} = "{value}"\n')
    config.write_text("".join(lines))
    (repo.path / "README.md").write_text("# Magpie\n\nMagpie sorts parcels and letters.\n")
    (repo.path / "notes.txt").write_text("two\n")
    (repo.path / "guide.rst").write_text("Guide\n=====\n\nOther words.\n")
    return repo
