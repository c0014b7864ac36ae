"""Names documents that are no text by their first bytes, with what to do: "a PDF: save its text …"."""

import zipfile
from pathlib import Path

from graph.errors import Invalid

_TEXT = "save its text, as .txt or Markdown, and ingest that."
_MAGIC = {
    b"%PDF-": f"a PDF: {_TEXT}",
    b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1": f"a document of an earlier Office: {_TEXT}",
    b"{\\rtf": f"a document in RTF: {_TEXT}",
}
_PACKED = b"PK\x03\x04"
_MEMBERS = {
    "word/": f"a Word document (DOCX): {_TEXT}",
    "xl/": "an Excel workbook (XLSX): save its sheet as CSV, and ingest that.",
    "ppt/": f"a presentation (PPTX): {_TEXT}",
    "META-INF/": f"a packed document, such as ODT or EPUB: {_TEXT}",
}
"""Office documents are zips, told by the folder that their contents lie in."""
_ZIP = "a zip: name it .zip, or unpack it and ingest the folder."


def refuse_documents(path: Path) -> None:
    """Raises Invalid where a file is a document that is known by how it begins, and no text."""
    with path.open("rb") as stream:
        head = stream.read(8)
    fault = next((fault for magic, fault in _MAGIC.items() if head.startswith(magic)), None)
    if head.startswith(_PACKED):
        fault = _packed(path)
    if fault is not None:
        raise Invalid("path", f"the file is {fault}")


def _packed(path: Path) -> str:
    try:
        with zipfile.ZipFile(path) as packed:
            names = packed.namelist()
    except (zipfile.BadZipFile, NotImplementedError, ValueError):
        names = []
    return next((fault for folder, fault in _MEMBERS.items() if any(n.startswith(folder) for n in names)), _ZIP)
