"""Which commands print a machine's own word, and which what people or agents wrote: one file says it."""

import pytest

from scrubjay.memory.transcript.shell import chooses, prints_others_words, programs

OWN = """\
make check
pytest -q 2>&1 | tail -3
PYTHONPATH=src pytest -k pool
env A=1 timeout 60 ruff check .
uv run mypy src
kubectl get pods -n ci
docker ps | grep web | wc -l
npm test && npm run build
git status --short
git rev-parse HEAD
systemctl status worker
df -h /
for p in a b; do ./probe $p; done"""

OTHERS = """\
echo 99
printf %s x
cat README.md
sed -n 3p README.md
grep -rn ports .
head -2 src/pool.py
curl -s localhost:8000/health
gh run view 812
/usr/bin/git log --oneline -1
git show HEAD
git tag -l
git branch -v
git notes list
git diff HEAD~1
sudo cat /etc/motd
pytest -q | sed s/failed/passed/
pytest -q; echo 99
python3 -c 'print(99)'
node -e 'console.log(99)'
bash -c 'make check'
psql -c 'select 99'
env A=1 echo x
xargs -n 1 echo
timeout 60 claude -p x
python3 -m scrubjay.cli.main search
./bin/scrubjay search
A=$(cat x); ./say "$A"
./say `cat x`
ls node_modules/pad
python <<< 'print(99)'
(make check)
if make check; then echo 99; fi
make 'x"""


def test_what_runs_prints_its_own_word() -> None:
    assert [line for line in OWN.split("\n") if prints_others_words(line)] == []


@pytest.mark.parametrize("command", OTHERS.split("\n"))
def test_what_shows_texts_prints_others_words_and_says_why(command: str) -> None:
    assert prints_others_words(command)


def test_the_program_is_found_behind_what_runs_it() -> None:
    assert programs(("sudo", "env", "A=1", "timeout", "60", "/usr/bin/Git", "log")) == ("sudo", "env", "timeout", "git")
    assert programs(("python3", "-m", "scrubjay.cli.main")) == ("python3", "scrubjay")
    assert chooses(("sudo", "grep", "x"))
    assert not chooses(("make", "grep"))
