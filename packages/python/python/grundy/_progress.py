"""A bar for long work: that of tqdm, which fits terminals and notebooks."""

from __future__ import annotations


class Bar:
    """Shows the progress that is reported; `progress=True` makes one."""

    def __init__(self) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            message = "progress=True shows a bar of tqdm, which is missing: pip install tqdm"
            raise ImportError(message) from error
        self._bar = tqdm(leave=False)

    def __call__(self, done: int, total: int | None, stage: str) -> None:
        self._bar.total = total
        self._bar.n = done
        self._bar.set_description(stage, refresh=False)
        self._bar.refresh()

    def close(self) -> None:
        """Takes the bar away."""
        self._bar.close()
