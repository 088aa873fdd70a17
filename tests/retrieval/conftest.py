"""A mind with the background alone, copied for every case."""

from __future__ import annotations

from pathlib import Path

import pytest
from probe_kit import write_background


@pytest.fixture(scope="session")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("background")
    write_background(directory)
    return directory
