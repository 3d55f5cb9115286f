"""What floats over a page's lower edge, so that nothing moves when it comes or goes."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QApplication, QFrame, QWidget

from toolguard.window import theme

WIDEST = 640


class Toast(QFrame):
    """In the middle of ``page``'s lower edge; takes no focus."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.setObjectName("toast")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._page = page
        self._lift = 0
        self.hide()

    def width_wanted(self) -> int:
        """How wide it would be in one line."""
        return self.sizeHint().width()

    def place(self) -> None:
        """Be as large as what is said, where it belongs."""
        room = min(WIDEST, self._page.width() - theme.SPACE * 12)
        self.resize(min(self.width_wanted(), room), self.height())
        layout = self.layout()
        if layout is not None:
            layout.activate()  # now: what wraps is as tall as its width makes it
        self.resize(self.width(), self.sizeHint().height())
        left = (self._page.width() - self.width()) // 2
        self.move(max(0, left), self._page.height() - self.height() - theme.SPACE * 6 - self._lift)

    def showEvent(self, event: QShowEvent) -> None:
        """Stand above what floats there already, and above what has the keyboard: it may be pressed again."""
        super().showEvent(event)
        others = [one for one in self.window().findChildren(Toast) if one is not self and one.isVisible()]
        self._lift = max((one._lift + one.height() + theme.SPACE * 2 for one in others), default=0)
        self.place()
        focus = QApplication.focusWidget()
        if focus is not None and self._page.isAncestorOf(focus) and not focus.isAncestorOf(self):
            taken = QRect(focus.mapTo(self._page, QPoint(0, 0)), focus.size())
            if self.geometry().intersects(taken) and taken.top() > self._page.height() // 2:
                self._lift += self.geometry().bottom() - taken.top() + theme.SPACE * 2
                self.place()
        self.raise_()


def settle(page: QWidget) -> None:
    """Put what floats over ``page`` where it belongs, because its size is another one."""
    for one in page.findChildren(Toast, options=Qt.FindChildOption.FindDirectChildrenOnly):
        if one.isVisible():
            one.place()
