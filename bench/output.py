"""What a benchmark gives out: its result as JSON, printed, and in a file where one is named."""

import json
from pathlib import Path


def give_out(result: object, file: Path | None) -> None:
    """Prints a result, and writes it to the file for `bench.tables`."""
    written = json.dumps(result, indent=2, ensure_ascii=False)
    if file is not None:
        file.write_text(written + "\n", encoding="utf-8")
    print(written)
