# >>> scrubjay {origin}: keeps knowledge equal to git. `scrubjay hooks uninstall` takes this block out. >>>
( (
  [ -z "${SCRUBJAY_HOOK-}" ] || exit 0
  case {event} in
    post-commit | post-applypatch) [ ! -d "${GIT_DIR:-.git}/rebase-merge" ] || exit 0 ;;
    post-checkout) [ "${3-}" = 1 ] || exit 0 ;;
  esac
  unset {variables}
  [ -n "${SCRUBJAY_HOME-}" ] || SCRUBJAY_HOME={home}
  SCRUBJAY_HOOK=1
  export SCRUBJAY_HOME SCRUBJAY_HOOK
  [ ! -x /usr/bin/nice ] || exec /usr/bin/nice -n 10 {start} -I -m scrubjay.githooks.event {event} "$@"
  exec {start} -I -m scrubjay.githooks.event {event} "$@"
) & ) </dev/null >/dev/null 2>&1
# <<< scrubjay <<<
