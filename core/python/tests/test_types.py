import pathlib
import re
import runpy
import subprocess
import sys

import pytest

import ackscope

TYPED = pathlib.Path(__file__).parent / "typed"


def lines_that_mypy_refuses(name, tmp_path):
    command = [sys.executable, "-m", "mypy", "--strict", "--cache-dir", str(tmp_path), name]
    done = subprocess.run(command, cwd=TYPED, capture_output=True, text=True, timeout=100)
    found = {int(line) for line in re.findall(rf"^{name}:(\d+): error", done.stdout, re.M)}
    assert found or done.returncode == 0, done.stdout + done.stderr
    return found, done.stdout


def test_a_type_checker_knows_the_keys_of_a_scenario(tmp_path):
    pytest.importorskip("mypy")
    found, said = lines_that_mypy_refuses("right.py", tmp_path)
    assert not found, said
    lines = (TYPED / "wrong.py").read_text().splitlines()
    expected = {number for number, line in enumerate(lines, 1) if line.endswith("# wrong")}
    found, said = lines_that_mypy_refuses("wrong.py", tmp_path)
    assert found == expected, said


def test_what_a_type_checker_accepts_runs():
    found = runpy.run_path(str(TYPED / "right.py"))
    assert list(found["run"].lanes) == ["newreno", "CUBIC"]
    built = found["built"]
    assert built["flows"][0]["from"] == 1 and built["hops"][1]["queue"]["capacity"] == "10pkt"
    own = 'algorithm "my-own"\non increase { cwnd = cwnd + steps }\n'
    ackscope.check({**built, "scripts": {"my-own": own}})


def test_the_keys_are_those_of_the_schema():
    declared = ackscope.schema()
    for name, schema in [("Scenario", declared), *declared["$defs"].items()]:
        known = getattr(ackscope.keys, name)
        if schema.get("type") == "object" and "properties" in schema:
            assert set(known.__annotations__) == set(schema["properties"]), name
            assert known.__required_keys__ == set(schema.get("required", ())), name
