#!/bin/sh
# The plugin's way to scrubjay: `launch.sh serve session|knowledge` for its servers, `launch.sh hook EVENT` for its hooks.
# It looks on PATH and where uv and pipx put programs, never inside a repository, and says how to install what is missing.

find_scrubjay() {
  if [ -n "${SCRUBJAY_BIN:-}" ]; then
    printf '%s\n' "$SCRUBJAY_BIN"
    return
  fi
  for place in "$(command -v scrubjay 2>/dev/null)" "$HOME/.local/bin/scrubjay" \
    "$HOME/.local/share/uv/tools/scrubjay/bin/scrubjay" "$HOME/.local/share/pipx/venvs/scrubjay/bin/scrubjay" \
    /opt/homebrew/bin/scrubjay /usr/local/bin/scrubjay; do
    case $place in
      /*) [ -x "$place" ] && printf '%s\n' "$place" && return ;;
    esac
  done
}

HELP='install it with `uv tool install scrubjay` or `pipx install scrubjay`, run `scrubjay init` in the repository, and restart the client'
scrubjay=$(find_scrubjay)

case ${1:-} in
  serve)
    if [ -x "$scrubjay" ]; then
      exec "$scrubjay" serve "${2:-}"
    fi
    echo "scrubjay is not installed: $HELP." >&2
    exit 127
    ;;
  hook)
    hook=$(dirname "${scrubjay:-/}")/scrubjay-hook
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
