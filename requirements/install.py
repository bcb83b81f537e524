"""Install locked packages into a virtualenv, making or mending it first: ``install.py VENV LOCK ...``.

Called by ``./dev`` when a copy of a lock inside the virtualenv is missing or differs from the lock itself. Standard library only.
One installer runs at a time; one that was cut short leaves a mark, and the next one starts the virtualenv afresh.
"""

import fcntl
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MARK = "unfinished"


def names(lock: Path) -> set[str]:
    """Return the packages that a lock pins."""
    return set(re.findall(r"^([a-z0-9][a-z0-9._-]*)==", lock.read_text(), re.MULTILINE)) if lock.exists() else set()


def call(held: int, *words: str | Path) -> None:
    """Run a command silently; show what it said if it fails. It keeps the installers' lock even if this process is killed."""
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, pass_fds=[held], check=False)
    if done.returncode:
        sys.stderr.write(done.stdout)
        raise SystemExit(f"dev: installing failed: {' '.join(map(str, words[:5]))} ... (status {done.returncode})")


def works(python: Path) -> bool:
    """Tell whether this interpreter starts and has pip."""
    try:
        return subprocess.run([python, "-I", "-c", "import pip"], capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def install(venv: Path, locks: list[str], held: int) -> None:
    """Bring the virtualenv to what the locks say."""
    python = venv / "bin" / "python"
    if (venv / MARK).exists() or not works(python):
        shutil.rmtree(venv, ignore_errors=True)
        print(f"making {venv.name} ...", file=sys.stderr, flush=True)
        venv.mkdir()
        (venv / MARK).touch()
        # The resolved interpreter: a link that follows the system's default would one day point past these packages.
        call(held, os.path.realpath(sys.executable), "-I", "-m", "venv", venv)
    for name in locks:
        lock, stamp = ROOT / "requirements" / f"{name}.lock", venv / f"{name}.lock"
        wanted = lock.read_bytes()
        if stamp.exists() and stamp.read_bytes() == wanted:
            continue
        print(f"installing {lock.relative_to(ROOT)} into {venv.name} ...", file=sys.stderr, flush=True)
        (venv / MARK).touch()
        kept = names(lock).union(*(names(other) for other in venv.glob("*.lock") if other != stamp))
        if stale := sorted(names(stamp) - kept):
            call(held, python, "-I", "-m", "pip", "uninstall", "--yes", *stale)
        stamp.unlink(missing_ok=True)
        pip = [python, "-I", "-m", "pip", "install", "--quiet", "--no-input", "--disable-pip-version-check"]
        call(held, *pip, "--require-hashes", "--no-deps", "--only-binary", ":all:", "-r", lock)
        stamp.write_bytes(wanted)
    (venv / MARK).unlink(missing_ok=True)


def main() -> None:
    """Wait for other installers, then install."""
    venv, locks = ROOT / sys.argv[1], sys.argv[2:]
    with (ROOT / ".dev.lock").open("w") as turn:
        try:
            fcntl.flock(turn, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            print("waiting for another ./dev that is installing ...", file=sys.stderr, flush=True)
            fcntl.flock(turn, fcntl.LOCK_EX)
        try:
            install(venv, locks, turn.fileno())
        except KeyboardInterrupt:
            raise SystemExit("dev: interrupted; the next ./dev begins this virtualenv again") from None


if __name__ == "__main__":
    main()
