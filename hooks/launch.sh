#!/bin/sh
# The plugin's way to scrubjay: `launch.sh serve session|knowledge` for its servers, `launch.sh hook EVENT` for its hooks.
# It looks on PATH and where uv and pipx put programs, never where git tracks files, and says how to install what is missing.

# tracked FILE: whether FILE lies inside a git worktree that tracks it, or anything of the environment that it belongs to.
tracked() (
  unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE GIT_COMMON_DIR GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS GIT_LITERAL_PATHSPECS
  place=$1 folder=${1%/*}
  [ ! -e "${folder%/*}/pyvenv.cfg" ] || place=${folder%/*}
  top=$folder
  while [ -n "$top" ]; do
    if [ -e "$top/.git" ]; then
      listed=$(PATH=/usr/bin:/bin:/usr/local/bin GIT_OPTIONAL_LOCKS=0 git -C "$top" --work-tree="$top" \
        -c core.fsmonitor=false ls-files -- ":(icase,literal)${place#"$top"/}" 2>&1) || return 0
      [ -z "$listed" ] || return 0
    fi
    top=${top%/*}
  done
  return 1
)

# runs FILE: whether it is a program whose interpreter is there; an upgrade of Python takes it away.
runs() (
  [ -x "$1" ] || return 1
  IFS= read -r first <"$1" 2>/dev/null || :
  case $first in '#!'*) first=${first#'#!'} && first=${first#"${first%%[! ]*}"} && [ -x "${first%% *}" ] ;; esac
)

find_scrubjay() {
  if [ -n "${SCRUBJAY_BIN:-}" ]; then
    printf '%s\n' "$SCRUBJAY_BIN"
    return
  fi
  for place in "$(command -v scrubjay 2>/dev/null)" "$HOME/.local/bin/scrubjay" \
    "$HOME/.local/share/uv/tools/scrubjay/bin/scrubjay" "$HOME/.local/share/pipx/venvs/scrubjay/bin/scrubjay" \
    /opt/homebrew/bin/scrubjay /usr/local/bin/scrubjay; do
    case $place in
      /*) runs "$place" && ! tracked "$place" && printf '%s\n' "$place" && return ;;
    esac
  done
}

HELP='install it with `uv tool install scrubjay` or `pipx install scrubjay`, run `scrubjay init` in the repository, and restart the client'
scrubjay=$(find_scrubjay)

case ${1:-} in
  serve)
    if runs "$scrubjay"; then
      export SCRUBJAY_PLUGIN=1 # so that it stands back where `scrubjay init` registered the same server
      exec "$scrubjay" serve "${2:-}"
    fi
    exec /bin/sh "${0%/*}/absent.sh" "scrubjay-${2:-}" "scrubjay is not installed: $HELP."
    ;;
  hook)
    hook=${scrubjay%/*}/scrubjay-hook
    if [ -x "$hook" ]; then
      "$hook"
    elif [ ! -x "$scrubjay" ] && [ "${2:-}" = SessionStart ]; then
      printf '{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"%s"}}\n' \
        "The scrubjay plugin is on, but the program is not installed: $HELP."
    fi
    exit 0
    ;;
  *)
    echo "usage: launch.sh serve session|knowledge, or launch.sh hook EVENT" >&2
    exit 2
    ;;
esac
