# Speaks MCP in place of a server that can't start: a client that saw one fail may not try again in its next sessions.
# It offers no tools, and instructions that name the one command to run; it stays until its input ends.
# Usage: NAME TEXT, the second as it stands between the quotes of a JSON string.
while IFS= read -r line || [ -n "$line" ]; do
  id=${line#*'"id"'} method=${line#*'"method"'} asked=${line#*'"protocolVersion"'}
  id=${id#*:} method=${method#*'"'} asked=${asked#*'"'}
  id=${id#"${id%%[! ]*}"} method=${method%%'"'*} asked=${asked%%'"'*}
  case $id in '"'*) id=${id#'"'} id="\"${id%%'"'*}\"" ;; *) id=${id%%[!0-9.-]*} ;; esac
  case $asked in [0-9]*[!0-9-]* | [!0-9]* | '') asked=2025-06-18 ;; esac
  said="\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"$1\",\"version\":\"0\"},\"instructions\":\"$2\""
  fresh='"resultType":"complete","ttlMs":0,"cacheScope":"private"'
  case $method in
    initialize) answer="\"result\":{\"protocolVersion\":\"$asked\",$said}" ;;
    server/discover) answer="\"result\":{$fresh,\"supportedVersions\":[\"2026-07-28\"],$said}" ;;
    tools/list) answer="\"result\":{$fresh,\"tools\":[]}" ;;
    ping) answer='"result":{}' ;;
    *) answer="\"error\":{\"code\":-32601,\"message\":\"$2\"}" ;;
  esac
  case $line in *'"id"'*) [ -z "$id" ] || printf '{"jsonrpc":"2.0","id":%s,%s}\n' "$id" "$answer" ;; esac
done
