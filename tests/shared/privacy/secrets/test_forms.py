"""In which notations is a secret seen, and which stand-ins are left alone? Values are built at run time."""

import pytest

from scrubjay.privacy.secrets.masking import find_secrets, mask

PASSWORD = "hunter2" + "abc" + "XYZ123!"
WORD = "sword" + "fish"
KEY = "f3k29dk3l4m5" + "n6b7v8c9x0z1"
HEX = "9b2e41c7" + "d05fa863" + "17ce94b0" + "a6d82f35"
UUID = "7d1c93be" + "-4f02-4a8e-9b6d-" + "52c0e8af1937"
BYTES = "q83vEjRWeJq8" + "3vPzR7kLm2Qx" + "9TnWbYc4UdHs" + "6FgJ1a"

SEEN = [
    f"the admin password is {PASSWORD}",
    f"password is {PASSWORD}",
    f"The password for staging was changed to {PASSWORD}.",
    f"the root password is `{WORD}`",
    f"mysql -u root -p{WORD} shop",
    f"mysqldump --password {PASSWORD} shop",
    f"mysqladmin --password={WORD} ping",
    f"deploy --user jay --password {PASSWORD}",
    f"sshpass -p {WORD} ssh jay@db",
    f"sshpass -p'{WORD}' ssh jay@db",
    f"docker login -u jay -p {WORD} registry.internal",
    f"redis-cli -h cache -a {WORD} ping",
    f"openssl req -passin pass:{WORD} -new",
    f"CREATE USER jay IDENTIFIED BY '{WORD}';",
    f"ALTER ROLE jay WITH PASSWORD '{WORD}';",
    f"machine git.internal login jay password {WORD}",
    f"machine git.internal\n  login jay\n  password {PASSWORD}",
    f"<password>{WORD}</password>",
    f"<db:Password>{PASSWORD}</db:Password>",
    f'<property name="password" value="{WORD}"/>',
    f"MYSQL_ROOT_PASSWORD: {WORD}",
    f"      - MYSQL_ROOT_PASSWORD={WORD}",
    f'$pw = ConvertTo-SecureString "{WORD}" -AsPlainText -Force',
    f"ConvertTo-SecureString -String {PASSWORD} -AsPlainText",
    f'{{"kty": "EC", "crv": "P-256", "d": "{BYTES}"}}',
    f"SENTRY_DSN=https://{HEX}@o42.ingest.sentry.io/1234567",
    f"https://{HEX}@sentry.internal/7",
    f"api_key = {UUID}",
    f'"license-key": "{UUID}"',
    f"token: {UUID}",
    f"db.internal:5432:shop:jay:{WORD}",
    f"Server=db;Database=shop;User Id=jay;Password={WORD};",
    f"jay:{WORD}@tcp(db.internal:3306)/shop",
    f"password: String = '{PASSWORD}'",
    f"Authorization: Basic {'amF5Omh1' + 'bnRlcg=='}",
    f"{{SSHA}}{BYTES}",
    f"auth_token={'f3a9' + '71c04e2b'}",
    f"a.path.of.settings.that.is.longer.than.forty.characters.by.far.api-token={KEY}",
    f'EnvPassword:                    "{PASSWORD}"',
    f'char api_token[33] = "{KEY}";',
    f'var apiToken string = "{KEY}"',
    f"const apiToken: string | undefined = '{KEY}'",
    f"&quot;api_token&quot;:&quot;{KEY}&quot;",
    f"callback%3Fapi_token%3D{KEY}%26page%3D2",
    f"${{API_TOKEN:-{KEY}}}",
    f'api_token <- "{KEY}"',
    f'apiToken "{KEY}"',
    f'APIToken: aws.String("{KEY}"),',
    f'api_tokens = ["{KEY}"]',
    f"expect(apiToken).toBe('{KEY}')",
    f"if (apiToken !== '{KEY}') {{",
    f'api_token=\n    "{KEY}"',
    f"SHOP__API__TOKEN={KEY}",
    f'headers = {{"X-Api-Token": "Token {KEY}"}}',
    f'{{"name": "API_TOKEN", "value": "{KEY}"}}',
    f"- name: API_TOKEN\n  value: {KEY}",
    f'#define API_TOKEN "{KEY}"',
    f"setenv API_TOKEN {KEY}",
    f"ENV API_TOKEN {KEY}",
    f"https://hooks.internal/hooks/{UUID}",
    f'"clientId": "{UUID}"',
    f"tenant_id = '{UUID}'",
    f"password = '{WORD}42'",
    f"API_TOKEN={WORD}",
    f"GET /shop?api_token={WORD}&page=2",
]

LEFT = [
    f"Co-authored-by: Anna Berg {KEY}",
    "password = 'changeme'",
    "password = 'example'",
    "PASSWORD=xxxxxxxx",
    "api_key: <password>",
    "password: ${VAR}",
    "password: $DB_PASSWORD",
    "token = '{{ vault_token }}'",
    "password: %DB_PASSWORD%",
    "password = 'your-password-here'",
    "secret = 'my-secret-key'",
    "token: abcdefghijklmnopqrst",
    "api_key = '0123456789'",
    "password = 'test'",
    "password = 'test-password'",
    "postgres://user:pass@localhost/db",
    "https://user:password@host/path",
    "docker login -u jay -p $TOKEN",
    "mysql -u root -p",
    "mysql -p$PASSWORD shop",
    "use the --password option to set one",
    "sshpass -p <password> ssh host",
    "The password is required.",
    "the password is stored in the vault",
    "the token is sent to the server",
    "IDENTIFIED BY '<password>'",
    "<password>secret</password>",
    "<password></password>",
    '"LABEL_PASSWORD": "Passwort"',
    '"password": "Wachtwoord"',
    "password_field = 'passwd'",
    "forgot_password: 'somewhere'",
    "def login(password: str, token: str) -> None: ...",
    "password=getpass.getpass()",
    f"id: {UUID}",
    "api_token: '00000000-0000-0000-0000-000000000000'",
    "users.filter(password__startswith='sha1$')",
    "MSG = ('tokens', hash_bucket_size=1000)",
    "draws the shapes, or pass shading='auto', 'nearest'",
    "API_TOKEN=your-api-token",
    "config.token = 'token1'",
    f"commit {HEX}00000000",
    '"d": "M12 2L2 7l10 5 10-5-10-5z"',
]  # fmt: skip


@pytest.mark.parametrize("text", SEEN)
def test_a_secret_in_this_notation_is_seen_and_goes_as_a_whole(text: str) -> None:
    masked = mask(f"before\n{text}\nafter").text
    assert "[redacted: " in masked
    for value in (PASSWORD, WORD, KEY, HEX, UUID, BYTES):
        assert value not in masked


@pytest.mark.parametrize("text", LEFT)
def test_what_only_stands_for_a_secret_is_left_alone(text: str) -> None:
    assert find_secrets(f"before\n{text}\nafter") == ()
