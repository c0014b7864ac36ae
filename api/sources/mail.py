"""Mail: one message (.eml) or a mailbox of them (mbox), each the words of its sender without those it quotes."""

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from email import message_from_string, policy
from email.message import EmailMessage
from email.utils import parseaddr, parsedate_to_datetime
from html import unescape
from typing import TextIO

from api.sources.chats.message import extra_of
from api.sources.item import Item, LeftOut, Origin, left_out
from api.sources.records import SHORT_MOST, item_of

ENVELOPE = re.compile(r"From \S+.* \d{2}:\d{2}.*\d{4}.*")
HEADER = re.compile(r"[A-Za-z][A-Za-z0-9-]*:(?: .*)?")
NAMES = frozenset(("from", "to", "subject", "date", "message-id", "mime-version", "received", "return-path",
                   "content-type", "reply-to", "delivered-to", "cc", "sender"))  # fmt: skip
QUOTING = re.compile(
    r"(?:On .+ wrote:|Am .+ schrieb .+:|Le .+ a écrit\s?:|.+ のメール:|\d{4}年.+:|-+ ?Original Message ?-+)\s*"
)
UNSEEN = re.compile(r"<(style|script|head|title)\b.*?</\1\s*>|<!--.*?-->|<!DOCTYPE[^>]*>", re.DOTALL | re.IGNORECASE)
BREAK = re.compile(r"</?(?:p|div|br|li|tr|h[1-6]|blockquote|table|ul|ol)\b[^>]*>", re.IGNORECASE)
TAG = re.compile(r"</?[a-z][^>]*>", re.IGNORECASE)
SIGNATURE = "-- "
FEWEST = 2
"""Headers of mail that a text must begin with to be one."""


def is_mail(lines: Sequence[str]) -> bool:
    """Whether a text begins as a mail or a mailbox does: an envelope, or two headers of mail and more."""
    filled = [line.rstrip() for line in lines[:60]]
    while filled and not filled[0]:
        filled.pop(0)
    enveloped = bool(filled) and ENVELOPE.fullmatch(filled[0].lstrip("\ufeff")) is not None
    headers: list[str] = []
    for line in filled[1:] if enveloped else filled:
        if HEADER.fullmatch(line):
            headers.append(line.partition(":")[0].lower())
        elif not (headers and line[:1] in (" ", "\t")):
            break
    known = NAMES.intersection(headers)
    return bool(known) if enveloped else len(known) > FEWEST or {"from", "subject"} <= known


def read_mail(stream: TextIO, origin: Origin) -> Iterator[Item]:
    """One item for each mail, its subject the title, its thread the session."""
    lines = stream.read().replace("\r\n", "\n").replace("\r", "\n").split("\n")
    starts = [number for number, line in enumerate(lines) if _starts(lines, number, line)]
    for start, end in zip(starts or [0], [*starts[1:], len(lines)], strict=True):
        head = 1 if ENVELOPE.fullmatch(lines[start].lstrip("\ufeff")) else 0
        source = "\n".join(re.sub(r"^>(>*From )", r"\1", line) for line in lines[start + head : end]).lstrip("\ufeff\n")
        if source.strip():
            yield from _mail(source, lines[start] if head else "", origin, start + 1)


def _starts(lines: list[str], number: int, line: str) -> bool:
    """Whether a mail of a mailbox begins here: its envelope after a blank line, headers behind it."""
    if not ENVELOPE.fullmatch(line.lstrip("\ufeff")) or (number and lines[number - 1].strip()):
        return False
    return number + 1 < len(lines) and HEADER.fullmatch(lines[number + 1]) is not None


def _mail(source: str, envelope: str, origin: Origin, line: int) -> Iterator[Item]:
    mail = message_from_string(source, policy=policy.default)
    text, quoted = _unquoted(_body(mail))
    if quoted:
        yield left_out(origin, line, LeftOut.QUOTED)
    if not text.strip():
        yield left_out(origin, line, LeftOut.EMPTY)
        return
    name, address = parseaddr(_header(mail, "From"))
    identity = _header(mail, "Message-ID").strip("<> ")
    record = {
        "text": text,
        "title": _header(mail, "Subject")[:1000],
        "speaker": (name or address)[:SHORT_MOST],
        "occurred_at": _time(_header(mail, "Date"), envelope),
        "session_id": _thread(mail, origin)[:SHORT_MOST],
        "source_id": f"mail:{identity}" if identity and len(identity) < SHORT_MOST - 5 else None,
        "channel": "mail",
        "extra": extra_of(address=address, to=_header(mail, "To"), cc=_header(mail, "Cc")),
    }
    yield item_of(record, origin, line)


def _body(mail: EmailMessage) -> str:
    """The plain text of a mail, else the words of its HTML."""
    part = mail.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    try:
        # what is not encoded has been read with the file, whatever its header says
        encoded = str(part.get("Content-Transfer-Encoding", "")).strip().lower() in ("base64", "quoted-printable")
        content = str(part.get_content() if encoded else part.get_payload())
    except (LookupError, UnicodeError, KeyError):
        payload = part.get_payload(decode=True)
        content = payload.decode("utf-8", "replace") if isinstance(payload, bytes) else str(part.get_payload())
    return _words_of(content) if part.get_content_type() == "text/html" else content


def _unquoted(body: str) -> tuple[str, bool]:
    """The words of the sender alone, and whether anything quoted was taken out; the signature goes too."""
    kept: list[str] = []
    lines = body.replace("\r\n", "\n").split("\n")
    quoted = False
    for number, line in enumerate(lines):
        if line == SIGNATURE:
            break
        below = next((later for later in lines[number + 1 :] if later.strip()), "")
        if line.startswith(">") or (QUOTING.fullmatch(line) and below.startswith(">")):
            quoted = True
        else:
            kept.append(line.rstrip())
    return "\n".join(kept).strip(), quoted


def _header(mail: EmailMessage, name: str) -> str:
    try:
        return " ".join(str(mail.get(name) or "").split())
    except (ValueError, IndexError, AttributeError, TypeError):
        return ""  # a header that the library cannot take apart


def _time(written: str, envelope: str) -> datetime | str | None:
    if written:
        try:
            return parsedate_to_datetime(written)
        except ValueError:
            return written
    stamp = re.search(r"([A-Z][a-z]{2}) +(\d{1,2}) (\d{2}:\d{2}(?::\d{2})?) .*?(\d{4})", envelope)
    return f"{stamp[2]} {stamp[1]} {stamp[4]} {stamp[3]}" if stamp else None


def _thread(mail: EmailMessage, origin: Origin) -> str:
    """The first mail of the thread, from the headers that name it, else the subject without its "Re:"."""
    first = (_header(mail, "References") or _header(mail, "In-Reply-To") or _header(mail, "Message-ID")).split(" ")[0]
    subject = re.sub(
        r"^(?:\s*(?:re|fwd?|aw|wg|返信|転送)\s*[::]\s*)+", "", _header(mail, "Subject"), flags=re.IGNORECASE
    )
    return f"mail:{first.strip('<>')}" if first else f"{origin.session}/{subject}" if subject else origin.session


def _words_of(html: str) -> str:
    """What a reader of HTML sees: words, blocks on lines of their own."""
    words = TAG.sub("", BREAK.sub("\n", re.sub(r"\s+", " ", UNSEEN.sub("", html))))
    lines = [line.strip() for line in unescape(words).split("\n")]
    return "\n".join(line for line, after in zip(lines, [*lines[1:], ""], strict=True) if line or after).strip()
