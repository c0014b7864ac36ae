"""The command line door: `enishi`, for people at a terminal and for scripts."""

from api.commands.root import main as main
