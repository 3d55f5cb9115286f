"""Text is redacted: it is gone from all files, the chain goes on, and only what is recorded counts."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.store.log.upkeep.conftest import KEY, SECRET, Kept
from toolguard.gate import model, runs
from toolguard.gate.approvals.presence_proof import PresenceProof
from toolguard.gate.approver import Approver, ProcessInfo
from toolguard.gate.texts import coded
from toolguard.store.log import chain, records
from toolguard.store.log.audit_log import LogReader
from toolguard.store.log.checkpoints import FILE_NAME as CHECKPOINTS
from toolguard.store.log.index.builder import IndexBuilder
from toolguard.store.log.index.connection import remove
from toolguard.store.log.journal import JournalReader, segments
from toolguard.store.log.offline_check import check
from toolguard.store.log.upkeep.log_upkeep import PENDING_FILE, UpkeepError
from toolguard.store.log.upkeep.redaction import KEPT_MEMBERS, TextMatcher, redact
from toolguard.store.log.upkeep.retention import Retention


def held(text: str, call: str = "c1") -> model.CallHeld:
    arguments = json.dumps({"path": text, "n": 5, text: [text]}, ensure_ascii=False, separators=(",", ":"))
    return model.CallHeld(
        call=call, session="s1", client="claude", server="git", tool="push", request="7", digest="d", era="modern",
        arguments=arguments, warnings=(f"a {text} b",),
    )  # fmt: skip


def completed(preview: str) -> model.CallCompleted:
    return model.CallCompleted(
        call="c1", session="s1", client="claude", server="git", tool="push", outcome="result", size=9, digest="d",
        took=0.1, preview=preview,
    )  # fmt: skip


def files_containing(path: Path, text: str) -> list[str]:
    """The files under ``path`` in whose bytes the text stands."""
    from toolguard.store.log.upkeep.zstd_segment import zstd

    found = []
    for file in path.rglob("*"):
        if file.is_file():
            data = file.read_bytes()
            if file.suffix == ".zst":
                data += zstd.decompress(data)
            if text.encode() in data or json.dumps(text)[1:-1].encode() in data:
                found.append(file.name)
    return found


@pytest.fixture
async def secret(kept: Kept) -> Kept:
    """The secret stands in record 31, 32 and 40."""
    kept.log.write(held(SECRET))
    kept.log.write(completed(f"pushed {SECRET}"))
    await kept.write(7)
    kept.log.write(model.ConfigChanged(what="x", by="person", detail=f"the {SECRET}"))
    await kept.write(1)
    return kept


async def test_a_text_is_gone_and_the_log_verifies(secret: Kept, tmp_path: Path) -> None:
    kept = secret
    await kept.upkeep.compress()
    assert files_containing(kept.path, SECRET)
    assert [one.seq for one in await kept.upkeep.find(SECRET)] == [31, 32, 40]
    before = {seq: kept.log.hash_of(seq) for seq in range(1, 42)}
    done = await kept.upkeep.redact("a password", SECRET, by="person")
    assert [(one.seq, one.kind) for one in done] == [(31, "call_held"), (32, "call_completed"), (40, "config_changed")]
    assert not files_containing(kept.path, SECRET) and not (kept.path / PENDING_FILE).exists()
    assert {seq: kept.log.hash_of(seq) for seq in before} == before, "each keeps its hash"
    with closing(LogReader(kept.path)) as reader:
        report = reader.verify()
        assert (report.ok, report.redacted, report.unfinished, report.checked) == (True, 3, 0, 42)
        record, hash = reader.after(30, 1)[0]
        assert isinstance(record.event, model.CallHeld) and hash == before[31]
        assert json.loads(record.event.arguments) == {"path": "[redacted]", "n": 5, "[redacted]": ["[redacted]"]}
        assert (record.event.tool, record.event.digest, record.event.warnings) == ("push", "d", ("a [redacted] b",))
        result = reader.after(41, 1)[0][0].event
        assert isinstance(result, model.RecordsRedacted)
        assert (result.by, result.reason, [one.seq for one in result.records]) == ("person", "a password", [31, 32, 40])
    await kept.write(2)
    kept.log.close()
    found = check([kept.path], kept.public)
    assert (found.problem, found.redacted, found.last) == ("", 3, 44)
    kept.begin()
    assert not kept.log.trouble and await kept.upkeep.find(SECRET) == []


async def test_the_index_is_removed_while_a_text_is_redacted(secret: Kept, tmp_path: Path) -> None:
    index = tmp_path / "log-index.db"
    with closing(LogReader(secret.path)) as reader, closing(IndexBuilder(reader, index)) as builder:
        builder.catch_up()
    assert files_containing(tmp_path, "hunter2")
    remove(index)
    await secret.upkeep.redact("r", SECRET)
    assert secret.index_removed == 1
    with closing(LogReader(secret.path)) as reader, closing(IndexBuilder(reader, index)) as builder:
        builder.catch_up()
    assert not files_containing(tmp_path, "hunter2")


async def test_all_text_of_one_record_is_redacted(secret: Kept) -> None:
    assert [one.seq for one in await secret.upkeep.redact("r", seqs=[32])] == [32]
    with closing(LogReader(secret.path)) as reader:
        event = reader.after(31, 1)[0][0].event
        assert isinstance(event, model.CallCompleted) and (event.preview, event.outcome) == ("[redacted]", "result")
        assert [one.seq for one in await secret.upkeep.find(SECRET)] == [31, 40]
        await secret.upkeep.redact("again", SECRET, seqs=[31])
        await secret.upkeep.redact("all of it", seqs=[31])
        assert reader.verify().ok, "a record may be redacted again"
        assert await secret.upkeep.redact("nothing is left", seqs=[31]) == []
        assert await secret.upkeep.find(seqs=[4000]) == []


async def test_a_redacted_segment_is_removed_like_others(secret: Kept) -> None:
    await secret.upkeep.redact("r", SECRET)
    await secret.upkeep.compress()
    done = await secret.upkeep.prune(Retention(size=1))
    assert done[-1].last == 41
    with closing(LogReader(secret.path)) as reader:
        report = reader.verify()
        assert report.ok and report.removed and report.unfinished == 0


async def test_redaction_reason_with_the_redacted_text_is_refused(secret: Kept) -> None:
    with pytest.raises(UpkeepError, match="reason"):
        await secret.upkeep.redact(f"it was {SECRET}", SECRET)
    assert secret.log.recorded == 41


@pytest.mark.parametrize("step", [("replace", 1), ("unlink", 1)])
async def test_a_crash_before_the_record_is_written_changes_nothing(secret: Kept, failing, step, monkeypatch) -> None:
    kept = secret
    if step[0] == "replace":
        failing(*step)
        with pytest.raises(KeyboardInterrupt):
            kept.upkeep._write_pending(kept.path / PENDING_FILE, b"x\n")
        monkeypatch.undo()
    else:
        kept.upkeep._write_pending(kept.path / PENDING_FILE, redact(kept_line(kept, 31)) + b"\n")
    await kept.upkeep.finish()
    assert not (kept.path / PENDING_FILE).exists() and not list(kept.path.glob(".part*"))
    assert [one.seq for one in await kept.upkeep.find(SECRET)] == [31, 32, 40], "nobody has recorded it"


def kept_line(kept: Kept, seq: int) -> bytes:
    line = JournalReader(kept.path).line(seq)
    assert line is not None
    return line


@pytest.mark.parametrize("at", [0, 1])
async def test_a_crash_while_segments_are_written_is_finished_at_the_next_start(
    secret: Kept, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = secret
    real, count = kept.log.exchange, [0]

    def broken(old: Path, step) -> None:
        count[0] += 1
        if count[0] > at:
            raise OSError("killed")
        real(old, step)

    monkeypatch.setattr(kept.log, "exchange", broken)
    with pytest.raises(UpkeepError, match="killed"):
        await kept.upkeep.redact("r", SECRET)
    kept.log.close()
    found = check([kept.path], kept.public)
    assert (found.problem, found.redacted + found.unfinished) == ("", 3) and found.unfinished >= 1
    kept.begin()
    await kept.upkeep.finish()
    assert not files_containing(kept.path, SECRET) and not (kept.path / PENDING_FILE).exists()
    with closing(LogReader(kept.path)) as reader:
        report = reader.verify()
        assert (report.ok, report.redacted, report.unfinished) == (True, 3, 0)


@pytest.fixture
async def interrupted(secret: Kept, monkeypatch: pytest.MonkeyPatch) -> Kept:
    """A redaction that is recorded and signed, and whose segments could not be written."""

    def broken(_old: Path, _step: object) -> None:
        raise OSError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(secret.log, "exchange", broken)
        with pytest.raises(UpkeepError, match="the disk is full"):
            await secret.upkeep.redact("r", SECRET)
    return secret


async def test_interrupted_redaction_waits_for_the_key(interrupted: Kept) -> None:
    kept = interrupted
    kept.log.checkpoints._key = None  # started without the keyring
    with pytest.raises(UpkeepError, match="no key"):
        await kept.upkeep.finish()
    kept.log.sign_with(KEY)
    await kept.upkeep.finish()
    assert not files_containing(kept.path, SECRET)


async def test_interrupted_redaction_waits_while_the_checkpoints_cannot_be_read(interrupted: Kept) -> None:
    kept = interrupted
    checkpoints = (kept.path / CHECKPOINTS).read_bytes()
    (kept.path / CHECKPOINTS).write_bytes(b"x\n" + checkpoints)
    with pytest.raises(UpkeepError, match="no checkpoint"):
        await kept.upkeep.finish()
    (kept.path / CHECKPOINTS).write_bytes(checkpoints)
    await kept.upkeep.finish()
    assert not files_containing(kept.path, SECRET)


async def test_redaction_whose_signature_could_not_be_written_waits_for_it(secret: Kept) -> None:
    kept = secret
    await kept.log.write_notice(model.ConfigChanged(what="x", by="person"))
    checkpoints, aside = kept.path / CHECKPOINTS, kept.path / "aside"
    checkpoints.rename(aside)
    checkpoints.mkdir()
    with pytest.raises(UpkeepError):
        await kept.upkeep.redact("r", SECRET)
    checkpoints.rmdir()
    aside.rename(checkpoints)
    with pytest.raises(UpkeepError, match="checkpoint cannot be written"):
        await kept.upkeep.finish()
    await kept.log.write_notice(model.ConfigChanged(what="y", by="person"))
    await kept.upkeep.finish()
    assert not files_containing(kept.path, SECRET)


async def test_interrupted_redaction_is_finished_before_another_one(interrupted: Kept) -> None:
    await interrupted.upkeep.redact("another", "change 7")
    assert not files_containing(interrupted.path, SECRET)


async def test_text_of_an_interrupted_redaction_is_not_archived(interrupted: Kept, tmp_path: Path) -> None:
    archive = tmp_path / "archive"
    archive.mkdir()
    assert await interrupted.upkeep.prune(Retention(size=1), str(archive))
    assert list(archive.iterdir()) and not files_containing(archive, SECRET)


# --- attacks


def replace_line(kept: Kept, seq: int, new: bytes) -> None:
    one = next(one for one in reversed(segments(kept.path)) if one.first <= seq)
    one.path.write_bytes(one.path.read_bytes().replace(kept_line(kept, seq), new))


async def test_a_redacted_line_without_a_record_is_tampering(secret: Kept) -> None:
    secret.log.close()
    replace_line(secret, 31, redact(kept_line(secret, 31), TextMatcher(SECRET)))
    found = check([secret.path])
    assert (found.record, found.checked) == (31, 30) and "marked as redacted" in found.problem


async def test_a_redacted_line_that_is_changed_again_is_tampering(secret: Kept) -> None:
    await secret.upkeep.redact("r", SECRET)
    secret.log.close()
    replace_line(secret, 31, kept_line(secret, 31).replace(b'"tool":"push"', b'"tool":"pull"'))
    assert check([secret.path]).record == 31


async def test_a_redaction_that_was_forged_without_the_key_does_not_count(secret: Kept) -> None:
    kept = secret
    kept.log.close()
    new = redact(kept_line(kept, 31))
    names = (model.RedactedRecord(seq=31, hash=records.original_hash(new).hex(), line=_sha(new)),)
    last = JournalReader(kept.path).last()
    text = records.text(
        42, 9.0, records.encode(model.RecordsRedacted(by="person", reason="", records=names), lambda body: body)
    )
    replace_line(kept, 31, new)
    with segments(kept.path)[-1].path.open("ab") as file:
        file.write(records.line(text, chain.link(records.split(last).previous, records.split(last).text)))
    assert check([kept.path]).problem == "", "the links alone cannot show it"
    found = check([kept.path], kept.public)
    assert found.record == 31 and "not signed" in found.problem
    kept.begin()
    (kept.path / PENDING_FILE).write_bytes(redact(kept_line(kept, 32)) + b"\n")
    await kept.upkeep.finish()
    assert [one.seq for one in await kept.upkeep.find(SECRET)] == [32, 40]


async def test_redaction_forged_and_later_signed_is_not_accepted(secret: Kept) -> None:
    kept = secret
    kept.log.close()
    new = redact(kept_line(kept, 31))
    names = (model.RedactedRecord(seq=31, hash=records.original_hash(new).hex(), line=_sha(new)),)
    forged = records.encode(model.RecordsRedacted(by="person", reason="", records=names), lambda body: body)
    replace_line(kept, 31, new)
    with segments(kept.path)[-1].path.open("ab") as file:
        file.write(records.line(records.text(42, 9.0, forged), kept.log.head[1]))
    kept.begin()
    kept.log.write(model.RecordsUnsigned(first=42, last=42))  # as after a power failure
    kept.log.close()
    found = check([kept.path], kept.public)
    assert (found.signed, found.noticed) == (43, ((42, 42),))
    assert found.record == 31 and "not signed" in found.problem


def _sha(line: bytes) -> str:
    import hashlib

    return hashlib.sha256(line).hexdigest()


async def test_a_redaction_that_is_recorded_but_not_signed_is_not_carried_out(secret: Kept) -> None:
    kept = secret
    new = redact(kept_line(kept, 31))
    names = (model.RedactedRecord(seq=31, hash=records.original_hash(new).hex(), line=_sha(new)),)
    kept.log.close()
    last = JournalReader(kept.path).last()
    text = records.text(
        42, 9.0, records.encode(model.RecordsRedacted(by="person", reason="", records=names), lambda body: body)
    )
    with segments(kept.path)[-1].path.open("ab") as file:
        file.write(records.line(text, chain.link(records.split(last).previous, records.split(last).text)))
    kept.begin()
    (kept.path / PENDING_FILE).write_bytes(new + b"\n")
    await kept.upkeep.finish()
    assert kept_line(kept, 31) != new
    kept.log.write(model.RecordsUnsigned(first=42, last=42))  # as at a start
    kept.log.close()
    kept.begin()
    (kept.path / PENDING_FILE).write_bytes(new + b"\n")
    await kept.upkeep.finish()
    assert kept_line(kept, 31) != new, "also after a later checkpoint covers it"


# --- lines


def lined(event: model.Event) -> bytes:
    return records.line(records.text(7, 1.5, records.encode(event, lambda body: body)), b"p" * 32)[:-1]


HIDDEN = "a hunter2 b"
ABOUT = {"call": "c1", "session": "s1", "client": "hunter2", "server": "hunter2"}
ORIGIN = Approver(process=ProcessInfo(surface="serve", user=HIDDEN, terminal=HIDDEN))


@pytest.mark.parametrize("event", [
    msgspec.structs.replace(held(HIDDEN), tool=HIDDEN, request=json.dumps(HIDDEN), secrets=(HIDDEN,)),
    model.CallDecided(**ABOUT, tool=HIDDEN, method=HIDDEN, verdict="allow", by="rule hunter2", approver=ORIGIN),
    model.ConfigChanged(
        what=coded("gate.rule_added", id=HIDDEN), by="hunter2", detail=HIDDEN, approver=ORIGIN,
        presence=PresenceProof(by=HIDDEN),
    ),
    model.SecretReleased(server="hunter2", secret=HIDDEN, place=HIDDEN),
    model.SessionStarted(session="s1", client="hunter2", server="git", program=HIDDEN, claim=HIDDEN),
    model.TaskEnded(**ABOUT, tool="push", task=HIDDEN, status="completed"),
    runs.AppStarted(process=ORIGIN.process),
], ids=lambda event: event.__struct_config__.tag)  # fmt: skip
def test_text_is_replaced_in_every_member_but_those_that_say_what_happened(event: model.Event) -> None:
    line = lined(event)
    new = redact(line, TextMatcher("hunter2"))
    was, now = json.loads(line), json.loads(new)
    assert all(now[name] == was[name] for name in KEPT_MEMBERS & was.keys() - {"texts"})
    assert "hunter2" not in json.dumps({name: value for name, value in now.items() if name not in KEPT_MEMBERS})
    assert "hunter2" not in json.dumps(now.get("texts"))
    assert records.decode(new).event.__struct_config__.tag == event.__struct_config__.tag
    assert list(now)[-2:] == ["redacted", "prev"]
    assert records.original_hash(new) == chain.link(b"p" * 32, records.split(line).text)
    assert records.original_hash(line) is None
    assert redact(line, TextMatcher("absent")) is None


def test_all_text_of_a_record_does_not_include_what_happened() -> None:
    line = lined(held("push"))
    was, now = json.loads(line), json.loads(redact(line))
    assert {name for name in was if now[name] != was[name]} == {"arguments", "warnings"}


def test_records_about_the_log_itself_are_never_redacted() -> None:
    event = model.RecordsRedacted(by="person", reason="a reason", records=())
    assert redact(lined(event)) is None


def test_the_code_of_a_redacted_text_goes_with_it() -> None:
    reason = coded("store.upkeep_failed", reason="hunter2")
    line = lined(model.MessageRefused(client="c", server="s", reason=reason))
    for new in (redact(line, TextMatcher("hunter2")), redact(line)):
        assert b"hunter2" not in new and records.decode(new).event.reason


def test_a_line_of_a_former_version_is_redacted() -> None:
    text = (
        b'{"event":{"kind":"returned","call":"c","session":"s","client":"a","server":"b","tool":"t","outcome":"result",'
    )
    text += b'"size":1,"digest":"d","took":0.5,"preview":"the word"},"seq":3,"time":2.5}'
    new = redact(records.line(text, b"p" * 32)[:-1], TextMatcher("word"))
    record = records.decode(new)
    assert (record.seq, record.time, record.event.preview) == (3, 2.5, "the [redacted]")


@given(st.text(min_size=3, max_size=12), st.text(max_size=8), st.booleans())
def test_any_text_is_found_in_any_spelling(text: str, around: str, ascii: bool) -> None:
    if text.strip() != text or text in "[redacted]" or any("\ud800" <= one <= "\udfff" for one in text + around):
        return
    arguments = json.dumps({"a": around + text + around}, ensure_ascii=ascii)
    new = redact(lined(msgspec.structs.replace(held("x"), arguments=arguments, warnings=())), TextMatcher(text))
    assert new is not None
    assert text not in json.loads(records.decode(new).event.arguments).get("a", "").replace("[redacted]", "")


Writer = Callable[[str], str]


def escaped(text: str) -> str:
    """JSON text with every character escaped, as some servers write it."""
    units = text.encode("utf-16-be").hex()
    return '"' + "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4)) + '"'


def as_go(text: str) -> str:
    return re.sub("[<>&]", lambda found: f"\\u{ord(found[0]):04x}", json.dumps(text, ensure_ascii=False))


WRITERS = (
    json.dumps,
    lambda text: json.dumps(text, ensure_ascii=False),
    lambda text: json.dumps(text).replace("/", "\\/"),
    as_go,
)


@given(
    st.text(st.characters(codec="utf-8") | st.sampled_from('\\/"&\n'), min_size=3, max_size=12),
    st.sampled_from((*WRITERS, escaped)),
    st.lists(st.sampled_from(WRITERS), max_size=2),
)
def test_any_text_is_found_in_a_result_as_its_server_wrote_it(text: str, first: Writer, more: list[Writer]) -> None:
    if text in "[redacted]":
        return
    written = f"({text})"
    for write in (first, *more):
        written = write(written)
    new = redact(lined(completed(written + ',"cut')), TextMatcher(text))
    assert new is not None
    found = records.decode(new).event.preview.removesuffix(',"cut')
    for _ in (first, *more):
        found = json.loads(found)
    assert text not in found.replace("[redacted]", "")


def test_a_text_is_sought_among_backslashes_in_linear_time() -> None:
    begun = time.process_time()
    for text in ('a"b', "\\\\\\", "/x/", "\n\n\n"):
        assert not TextMatcher(text + "?").occurs_in("\\" * 100_000 + "x" + "\\u005c" * 100_000)
    assert time.process_time() - begun < 5


@pytest.mark.parametrize("number", ["12.50", "1e400", "4111111111111111.123"])
def test_a_number_that_python_writes_in_another_way_is_redacted(number: str) -> None:
    line = lined(msgspec.structs.replace(held("x"), arguments=f'{{"amount":{number}}}'))
    assert records.decode(redact(line, TextMatcher(number))).event.arguments == '{"amount":[redacted]}'


def test_a_number_and_a_text_across_values_are_redacted() -> None:
    line = lined(msgspec.structs.replace(held("x"), arguments='{"card":4111222,"a":"b","c":"d"}'))
    assert json.loads(records.decode(redact(line, TextMatcher("4111222"))).event.arguments)["card"] == "[redacted]"
    assert b'b\\",\\"c' not in redact(line, TextMatcher('b","c'))


def test_too_deep_line_is_not_redacted() -> None:
    text = b'{"seq":1,"time":1.0,"kind":"config_changed","what":"w","by":"b","detail":' + b"[" * 200_000 + b"}"
    with pytest.raises(ValueError):
        redact(records.line(text, b"p" * 32)[:-1])


def test_line_with_an_invalid_redaction_hash_is_not_redacted() -> None:
    good = redact(lined(held("x")))
    at = good.index(b'"redacted":"') + len(b'"redacted":"')
    assert records.original_hash(good) is not None
    for wrong in (b"z" * 64, b"A" * 64):
        assert records.original_hash(good[:at] + wrong + good[at + 64 :]) is None


@given(st.binary(max_size=200))
def test_invalid_line_is_not_redacted(data: bytes) -> None:
    with pytest.raises(ValueError):
        redact(data + b"x")
