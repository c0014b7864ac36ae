"""An encrypted export is read by the holder of its key alone, piece by piece, and a damaged one is refused."""

import io
import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graph.errors import Conflict, Invalid, Misconfigured
from graph.transfer import files
from graph.transfer.encryption import MAGIC, decrypted, encrypted, new_key, public_keys, secret_keys

NOW = datetime(2026, 11, 28, tzinfo=UTC)
LINES = [f"line {number} of an export\n".encode() for number in range(50_000)]


@pytest.fixture
def key(tmp_path: Path) -> Path:
    path = tmp_path / "backup.key"
    new_key(path, NOW)
    return path


def written(path: Path, *keys: Path) -> Path:
    files.put(path, encrypted(files.packed(LINES), public_keys(map(str, keys))))
    return path


def test_what_is_encrypted_is_read_again_by_each_of_its_keys_and_by_no_other(key: Path, tmp_path: Path) -> None:
    other, stranger = tmp_path / "other.key", tmp_path / "stranger.key"
    new_key(other, NOW)
    new_key(stranger, NOW)
    file = written(tmp_path / "x.jsonl.zst.age", key, other)
    raw = file.read_bytes()
    assert raw.startswith(MAGIC)
    assert b"of an export" not in raw
    for mine in (key, other):
        read = files.reader(file, secret_keys(mine))
        assert [list(read()), list(read())] == [LINES, LINES]
        assert next(iter(read())) == LINES[0]
    with pytest.raises(Invalid, match="does not open"):
        list(files.reader(file, secret_keys(stranger))())
    with pytest.raises(Invalid, match="encrypted"):
        list(files.reader(file)())


@pytest.mark.parametrize("cut", [100, 5_000, -1, -5_000])
def test_a_damaged_file_is_refused(key: Path, tmp_path: Path, cut: int) -> None:
    file = written(tmp_path / "x.age", key)
    raw = file.read_bytes()
    file.write_bytes(raw[:cut])
    with pytest.raises(Invalid):
        assert list(files.reader(file, secret_keys(key))()) == LINES
    file.write_bytes(raw[:3_000] + bytes([raw[3_000] ^ 1]) + raw[3_001:])
    with pytest.raises(Invalid, match="damaged"):
        list(files.reader(file, secret_keys(key))())


def test_what_goes_wrong_while_it_is_written_leaves_nothing_behind(key: Path, tmp_path: Path) -> None:
    def failing() -> Iterator[bytes]:
        yield os.urandom(1_000_000)
        raise Conflict("Somebody wrote.")

    with pytest.raises(Conflict, match="Somebody wrote"):
        files.put(tmp_path / "x.age", encrypted(failing(), public_keys([str(key)])))
    assert [path.name for path in tmp_path.iterdir()] == ["backup.key"]


def test_a_reader_that_goes_away_ends_the_work(key: Path, tmp_path: Path) -> None:
    raw = b"".join(encrypted([os.urandom(100_000)] * 100, public_keys([str(key)])))
    pieces = decrypted(io.BytesIO(raw), secret_keys(key))
    assert next(pieces)
    pieces.close()


def test_a_key_is_for_its_owner_alone_and_never_written_over(key: Path) -> None:
    assert stat.S_IMODE(key.stat().st_mode) == 0o600
    (public,) = public_keys([str(key)])
    assert public_keys([public, str(key)]) == (public,)
    assert public not in secret_keys(key)
    before = key.read_text()
    with pytest.raises(Conflict, match="never written over"):
        new_key(key, NOW)
    assert key.read_text() == before
    with pytest.raises(Misconfigured):
        new_key(key / "below", NOW)


def test_what_is_no_key_is_refused(tmp_path: Path, key: Path) -> None:
    empty = tmp_path / "empty.key"
    empty.write_text("nothing")
    (public,) = public_keys([str(key)])
    for given in (str(empty), str(tmp_path / "none"), str(tmp_path), "age1x", "\0"):
        with pytest.raises(Invalid):
            public_keys([given])
    for given in (empty, tmp_path / "none"):
        with pytest.raises(Invalid):
            secret_keys(given)
    with pytest.raises(Invalid, match="no key"):
        list(encrypted([b"x"], [public[:-1] + ("q" if public[-1] != "q" else "p")]))


def test_a_plain_file_needs_no_key(tmp_path: Path, key: Path) -> None:
    for name, pieces in (("packed", files.packed(LINES)), ("plain", LINES)):
        files.put(tmp_path / name, pieces)
        assert list(files.reader(tmp_path / name)()) == LINES
        assert list(files.reader(tmp_path / name, secret_keys(key))()) == LINES
