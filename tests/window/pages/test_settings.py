"""The page Settings: every preference has a row, a change holds at once and can be undone, wrong input is explained."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QLabel, QLineEdit, QMenu, QWidget

from tests.support.services_harness import Harness
from tests.support.waiting import until
from tests.window.conftest import WindowHarness, name_of, opened
from toolguard.gate.model import Snapshot
from toolguard.services.settings import AT_LOGIN
from toolguard.store.config.config import Preferences
from toolguard.store.shipping.shipper import ShippingStatus
from toolguard.tables import values
from toolguard.tables.settings import SETTINGS, grouped
from toolguard.window import core_translation
from toolguard.window.forms.setting_controls import NumberControl, SettingControl
from toolguard.window.pages.settings import SettingsPage
from toolguard.window.preferences import DEFAULTS, WindowPreferences


@pytest.fixture(autouse=True)
def _own_desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "xdg"))


@pytest.fixture
async def shown(tmp_path: Path, office: Harness) -> AsyncIterator[WindowHarness]:
    async with opened(tmp_path, page="settings", run=office.run) as harness:
        await until(lambda: harness.is_shown("Sound"))
        yield harness


def page(harness: WindowHarness) -> SettingsPage:
    found = harness.window.stack.page("settings")
    assert isinstance(found, SettingsPage)
    return found


def control(harness: WindowHarness, name: str) -> Any:
    """What can be worked with under that name, not the words beside it."""
    found = [each for each in harness.window.findChildren(QWidget) if each.isVisible() and name_of(each) == name]
    return next(each for each in found if not isinstance(each, QLabel))


def complaint(harness: WindowHarness, name: str) -> str:
    label = page(harness).rows[name].complaint
    return label.text() if label.isVisible() else ""


async def changed(harness: WindowHarness, title: str, before: str, now: str) -> None:
    """Wait until the page says that the setting was changed."""
    text = f"Changed “{title}” from {before} to {now}."
    await until(lambda: harness.window.stack.page("settings").notice.text_label.text() == text)


def type_into(harness: WindowHarness, name: str, text: str) -> None:
    field = control(harness, name)
    page(harness).area.ensureWidgetVisible(field)
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def test_every_setting_has_a_row_and_a_description() -> None:
    rows = {name: row for group in grouped().values() for name, row in group.items()}
    assert rows.keys() == {*Preferences.__struct_fields__, AT_LOGIN}
    assert len({row.title for row in rows.values()}) == len(rows)
    assert all(row.about.endswith(".") for row in rows.values())


def test_window_uses_defaults_before_the_first_preferences() -> None:
    unset = Preferences()
    assert all(getattr(unset, name) == value for name, value in DEFAULTS.items() if name != "reasons")


async def test_every_setting_shows_its_current_value(shown: WindowHarness, office: Harness) -> None:
    rows = page(shown).rows
    assert all(row.isVisible() for row in rows.values())
    assert control(shown, "Sound").isChecked() is False
    assert control(shown, "Show notifications").isChecked() is True
    assert control(shown, "Approval timeout").text() == "300"
    assert control(shown, "Appearance").currentText() == "System default"
    assert [control(shown, "Language").itemText(at) for at in range(3)] == ["System default", "English", "简体中文"]
    reasons = core_translation.all_local(office.config.preferences.reasons)
    assert [control(shown, f"Value {number} of Denial reasons").text() for number in (1, 2, 3)] == list(reasons)


async def test_switch_applies_at_once_and_can_be_undone(shown: WindowHarness, office: Harness) -> None:
    changes: list[bool] = []
    shown.window.preferences.changed.connect(lambda: changes.append(shown.window.preferences["sound"]))
    control(shown, "Sound").toggle()
    await until(lambda: office.config.preferences.sound)
    await until(lambda: changes == [True])
    await changed(shown, "Sound", "Off", "On")
    assert shown.window.stack.page("settings").notice.text_label.text() == "Changed “Sound” from Off to On."
    shown.press("Undo")
    await until(lambda: not office.config.preferences.sound)
    await until(lambda: not control(shown, "Sound").isChecked())
    await until(lambda: changes == [True, False])
    assert shown.window.stack.page("settings").notice.text_label.text() != "Changed “Sound” from Off to On."


async def test_setting_that_differs_from_its_default_is_marked(shown: WindowHarness, office: Harness) -> None:
    mark = page(shown).rows["sound"].difference
    assert mark.isHidden()
    control(shown, "Sound").toggle()
    await until(mark.isVisible)
    assert mark.text() == "Changed. Default: Off"
    control(shown, "Sound").toggle()
    await until(mark.isHidden)


async def test_setting_can_be_reset_to_its_default(shown: WindowHarness, office: Harness) -> None:
    control(shown, "Appearance").setCurrentIndex(2)
    await until(lambda: office.config.preferences.appearance == "dark")
    await until(page(shown).rows["appearance"].reset.isVisible)
    shown.press("Reset: Appearance")
    await until(lambda: office.config.preferences.appearance == "system")
    await until(lambda: control(shown, "Appearance").currentIndex() == 0)
    assert page(shown).rows["appearance"].reset.isHidden()
    shown.press("Undo")
    await until(lambda: office.config.preferences.appearance == "dark")


async def test_undo_has_its_key(shown: WindowHarness, office: Harness) -> None:
    control(shown, "Appearance").setCurrentIndex(2)
    await until(lambda: office.config.preferences.appearance == "dark")
    await until(
        lambda: (
            shown.window.stack.page("settings").notice.text_label.text()
            == "Changed “Appearance” from System default to Dark."
        )
    )
    QTest.keySequence(shown.window, QKeySequence(QKeySequence.StandardKey.Undo))
    await until(lambda: office.config.preferences.appearance == "system")
    await until(lambda: control(shown, "Appearance").currentIndex() == 0)


async def test_zero_is_shown_with_its_meaning(shown: WindowHarness) -> None:
    rows = page(shown).rows
    assert rows["presence_validity"]._unit.text() == "seconds (every approval)"
    assert rows["log_keep_days"]._unit.text() == "days (keep everything)"
    type_into(shown, "Keep the log for", "30")
    assert rows["log_keep_days"]._unit.text() == "days"


async def test_return_applies_a_number_and_invalid_input_is_explained(shown: WindowHarness, office: Harness) -> None:
    name = "Approval timeout"
    type_into(shown, name, "9x")
    assert "whole number from 1 to 86,400, or 0 for no limit" in complaint(shown, "prompt_timeout")
    assert complaint(shown, "prompt_timeout").endswith("Still in effect: 300 seconds.")
    QTest.keyClick(control(shown, name), Qt.Key.Key_Return)
    await asyncio.sleep(0.02)
    assert office.config.preferences.prompt_timeout == 300
    assert control(shown, name).text() == "9x"
    assert "whole number" in control(shown, name).accessibleDescription()
    type_into(shown, name, "600")
    assert complaint(shown, "prompt_timeout") == ""
    QTest.keyClick(control(shown, name), Qt.Key.Key_Return)
    await changed(shown, name, "300 seconds", "600 seconds")
    assert office.config.preferences.prompt_timeout == 600
    results = [label.text() for label in page(shown).rows["prompt_timeout"].findChildren(QLabel)]
    assert "seconds (10:00)" in results
    type_into(shown, name, "9x")
    assert page(shown).notice.isHidden(), "no success is shown beside the error"


async def test_number_is_applied_when_the_field_loses_the_focus(shown: WindowHarness, office: Harness) -> None:
    type_into(shown, "Maximum pending calls (all clients)", "50")
    control(shown, "Maximum pending calls (per session)").setFocus()
    await changed(shown, "Maximum pending calls (all clients)", "1,000 calls", "50 calls")
    assert office.config.preferences.pending_total == 50


@pytest.mark.parametrize(
    ("typed", "number"),
    [("0", 0), ("1", 1), (" 86400 ", 86_400), ("86401", None), ("-1", None), ("1.5", None), ("", None), ("٣", None)],
)
def test_accepted_forms_of_numbers(typed: str, number: int | None) -> None:
    value = SETTINGS["prompt_timeout"].value
    assert isinstance(value, values.Number)
    made = NumberControl("t", "w", value)
    made.field.setText(typed)
    assert made._read() == number


async def test_quiet_hours_accept_common_time_formats(shown: WindowHarness, office: Harness) -> None:
    control(shown, "Quiet hours").toggle()
    await until(lambda: office.config.preferences.quiet_hours == "22:00-07:00")
    await until(lambda: page(shown).rows["quiet_hours"]._value == "22:00-07:00")
    type_into(shown, "Quiet from", "9pm")
    QTest.keyClick(control(shown, "Quiet from"), Qt.Key.Key_Return)
    assert "such as 22:00 and 7:30" in complaint(shown, "quiet_hours")
    assert complaint(shown, "quiet_hours").endswith("Still in effect: 22:00–07:00.")
    assert office.config.preferences.quiet_hours == "22:00-07:00"
    for typed, stored in (("23", "23:00-07:00"), ("9.30", "09:30-07:00"), ("1815", "18:15-07:00")):
        type_into(shown, "Quiet from", typed)
        QTest.keyClick(control(shown, "Quiet from"), Qt.Key.Key_Return)
        await until(lambda stored=stored: page(shown)._values["quiet_hours"] == stored)
        assert office.config.preferences.quiet_hours == stored
    assert complaint(shown, "quiet_hours") == ""
    control(shown, "Quiet hours").toggle()
    await until(lambda: page(shown)._values["quiet_hours"] == "")
    assert office.config.preferences.quiet_hours == ""


async def test_reasons_are_added_changed_and_removed_as_rows(shown: WindowHarness, office: Harness) -> None:
    office.config.set_preference("reasons", ["Not now."])
    shown.window.preferences.update({"reasons": ("Not now.",)})
    await until(lambda: len(page(shown).rows["reasons"].rows) == 1)  # type: ignore[attr-defined]
    shown.press("Add reason")
    assert QApplication.focusWidget() is control(shown, "Value 2 of Denial reasons")
    assert not page(shown).rows["reasons"].add.isEnabled()  # type: ignore[attr-defined]
    QTest.keyClicks(control(shown, "Value 2 of Denial reasons"), "  Ask me first. \r")
    await until(lambda: office.config.preferences.reasons == ("Not now.", "Ask me first."))
    type_into(shown, "Value 1 of Denial reasons", "Never.\r")
    await until(lambda: office.config.preferences.reasons == ("Never.", "Ask me first."))
    await until(lambda: page(shown)._values["reasons"] == ["Never.", "Ask me first."])
    assert len(page(shown).rows["reasons"].rows) == 2  # type: ignore[attr-defined]
    shown.press("Remove entry 1 of Denial reasons")
    await until(lambda: office.config.preferences.reasons == ("Ask me first.",))
    control(shown, "Value 1 of Denial reasons").clear()
    QTest.keyClick(control(shown, "Value 1 of Denial reasons"), Qt.Key.Key_Return)
    await until(lambda: office.config.preferences.reasons == ())


async def test_value_of_a_header_can_be_a_secret(shown: WindowHarness, office: Harness) -> None:
    await office.order("secret.set", name="otel", value="hunter2-secret")
    await page(shown)._read_secrets()
    shown.press("Add header")
    QTest.keyClicks(control(shown, "Name 1 of OpenTelemetry headers"), "not a name")
    QTest.keyClicks(control(shown, "Value 1 of OpenTelemetry headers"), "x\r")
    assert complaint(shown, "ship_headers").startswith("Not saved. “not a name=x” must be")
    type_into(shown, "Name 1 of OpenTelemetry headers", "Authorization\r")
    await until(lambda: complaint(shown, "ship_headers").startswith("Not changed: The header Authorization carries a"))
    shown.press("Secret for value 1 of OpenTelemetry headers")
    menus = [menu for menu in shown.window.findChildren(QMenu) if "otel" in [each.text() for each in menu.actions()]]
    menus[0].actions()[0].trigger()
    menus[0].close()
    QTest.keyClick(control(shown, "Value 1 of OpenTelemetry headers"), Qt.Key.Key_Return)
    await until(lambda: office.config.preferences.ship_headers == ("Authorization=${secret:otel}",))


async def test_client_timeouts_are_added_changed_and_removed_as_rows(shown: WindowHarness, office: Harness) -> None:
    office.config.set_preference("client_timeouts", ["a=b\u202e=30"])
    shown.window.preferences.update({"client_timeouts": ("a=b\u202e=30",)})
    await until(lambda: page(shown).rows["client_timeouts"].rows)  # type: ignore[attr-defined]
    known = "Timeout of a=b⟨U+202E RIGHT-TO-LEFT OVERRIDE⟩ in seconds"
    shown.press("Add client")
    assert QApplication.focusWidget() is control(shown, "Name of the client")
    QTest.keyClicks(control(shown, "Name of the client"), "Cursor")
    QTest.keyClicks(control(shown, "Timeout of the new client in seconds"), "5 min\r")
    assert complaint(shown, "client_timeouts") == "Not saved. Enter the timeout of Cursor in seconds."
    control(shown, known).setText("90")
    QTest.keyClick(control(shown, known), Qt.Key.Key_Return)
    await until(lambda: office.config.preferences.client_timeouts == ("a=b\u202e=90",))
    control(shown, "Timeout of the new client in seconds").setText("300")
    QTest.keyClick(control(shown, "Name of the client"), Qt.Key.Key_Return)
    await until(lambda: office.config.preferences.client_timeouts == ("a=b\u202e=90", "Cursor=300"))
    await until(lambda: shown.is_shown("Timeout of Cursor in seconds"))
    assert not shown.is_shown("Name of the client") and complaint(shown, "client_timeouts") == ""
    control(shown, known).setText("soon")
    shown.press("Remove the timeout of Cursor")
    await until(lambda: office.config.preferences.client_timeouts == ("a=b\u202e=90",))  # what is wrong changes nothing


async def test_input_in_the_row_of_a_client_stays_when_timeouts_change_elsewhere(
    shown: WindowHarness, office: Harness
) -> None:
    def change(*timeouts: str) -> None:
        office.config.set_preference("client_timeouts", list(timeouts))
        shown.window.preferences.update({"client_timeouts": timeouts})

    change("Cursor=60")
    await until(lambda: shown.is_shown("Timeout of Cursor in seconds"))
    type_into(shown, "Timeout of Cursor in seconds", "12")
    change("Cursor=60", "Zed=30")
    await until(lambda: shown.is_shown("Timeout of Zed in seconds"))
    assert QApplication.focusWidget() is control(shown, "Timeout of Cursor in seconds")
    QTest.keyClicks(control(shown, "Timeout of Cursor in seconds"), "0\r")
    await until(lambda: office.config.preferences.client_timeouts == ("Cursor=120", "Zed=30"))
    await until(lambda: page(shown).notice.text_label.text() == "Changed “Client timeouts”.")
    type_into(shown, "Timeout of Cursor in seconds", "soon")
    shown.press("Remove the timeout of Zed")
    await until(lambda: office.config.preferences.client_timeouts == ("Cursor=120",))  # what was saved last, not first
    control(shown, "Remove the timeout of Cursor").setFocus()
    QTest.keyClick(control(shown, "Remove the timeout of Cursor"), Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is control(shown, "Add client")


async def test_external_change_is_shown(shown: WindowHarness, office: Harness) -> None:
    office.config.set_preference("sound", True)
    office.config.set_preference("tray", False)
    shown.window.preferences.update({"sound": True})  # as the app tells of it
    await until(lambda: control(shown, "Sound").isChecked() and not control(shown, "Tray icon").isChecked())


async def test_external_change_keeps_typed_text(shown: WindowHarness, office: Harness) -> None:
    type_into(shown, "Maximum pending calls (all clients)", "77")
    office.config.set_preference("sound", True)
    shown.window.preferences.update({"sound": True})
    await until(lambda: control(shown, "Sound").isChecked())
    assert control(shown, "Maximum pending calls (all clients)").text() == "77"


async def test_invalid_input_stays_while_another_setting_changes(shown: WindowHarness) -> None:
    type_into(shown, "Maximum pending calls (all clients)", "many")
    control(shown, "Sound").toggle()
    await changed(shown, "Sound", "Off", "On")
    assert control(shown, "Maximum pending calls (all clients)").text() == "many"
    assert "whole number" in complaint(shown, "pending_total")


async def test_start_at_login_can_be_turned_on(shown: WindowHarness, tmp_path: Path) -> None:
    control(shown, "Start at login").toggle()
    await until((tmp_path / "xdg" / "autostart" / "toolguard.desktop").exists)
    notice = shown.window.stack.page("settings").notice
    await until(lambda: notice.text_label.text() == "Changed “Start at login” from Off to On.")
    shown.press("Undo")
    await until(lambda: not page(shown)._values["start_at_login"])
    assert not (tmp_path / "xdg" / "autostart" / "toolguard.desktop").exists()


async def test_state_folder_is_shown_and_opened(
    shown: WindowHarness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    urls: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: urls.append(url.toLocalFile()))
    assert str(tmp_path) in control(shown, "State folder").toPlainText()
    assert "ToolGuard" in control(shown, "Version").toPlainText()
    shown.press("Open folder")
    assert urls == [str(tmp_path)]


async def test_unreadable_settings_are_reported(harness: WindowHarness) -> None:
    harness.window.turn("settings")
    await until(lambda: page(harness).problem.isVisible())
    assert "Can't read" in page(harness).problem.text()


async def test_tab_reaches_every_control_and_leaves(shown: WindowHarness) -> None:
    page(shown).panes()[0].setFocus()
    seen: list[Any] = []
    while (focus := QApplication.focusWidget()) not in seen:
        seen.append(focus)
        QTest.keyClick(focus, Qt.Key.Key_Tab)
    fields = [field for row in page(shown).rows.values() for field in (row.control, *row.fields())]
    assert all(field in seen for field in fields if field is not None and field.isEnabled())
    assert shown.window.side.buttons[0] in seen
    assert page(shown).folder in seen


async def test_other_pages_can_open_a_setting(shown: WindowHarness) -> None:
    shown.window.go("settings", "keyring_timeout")
    row: SettingControl = page(shown).rows["keyring_timeout"]
    area = page(shown).area
    assert area.viewport().rect().contains(row.mapTo(area.viewport(), row.rect().center()))
    shown.window.go("settings", "no such setting")


def test_preferences_signal_only_changes() -> None:
    preferences, changes = WindowPreferences({"sound": True}), list[int]()
    preferences.changed.connect(lambda: changes.append(1))
    preferences.update({"sound": True, "tray": True})
    assert changes == []
    preferences.update({"tray": False})
    assert (changes, preferences["tray"], preferences["sound"]) == ([1], False, True)


async def test_number_shows_its_unit_except_for_a_port(shown: WindowHarness) -> None:
    units = {name: row._unit.text() for name, row in page(shown).rows.items() if isinstance(row, NumberControl)}
    assert units["pending_total"] == "calls" and units["http_port"] == ""


async def test_setting_title_is_the_accessible_name(shown: WindowHarness) -> None:
    for row in page(shown).rows.values():
        assert row._name.buddy() is row.control, row.title


def receiver(**more: Any) -> ShippingStatus:
    return ShippingStatus(kind="otlp", place="https://otel.example/v1/logs", **more)


async def test_log_shipping_status_is_among_the_settings(tmp_path: Path, office: Harness) -> None:
    found = [receiver(behind=1234, problem="nothing listens there", failures=1)]
    office.app = replace(office.app, shipping=lambda: tuple(found))
    async with opened(tmp_path, page="settings", run=office.run) as harness:
        line = page(harness).shipping.lines[0]
        await until(lambda: "nothing listens there" in line.text())
        assert line.text() == (
            "https://otel.example/v1/logs: Not sent: nothing listens there. Records waiting: 1,234. Nothing sent yet."
        )
        assert line.property("tone") == "danger" and not page(harness).shipping.lines[1].isVisible()
        found[:] = [receiver(time=1_700_000_000.0, missed=3, refused=2)]
        page(harness).shipping.request()
        await until(lambda: "Up to date." in line.text())
        assert "Removed before they were sent: 3." in line.text() and "Not kept by the receiver: 2." in line.text()
        assert line.property("tone") == "quiet" and "2023-11-1" in line.text()
        found.clear()
        page(harness).shipping.request()
        await until(lambda: page(harness).shipping.isHidden())


async def test_organization_settings_are_shown_and_read_only(tmp_path: Path, office: Harness) -> None:
    office.app = replace(office.app, fixed={"ship_otlp": "https://otel.example/v1/logs"})
    async with opened(tmp_path, page="settings", run=office.run) as harness:
        row = page(harness).rows["ship_otlp"]
        await until(lambda: "Set by your organization." in row.text_label.text())
        field = control(harness, "OpenTelemetry endpoint")
        assert field.text() == "https://otel.example/v1/logs" and not field.isEnabled()
        assert control(harness, "Syslog server").isEnabled()
        assert "organization" not in page(harness).rows["ship_syslog"].text_label.text()
        office.app = replace(office.app, fixed={})
        page(harness)._is_requested = False
        page(harness).set_snapshot(Snapshot())
        await until(field.isEnabled)
        assert "organization" not in row.text_label.text()


def titles(shown: WindowHarness) -> list[str]:
    index = page(shown).index
    return [index.item(row).text() for row in range(index.count()) if not index.item(row).isHidden()]


async def test_index_scrolls_to_sections_and_follows_scrolling(shown: WindowHarness) -> None:
    index, area = page(shown).index, page(shown).area
    assert titles(shown) == [group.title for group in grouped()] + ["About"]
    at = titles(shown).index("Limits")
    place = index.visualItemRect(index.item(at)).center()
    QTest.mouseClick(index.viewport(), Qt.MouseButton.LeftButton, pos=place)
    title = next(label for label in area.findChildren(QLabel) if label.text() == "Limits")
    await until(lambda: 0 <= title.mapTo(area.viewport(), title.rect().topLeft()).y() < 20)
    assert index.currentItem().text() == "Limits"
    bar = area.verticalScrollBar()
    place = bar.value()
    for above, current in ((140, "Authentication"), (60, "Limits"), (-40, "Limits")):
        bar.setValue(place - above)
        assert index.currentItem().text() == current
    area.verticalScrollBar().setValue(0)
    assert index.currentItem().text() == "Window"
    area.verticalScrollBar().setValue(area.verticalScrollBar().maximum())
    assert index.currentItem().text() == "About"


async def test_index_works_by_keyboard(shown: WindowHarness) -> None:
    index = page(shown).index
    index.setFocus()
    QTest.keyClick(index, Qt.Key.Key_Down)
    assert index.currentItem().text() == "Notifications" and page(shown).area.verticalScrollBar().value() > 0
    QTest.keyClick(index, Qt.Key.Key_Return)
    assert name_of(QApplication.focusWidget()) == "Show notifications"


async def test_index_lists_only_matching_sections(shown: WindowHarness) -> None:
    page(shown).search.setText("quiet hours")
    assert titles(shown) == ["Notifications"]
    page(shown).search.setText("no such thing")
    assert titles(shown) == []
    page(shown).search.clear()
    assert len(titles(shown)) == len(grouped()) + 1


async def test_missing_folder_or_file_is_reported_and_checked_again(shown: WindowHarness, tmp_path: Path) -> None:
    rows, path = page(shown).rows, tmp_path / "missing"
    for name, text in (
        ("log_archive", "The folder does not exist yet."),
        ("ship_ca", "The file does not exist yet."),
    ):
        row: Any = rows[name]
        assert row.doubt.isHidden(), "there is no path"
        row.change(str(path))
        await until(row.doubt.isVisible)
        assert row.doubt.text() == text and row.doubt.property("tone") == "caution"
    assert rows["log_archive"].create_button.isVisible() and rows["ship_ca"].create_button.isHidden(), (
        "a folder can be created"
    )
    path.mkdir()
    shown.window.turn("rules")
    shown.window.turn("settings")
    await until(lambda: rows["log_archive"].doubt.isHidden() and rows["ship_ca"].doubt.isHidden())
    assert rows["log_archive"].create_button.isHidden()


async def test_created_folder_is_accessible_only_to_its_owner(shown: WindowHarness, tmp_path: Path) -> None:
    row: Any = page(shown).rows["log_archive"]
    path, in_file = tmp_path / "new" / "archive", tmp_path / "file" / "archive"
    row.change(str(path))
    await until(row.create_button.isVisible)
    row.create_button.setFocus()
    row.create_button.click()
    await until(row.doubt.isHidden)
    assert path.is_dir() and path.stat().st_mode & 0o777 == 0o700 and row.create_button.isHidden()
    assert row.field.hasFocus(), "not another button or switch, which the same key would press"
    in_file.parent.write_text("")
    row.change(str(in_file))
    await until(row.create_button.isVisible)
    row.create_button.click()
    await until(row.complaint.isVisible)
    assert "could not be created" in row.complaint.text()
    await until(row.create_button.isVisible)


async def test_checkpoints_in_syslog_are_no_missing_folder(shown: WindowHarness) -> None:
    row: Any = page(shown).rows["checkpoint_copies"]
    row.change("syslog")
    await until(lambda: page(shown).context.preferences["checkpoint_copies"] == "syslog")
    assert row.doubt.isHidden() and not row._beside.is_busy


async def test_a_folder_can_be_chosen_in_a_dialog(shown: WindowHarness, tmp_path: Path) -> None:
    row, folder = page(shown).rows["log_archive"], tmp_path / "archive"
    folder.mkdir()
    button = control(shown, "Choose: Archive to folder")
    page(shown).area.ensureWidgetVisible(button)
    button.click()
    dialog = button.findChild(QFileDialog)
    assert dialog.fileMode() == QFileDialog.FileMode.Directory
    dialog.setDirectory(str(tmp_path))
    dialog.findChild(QLineEdit, "fileNameEdit").setText("archive")
    dialog.accept()
    await until(lambda: page(shown).context.preferences["log_archive"] == str(folder))
    assert row.findChild(QLineEdit).text() == str(folder)
