"""Which release this is, also where the source tree runs without having been installed."""

from importlib.metadata import PackageNotFoundError, version


def release() -> str:
    """The installed version, or "source" when nothing is installed."""
    try:
        return version("enishi")
    except PackageNotFoundError:
        return "source"
