"""Measures an export, the import of it for who was forgotten, and another export, whose file must be the same.

    python -m bench.transfer [--sizes 5000 50000] [--json OUT]

The memories are made, with a vector, a chunk and a project each, and are a user's of their own. What a process holds at
most (`peak_mb`) is told for each size: it is bounded where it does not grow with the memories. Start the database first
(`enishi db start`) and no server.
"""

import argparse
import json
from pathlib import Path
from tempfile import TemporaryDirectory
from time import time_ns

from bench.lifecycle import filled
from bench.processes import cost_of


def measured(size: int, user: str) -> dict[str, object]:
    """Seconds and megabytes of each way, and the size of the file. Raises SystemExit where the files differ."""
    with TemporaryDirectory() as place:
        first, second = Path(place) / "first.zst", Path(place) / "second.zst"
        try:
            filled(user, size)
            out = cost_of("export", str(first), "--direct", "-q", "--user", user)
            cost_of("forget", "--yes", "--direct", "-q", "--user", user)
            back = cost_of("import", str(first), "--direct", "-q", "--user", user)
            cost_of("export", str(second), "--direct", "-q", "--user", user)
        finally:
            cost_of("forget", "--yes", "--direct", "-q", "--user", user)
        if first.read_bytes() != second.read_bytes():
            raise SystemExit(f"The export of {size:,} memories is another one after it was read in.")
        return {
            "memories": size,
            "export_s": round(out.seconds, 1),
            "export_peak_mb": round(out.peak_mb),
            "import_s": round(back.seconds, 1),
            "import_peak_mb": round(back.peak_mb),
            "file_mb": round(first.stat().st_size / 2**20, 1),
        }


def main() -> None:
    """Measures each size, and prints the figures: those of the last, and the peaks of the first beside them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sizes", type=int, nargs="+", default=[5_000, 50_000])
    parser.add_argument("--json", type=Path, help="file to write the result to, for bench.tables")
    chosen = parser.parse_args()
    small, *_, large = each = [measured(size, f"transfer-{time_ns():x}") for size in chosen.sizes]
    result = {"transfer": {**large, "small": small, "peak_over_small": round(_peak(large) / _peak(small), 2)}}
    if chosen.json:
        chosen.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(json.dumps(each, indent=2))


def _peak(result: dict[str, object]) -> float:
    return max(float(str(result["export_peak_mb"])), float(str(result["import_peak_mb"])))


if __name__ == "__main__":
    main()
