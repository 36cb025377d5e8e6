"""The option that names the folder of cases, and one test for each of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cases.loading import DATA, load_cases
from tests.cases.serving import CaseServer


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--cases", default=str(DATA), help="folder of cases; default tests/cases/data")


def cases_folder(config: pytest.Config) -> Path:
    """Return the folder; the option is unknown when pytest was started above this folder."""
    return Path(config.getoption("--cases", str(DATA)))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    for argument, kinds in (("http_case", ("http",)), ("import_case", ("import", "graph"))):
        if argument in metafunc.fixturenames:
            cases = load_cases(cases_folder(metafunc.config), *kinds)
            metafunc.parametrize(argument, cases, ids=[case.name for case in cases])


@pytest.fixture(scope="session")
def servers(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[dict[str, CaseServer]]:
    """Servers by the name of the fixture that they serve, started when a case asks for one."""
    started: dict[str, CaseServer] = {}
    yield started
    for server in started.values():
        server.stop()
