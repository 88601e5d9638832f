"""What a refusal says."""

from __future__ import annotations


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


def refused(path: str, found: str, allowed: str) -> ScenarioError:
    """A refusal in the usual words."""
    return ScenarioError(f"{path}: found {found}, allowed is {allowed}", path, found, allowed)
