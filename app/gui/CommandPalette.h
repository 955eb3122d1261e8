// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>
#include <QPointer>

#include "app/gui/PaletteModel.h"

class QLineEdit;
class QListView;

namespace headwater {

/// A field and a list over the window: type a few letters of anything, ↑ ↓ choose, Enter does it, Esc or a click
/// elsewhere goes away.
class CommandPalette : public QFrame {
    Q_OBJECT
public:
    explicit CommandPalette(QWidget* window);

    void open(std::vector<PaletteEntry> entries);
    [[nodiscard]] QLineEdit* field() const { return m_field; }
    [[nodiscard]] QListView* list() const { return m_list; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void typed(const QString& text);
    void choose(int row);
    void place();
    void goAway();
    [[nodiscard]] bool key(int key);

    PaletteModel m_model;
    QLineEdit* m_field = nullptr;
    QListView* m_list = nullptr;
    QPointer<QWidget> m_before;  ///< had the focus
};

}  // namespace headwater
