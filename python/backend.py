"""The build backend: scikit-build-core, with the C sources of the repository put into source distributions."""

import shutil
from pathlib import Path

from scikit_build_core import build
from scikit_build_core.build import *  # noqa: F401,F403

HERE = Path(__file__).resolve().parent
SOURCES = ("include", "ref", "opt", "check", "Makefile", "LICENSE", "python/exported.map")


def build_sdist(sdist_directory, config_settings=None):
    copied = HERE / "c"
    for name in SOURCES:
        source, target = HERE.parent / name, copied / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=shutil.ignore_patterns("*.md", "cheats"), dirs_exist_ok=True)
        else:
            shutil.copy(source, target)
    try:
        return build.build_sdist(sdist_directory, config_settings)
    finally:
        shutil.rmtree(copied)
