// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <optional>

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include "core/report/SavedInvestigation.h"

namespace headwater {

class JobRunner;
class Session;

/// An investigation that a window left behind when it ended without closing.
struct LeftBehind {
    QString file;
    QDateTime when;
    SavedInvestigation investigation;
};

/// Keeps what the user did in the state folder, a few seconds after each change and in one piece, until the window
/// closes. One file a window; a lock tells the files of windows that live from those of windows that died.
class Recovery : public QObject {
    Q_OBJECT
public:
    /// `folder` is made where it is missing. Writes `delay` ms after a change.
    Recovery(Session& session, JobRunner& jobs, const QString& folder, int delay = 3'000);
    ~Recovery() override;

    /// The latest investigation that was left behind; those of windows that live are not looked at, those that cannot
    /// be read are removed.
    [[nodiscard]] std::optional<LeftBehind> leftBehind() const;
    static void discard(const LeftBehind& found);
    /// What was done is kept elsewhere, or nobody wants it.
    void forget();
    [[nodiscard]] const QString& file() const { return m_file; }

signals:
    void kept();  ///< was written

private:
    void changed();
    void write();

    Session& m_session;
    JobRunner& m_jobs;
    QString m_folder, m_file;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
    bool m_writing = false;
    bool m_forgotten = false;  ///< what is being written is not wanted any more
};

}  // namespace headwater
