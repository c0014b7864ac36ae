"""Every format in which a user's memories go out, and the writing of one."""

import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from graph.model.transfer import TransferFormat
from graph.transfer import files
from graph.transfer.formats import graphs, stores
from graph.transfer.formats.records import Lines

WRITERS: Final[Mapping[TransferFormat, Callable[[Lines], Iterator[bytes]]]] = {
    TransferFormat.MEMORY_JSON: stores.memory_json,
    TransferFormat.MEM0: stores.mem0,
    TransferFormat.MIF: stores.mif,
    TransferFormat.GRAPHML: graphs.graphml,
    TransferFormat.CSV: graphs.tables,
}


def written(lines: Iterable[bytes], form: TransferFormat) -> Iterator[bytes]:
    """An export in a format, piece by piece. Its lines go to the disk first: they are of one moment, and read often."""
    if form is TransferFormat.ENISHI:
        yield from files.packed(lines)
        return
    with tempfile.TemporaryDirectory(prefix="enishi-") as folder:
        path = Path(folder) / "export.jsonl.zst"
        files.write(path, lines)
        yield from WRITERS[form](files.reader(path))
