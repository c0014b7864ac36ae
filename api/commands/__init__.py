"""The command line door: `enishi`, for people at a terminal and for scripts."""

# ruff: noqa: PLC0415 -- a hook has to be done before the whole command line could be loaded
import os
import sys


def main() -> None:
    """Runs the command line of this process and ends the process with its exit code."""
    arguments = sys.argv[1:]
    if arguments[:1] == ["hook"] and not {"--help", "-h"} & {*arguments}:
        # Python processes that this one starts must run nothing of the folder they start in.
        os.environ["PYTHONSAFEPATH"] = "1"
        from api.hooks.run import main as hook

        hook(arguments[1:])
        return
    from api.commands.root import main as whole

    whole()
