// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>

#include "app/gui/Prepared.h"
#include "core/report/SavedInvestigation.h"

namespace headwater {

class Document;
class JobRunner;
class Session;

/// An investigation that a window left behind when it ended without closing.
struct LeftBehind {
    QString file;
    QDateTime when;
    SavedInvestigation investigation;
    Origin origin;  ///< the file that it was kept in
    QString page;   ///< that was shown
};

/// Keeps what the user did in the state folder, a few seconds after each change and in one piece, until it is saved or
/// given up: a window that ends in another way leaves its copy. One file a window; a lock tells the files of windows
/// that live from those of windows that died.
class Recovery : public QObject {
    Q_OBJECT
public:
    /// `folder` is made where it is missing. Writes `delay` ms after a change.
    Recovery(Session& session, const Document& document, JobRunner& jobs, const QString& folder, int delay = 3'000);
    ~Recovery() override;

    /// The latest investigation that was left behind; those of windows that live are not looked at, those that cannot
    /// be read are removed.
    [[nodiscard]] std::optional<LeftBehind> leftBehind() const;
    static void discard(const LeftBehind& found);
    /// Asked before anything is kept; false: what is shown is nothing to come back to.
    void setGate(std::function<bool()> gate) { m_gate = std::move(gate); }
    /// This window goes on with it: its file is kept until what it has is saved, and holds what is changed from now on.
    /// False where another window was faster.
    [[nodiscard]] bool adopt(const LeftBehind& found);
    /// Writes what is not saved at once: the window is about to end without a question.
    void keepNow();
    /// What was done is kept elsewhere, or nobody wants it.
    void forget();
    [[nodiscard]] const QString& file() const { return m_file; }

signals:
    void kept();  ///< was written

private:
    void begin();
    void opened();
    void changed();
    void write();
    [[nodiscard]] std::string content(const QString& file) const;

    Session& m_session;
    const Document& m_document;
    JobRunner& m_jobs;
    QString m_folder, m_file;
    std::unique_ptr<QLockFile> m_lock;
    QTimer m_timer;
    std::function<bool()> m_gate;
    bool m_writing = false;
    bool m_forgotten = false;  ///< what is being written is not wanted any more
    bool m_left = false;       ///< the file has all and stays behind
    bool m_adopted = false;    ///< the file has what is still to be opened
};

}  // namespace headwater
