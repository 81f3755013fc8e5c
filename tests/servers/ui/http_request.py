"""One request over HTTP, by a process of its own: `python http_request.py JSON`, which prints the answer as JSON.

The page looks at who asks, so whatever runs the tests must not be the one.
"""

import http.client
import json
import sys

asked = json.loads(sys.argv[1])
connection = http.client.HTTPConnection("127.0.0.1", asked["port"], timeout=60)
connection.putrequest(asked["method"], asked["target"], skip_host=True, skip_accept_encoding=True)
data = asked["body"].encode()
for name, value in asked["headers"]:
    connection.putheader(name, value)
if data:
    connection.putheader("Content-Length", str(len(data)))
connection.endheaders(data or None)
answer = connection.getresponse()
text = answer.read().decode()
connection.close()
sys.stdout.write(json.dumps({"status": answer.status, "headers": dict(answer.getheaders()), "text": text}))
sys.stdout.flush()
