"""Which release this is, also where the source tree runs without having been installed."""


def release() -> str:
    """The installed version, or "source" when nothing is installed."""
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415 -- brings the parser of mails

    try:
        return version("enishi")
    except PackageNotFoundError:
        return "source"
