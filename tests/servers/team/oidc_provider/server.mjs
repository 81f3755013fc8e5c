// One OpenID provider on loopback for tests: npm's oidc-provider, with one client and accounts that are their name.
// Says {issuer} on stdout, reads {client, secret, redirects} as a line of JSON from stdin, says {ready}, ends with stdin.
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";

const server = createServer();
await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
const issuer = `http://127.0.0.1:${server.address().port}`;
const say = (words) => process.stdout.write(`${JSON.stringify(words)}\n`);
const lines = createInterface({ input: process.stdin });
lines.on("close", () => process.exit(0));
say({ issuer });

lines.once("line", async (line) => {
  const given = JSON.parse(line);
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const provider = new Provider(issuer, {
    clients: [{ client_id: given.client, client_secret: given.secret, redirect_uris: given.redirects,
      grant_types: ["authorization_code", "refresh_token"], response_types: ["code"] }],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), use: "sig", alg: "RS256", kid: "test" }] },
    cookies: { keys: [crypto.randomUUID()] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name", "preferred_username"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, name: sub, preferred_username: sub,
      email: `${sub}@example.org`, email_verified: true }) }),
  });
  server.on("request", provider.callback());
  say({ ready: true });
});
