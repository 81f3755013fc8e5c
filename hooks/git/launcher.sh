#!/bin/sh
# scrubjay's guard of a Python that lies inside a git worktree, where a checkout can write over it.
# It starts that Python only while every part of its path is what `scrubjay init` saw, while git tracks nothing in the
# environment's folder, and while no file there is newer than this one, whose mtime is the newest that was seen.
# What an installer wrote since is seen by itself: where RECORD of a package names it with its hash, and no commit does.
# Otherwise hooks, servers and the worker don't start. It leaves the finding beside itself for the next that starts, and
# tells a session that begins; `scrubjay doctor` tells more.
# Usage: -I -m MODULE [ARGUMENTS], or `check`, which prints the finding and the Python. `scrubjay init` writes it again.

python={python}
newest={newest}

seen() (
  unset POSIXLY_CORRECT
  {seen}
) 2>/dev/null

unchanged() {
  now=$(seen) || now=
  device=${now%% *}
  [ "$now" = {expected} ]
}

# How the index files stand: a process that knows it from before the look needs no other while they stand so.
states() (
  unset POSIXLY_CORRECT
  {states}
) 2>/dev/null

# untracked TOP GIT_DIR PATTERN...: an index that git is about to replace says nothing.
untracked() {
  top=$1 git_dir=$2
  shift 2
  for second in 1 2 3; do
    [ -e "$git_dir/index.lock" ] || break
    {sleep} 1
  done
  unlocked "$git_dir" || return 1
  listed=$(
    unset {variables}
    GIT_OPTIONAL_LOCKS=0 GIT_NO_LAZY_FETCH=1 {git} --git-dir="$git_dir" --work-tree="$top" -C "$top" \
      -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.quotePath=true ls-files -- "$@" 2>/dev/null
  ) || { finding=unreadable; return 1; }
  [ -z "$listed" ] || { finding=tracked; return 1; }
  unlocked "$git_dir"
}

unlocked() {
  [ ! -e "$1/index.lock" ] || { finding=busy; return 1; }
}

# git writes files anew and sets no times; what it has written stays newer when git no longer tracks it.
unwritten() {
  [ "$({time} "$0" 2>/dev/null)" = "${newest%?????????}" ] || return 1
  newer=$({find} {watched} -type d '(' {passed} ')' -prune -o ! -type d -newer "$0" -print 2>&1) || return 1
  [ -z "$newer" ]
}

# The code runs by the base Python, outside every worktree, and imports nothing from the environment.
installed={installed}
renewed() {
  [ "$finding" = written ] && [ -n {base} ] || return 1
  newest=$(
    unset {variables}
    GIT_OPTIONAL_LOCKS=0 GIT_NO_LAZY_FETCH=1 GIT_ALLOW_PROTOCOL=none {base} -I -S -c "$installed" "$0" {facts} 2>/dev/null
  )
}

look() {
  finding=changed
  unchanged || return 1
  {untracked}
  unwritten || { finding=written; return 1; }
  {unlocked}
  finding=fits
}

case " $* " in
  *" scrubjay.integrations.git_hooks.event "*) {sleep} 1 ;; # `git commit && git switch`: what follows at once is seen, too
esac
[ "${1-}" = check ] || before=$(states)
if look || { renewed && look; }; then
  [ "${1-}" = check ] || {
    shift 2
    exec "$python" -I -S -X pycache_prefix={bytecode} -X indexes="$before" -c {boot} "$@"
  }
fi
[ "${1-}" = check ] && { printf '%s\n%s\n' "$finding" "$python"; exit 0; }
[ "$finding" = busy ] || { (umask 077; printf '%s\n%s\n' "$finding" "$python" >"${0%.sh}.refused") 2>/dev/null || :; }
case " $* " in
  *client_hooks.event*)
    IFS= read -r said || :
    case $said in *'"SessionStart"'*) printf '%s\n' {answer} ;; esac
    ;;
  *hooks.event*) ;;
  *) printf 'scrubjay was not started: %s (%s). `scrubjay doctor` tells more.\n' "$python" "$finding" >&2 ;;
esac
case " $* " in
  *" -m scrubjay_session "*) set -- scrubjay-session {told} ;;
  *" -m scrubjay_knowledge "*) set -- scrubjay-knowledge {told} ;;
  *hooks.event*) exit 0 ;;
  *) exit 3 ;;
esac

{absent}
