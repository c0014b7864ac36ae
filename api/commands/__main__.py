"""`python -m api.commands`, for where the command `enishi` is not on the path."""

from api.commands import main

main()
