#!/bin/sh
# scrubjay's guard of a Python that lies inside a git worktree, where a checkout can write over it.
# It starts that Python only while every part of its path is what `scrubjay init` saw, while git tracks nothing in the
# environment's folder, and while no file there is newer than this one, whose mtime is the newest that was seen.
# Otherwise hooks do nothing, and servers and the worker don't start; `scrubjay doctor` tells.
# Usage: -I -m MODULE [ARGUMENTS], or `check`, which prints the finding and the Python. `scrubjay init` writes it again.

python={python}
# The newest file was written at {newest} ns.

seen() (
  unset POSIXLY_CORRECT
  {seen}
) 2>/dev/null

unchanged() {
  now=$(seen) || now=
  device=${now%% *}
  [ "$now" = {expected} ]
}

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
  [ "$({time} "$0" 2>/dev/null)" = {second} ] || return 1
  newer=$({find} {watched} -type d '(' {passed} ')' -prune -o ! -type d -newer "$0" -print 2>&1) || return 1
  [ -z "$newer" ]
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
if look; then
  [ "${1-}" = check ] || {
    shift 2
    exec "$python" -I -S -X pycache_prefix={bytecode} -c {boot} "$@"
  }
fi
case " $* " in
  " check ") printf '%s\n%s\n' "$finding" "$python" ;;
  *hooks.event*) ;;
  *) printf 'scrubjay was not started: %s (%s). `scrubjay doctor` tells more.\n' "$python" "$finding" >&2; exit 3 ;;
esac
