// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>

#include <QObject>
#include <QSet>
#include <QString>

namespace headwater {

/// Gives the application a style sheet. To polish a widget takes Qt a twentieth of a millisecond, and most widgets lie
/// on pages that nobody looks at: those are left as they are, and polished when they are shown.
class LazyPolish : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Takes off the style sheet that the application has, calls `between` and puts on `sheet`. (One that replaces
    /// another makes Qt polish every widget once for itself and once for each of its ancestors.)
    void change(const QString& sheet, const std::function<void()>& between);

    /// As filter of the application's events.
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void catchUp(QWidget& widget);

    QSet<QObject*> m_left;   ///< hidden since a change
    bool m_between = false;  ///< there is no sheet: nothing to tell anybody
};

}  // namespace headwater
