"""What is installed beside the code. Without the licence nobody may pass the package on."""

from importlib import metadata


def test_licence_and_types_are_installed() -> None:
    files = {f.name: f for f in metadata.files("attncheck") or []}
    assert "MIT License" in files["LICENSE"].read_text()
    assert "Library Exception, version 3.1" in files["NOTICE"].read_text()
    assert "py.typed" in files
