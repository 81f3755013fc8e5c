# >>> scrubjay {origin}: keeps knowledge equal to git. `scrubjay hooks uninstall` takes this block out. >>>
( (
  [ -z "${SCRUBJAY_HOOK-}" ] || exit 0
  case {event} in
    post-commit | post-applypatch) [ ! -d "${GIT_DIR:-.git}/rebase-merge" ] || exit 0 ;;
    post-checkout) [ "${3-}" = 1 ] || exit 0 ;;
  esac
  unset $(git rev-parse --local-env-vars)
  [ -n "${SCRUBJAY_HOME-}" ] || SCRUBJAY_HOME={home}
  SCRUBJAY_HOOK=1
  export SCRUBJAY_HOME SCRUBJAY_HOOK
  exec nice -n 10 {python} -I -m scrubjay.githooks.event {event} "$@"
) & ) </dev/null >/dev/null 2>&1
# <<< scrubjay <<<
