# >>> scrubjay {origin}{owner}: keeps knowledge equal to git. `scrubjay hooks uninstall` takes this block out. >>>
( (
  case ":${SCRUBJAY_HOOK-}:" in *":{guard}:"*) exit 0 ;; esac
  case {event} in
    post-commit | post-applypatch) [ ! -d "${GIT_DIR:-.git}/rebase-merge" ] || exit 0 ;;
    post-checkout) [ "${3-}" = 1 ] || exit 0 ;;
  esac
  unset {variables}
  SCRUBJAY_HOME={home}
  id=
  read -r id <"$SCRUBJAY_HOME/id" || :
  case "{id}" in "" | "$id") ;; *) exit 0 ;; esac
  SCRUBJAY_HOOK="${SCRUBJAY_HOOK-}:{guard}:"
  export SCRUBJAY_HOME SCRUBJAY_HOOK
  [ ! -x /usr/bin/nice ] || exec /usr/bin/nice -n 10 {start} -I -m scrubjay.integrations.git_hooks.event {event} "$@"
  exec {start} -I -m scrubjay.integrations.git_hooks.event {event} "$@"
) & ) </dev/null >/dev/null 2>&1
# <<< scrubjay <<<
