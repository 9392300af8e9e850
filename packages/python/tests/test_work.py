"""Long work can be interrupted and watched, and other threads run meanwhile."""

import signal
import threading
import time
from collections.abc import Callable
from types import FrameType

import grundy
import pytest

HARD = "{ 9n+3 14n+5 21n+8 35n+13 }"


def long_work(progress: Callable[[int, int | None, str], object] | None = None) -> None:
    """Takes minutes."""
    grundy.period(HARD, n=10**5, progress=progress)


@pytest.fixture
def alarm() -> None:
    """Ctrl-C comes after 0.3 seconds."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.3)


@pytest.mark.parametrize(
    "work",
    [
        long_work,
        lambda: grundy.infer("{ n 4n 17n+1 21n+1 }"),
        lambda: grundy.census(60, moves=6),
    ],
)
def test_ctrl_c_ends_the_work(alarm: None, work: Callable[[], object]) -> None:
    started = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work()
    assert time.monotonic() - started < 2


def test_a_time_limit_ends_the_work() -> None:
    started = time.monotonic()
    with pytest.raises(grundy.Undecided):
        grundy.period(HARD, n=10**5, time_limit=0.5)
    assert 0.4 < time.monotonic() - started < 1.5


def test_other_threads_run_meanwhile() -> None:
    counted = 0
    ended = threading.Event()

    def count() -> None:
        nonlocal counted
        while not ended.is_set():
            counted += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    with pytest.raises(grundy.Undecided):
        grundy.period(HARD, n=10**5, time_limit=0.5)
    ended.set()
    thread.join()
    assert counted > 50


def test_progress_is_told_in_the_calling_thread() -> None:
    stages: list[tuple[int, int | None, str, int]] = []
    with pytest.raises(grundy.Undecided):
        grundy.period(
            HARD,
            n=10**5,
            time_limit=0.5,
            progress=lambda done, total, stage: stages.append(
                (done, total, stage, threading.get_ident())
            ),
        )
    assert stages == sorted(stages, key=lambda it: it[0]) and len(stages) >= 3
    assert {it[1:] for it in stages} == {(None, "positions", threading.get_ident())}


def test_what_a_callback_raises_ends_the_work() -> None:
    def tired(done: int, total: int | None, stage: str) -> None:
        raise LookupError(stage)

    started = time.monotonic()
    with pytest.raises(LookupError, match="positions"):
        long_work(progress=tired)
    assert time.monotonic() - started < 2


def test_a_bar_is_shown_and_taken_away(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(grundy.Undecided):
        grundy.period(HARD, n=10**5, time_limit=0.4, progress=True)
    assert "positions" in capsys.readouterr().err
    assert grundy.period("2 5 7", progress=False).period == 22


def test_calls_may_be_made_from_many_threads() -> None:
    found: list[int] = []
    threads = [
        threading.Thread(
            target=lambda n=n: found.append(grundy.period("{ n 2n+1 }", n=n).period)
        )
        for n in range(1, 9)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == sorted(grundy.period([n, 2 * n + 1]).period for n in range(1, 9))
