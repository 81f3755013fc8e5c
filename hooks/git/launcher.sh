#!/bin/sh
# scrubjay's guard of a Python that lies inside a git worktree, where a checkout can write over it.
# It starts that Python only while every part of its path is what `scrubjay init` saw, and while git tracks nothing in
# the environment's folder. Otherwise hooks do nothing, and servers and the worker don't start; `scrubjay doctor` tells.
# Usage: [ARGUMENTS OF PYTHON], or `check`, which prints the finding and the Python. `scrubjay init` writes it again.

python={python}

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
  [ ! -e "$git_dir/index.lock" ] || { finding=busy; return 1; }
  listed=$(
    unset {variables}
    GIT_OPTIONAL_LOCKS=0 GIT_NO_LAZY_FETCH=1 {git} --git-dir="$git_dir" --work-tree="$top" -C "$top" \
      -c core.fsmonitor=false -c core.hooksPath=/dev/null -c core.quotePath=true ls-files -- "$@" 2>/dev/null
  ) || { finding=unreadable; return 1; }
  [ -z "$listed" ] || { finding=tracked; return 1; }
  [ ! -e "$git_dir/index.lock" ] || { finding=busy; return 1; }
}

look() {
  finding=changed
  unchanged || return 1
  {untracked}
  finding=fits
}

case " $* " in
  *" scrubjay.githooks.event "*) {sleep} 1 ;; # `git commit && git switch`: what follows at once is seen, too
esac
if look; then
  [ "${1-}" = check ] || exec "$python" "$@"
fi
case " $* " in
  " check ") printf '%s\n%s\n' "$finding" "$python" ;;
  *hooks.event*) ;;
  *) printf 'scrubjay was not started: %s (%s). `scrubjay doctor` tells more.\n' "$python" "$finding" >&2; exit 3 ;;
esac
