// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QObject>
#include <QTimer>

#include "core/base/Result.h"
#include "core/workshop/Case.h"
#include "core/workshop/KeptSheet.h"

namespace headwater {

/// Keeps what somebody answered in the workshop in the state folder, in one piece, shortly after each change and at
/// once when asked: leaving, quitting and crashing lose nothing.
class SheetKeeper : public QObject {
    Q_OBJECT
public:
    /// `source` gives what is to be kept; nothing where there is nothing worth it.
    SheetKeeper(std::function<std::optional<workshop::KeptSheet>()> source, QObject* parent);

    /// What is kept of a case; nothing where nothing is, or where it cannot be read.
    [[nodiscard]] static std::optional<workshop::KeptSheet> kept(const workshop::AnswerSeal& seal);
    [[nodiscard]] static QString fileOf(const workshop::AnswerSeal& seal);

    /// Something was answered: it is written soon.
    void touch();
    /// Writes what was touched now.
    void keepNow();

signals:
    void failed(const headwater::Error& error);  ///< once, until it works again

private:
    std::function<std::optional<workshop::KeptSheet>()> m_source;
    QTimer m_timer;
    bool m_touched = false;
    bool m_failed = false;
};

}  // namespace headwater
