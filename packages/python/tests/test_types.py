"""The stubs say what the compiled half has, and the package and these files have the types that they say."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def run(*arguments: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", *arguments], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_stubs_are_those_of_the_compiled_half(tmp_path: Path) -> None:
    run("mypy.stubtest", "grundy._grundy", "--mypy-config-file", str(configuration(tmp_path)))


def test_the_package_and_its_tests_have_types(tmp_path: Path) -> None:
    configured = str(configuration(tmp_path))
    run("mypy", "--config-file", configured, "-p", "grundy")
    run("mypy", "--config-file", configured, str(HERE))


def test_wrong_types_are_noticed(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.py"
    wrong.write_text("import grundy\ngrundy.period('1 2', values='colour').period.upper()\n")
    command = [sys.executable, "-m", "mypy", "--config-file", str(configuration(tmp_path)), str(wrong)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert '"int" of "int | Any" has no attribute "upper"' in done.stdout, done.stdout + done.stderr
    assert 'incompatible type "Literal[\'colour\']"' in done.stdout


def configuration(folder: Path) -> Path:
    """Strict, and silent about packages without types."""
    path = folder / "mypy.ini"
    lines = ["[mypy]", "strict = True", f"cache_dir = {folder / 'cache'}"]
    for package in ["sympy", "pandas", "tqdm"]:
        lines += [f"[mypy-{package}.*]", "ignore_missing_imports = True", "follow_imports = skip"]
    path.write_text("\n".join(lines) + "\n")
    return path
