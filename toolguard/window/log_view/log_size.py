"""A notice that the log has become large, once for each 5 GB."""

from __future__ import annotations

from PySide6.QtCore import QLocale

from toolguard.services.interface import RefusedError
from toolguard.window.log_view.verify import ResultBanner
from toolguard.window.page import PageContext

_SETTINGS_KEY = "audit/size-step"


class LogSizeNotice(ResultBanner):
    """Shown until the person hides it; again when the log has grown by another step."""

    def __init__(self, context: PageContext) -> None:
        super().__init__("", "")
        self.text_label.setAccessibleName(self.tr("Size of the log"))
        self.close_button.setAccessibleName(self.tr("Hide size of the log"))
        self._context = context
        self._step = 0
        self.close_button.clicked.connect(self._is_seen)

    def update_size(self) -> None:
        """Read the log's size, and show the notice if it has reached the next step."""
        self._context.core_link.spawn(self._read_size())

    async def _read_size(self) -> None:
        try:
            size = await self._context.core_link.run(lambda core: core.log.size())
        except RefusedError:
            return
        self._step = size["step"]
        noticed_step = self._context.settings.value(_SETTINGS_KEY, 0, int)
        if self._step > int(str(noticed_step)):
            text = self.tr(
                "The log takes {0}. Under Settings → Log you can limit its size, remove old records or archive them."
            )
            self.show_result("caution", text.format(QLocale().formattedDataSize(size["bytes"])))

    def _is_seen(self) -> None:
        self._context.settings.setValue(_SETTINGS_KEY, self._step)
