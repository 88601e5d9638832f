"""What a refusal says."""

from __future__ import annotations

from typing import Iterable

from . import _native


class ScenarioError(ValueError):
    """A scenario, or another input, is refused: where, what was found, what is allowed."""

    def __init__(self, message: str, path: str = "", found: str = "", allowed: str = "", nearest: str | None = None):
        super().__init__(message)
        self.message = message
        self.path = path
        self.found = found
        self.allowed = allowed
        self.nearest = nearest

    def __reduce__(self):
        return (ScenarioError, (self.message, self.path, self.found, self.allowed, self.nearest))


def meant(found: str, known: Iterable[str]) -> str:
    """A hint at the known name that is most similar, or nothing."""
    nearest = _native.nearest(found, list(known))
    return "" if nearest is None else f"; did you mean {nearest!r}?"


def refused(path: str, found: str, allowed: str) -> ScenarioError:
    """A refusal in the usual words."""
    return ScenarioError(f"{path}: found {found}, allowed is {allowed}", path, found, allowed)


def unknown(path: str, found: str, known: Iterable[str]) -> ScenarioError:
    """The refusal of a name, with those that are known and the nearest of them."""
    names = [str(name) for name in known]
    allowed = ", ".join(names)
    message = f"{path}: found {found!r}, allowed is {allowed}{meant(found, names)}"
    return ScenarioError(message, path, repr(found), allowed, _native.nearest(found, names))
