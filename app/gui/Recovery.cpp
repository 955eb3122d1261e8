// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Recovery.h"

#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QUndoStack>
#include <QUuid>

#include "app/gui/JobRunner.h"
#include "app/gui/Paths.h"
#include "app/gui/Session.h"
#include "core/report/AtomicFile.h"

namespace headwater {

using namespace Qt::StringLiterals;

Recovery::Recovery(Session& session, JobRunner& jobs, const QString& folder, int delay)
    : m_session(session)
    , m_jobs(jobs)
    , m_folder(folder)
{
    QDir().mkpath(m_folder);
    m_file = m_folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + u".headwater"_s;
    m_lock = std::make_unique<QLockFile>(m_file + u".lock"_s);
    m_lock->setStaleLockTime(0);  // only a process that is gone gives it up
    m_lock->tryLock(0);
    m_timer.setSingleShot(true);
    m_timer.setInterval(delay);
    connect(&m_timer, &QTimer::timeout, this, &Recovery::write);
    connect(session.history().stack(), &QUndoStack::indexChanged, this, &Recovery::changed);
    connect(&session, &Session::settingsChanged, this, &Recovery::changed);
}

Recovery::~Recovery()
{
    forget();
}

void Recovery::changed()
{
    // Waiting for rest would never write while somebody is busy.
    if (m_session.verdict() && !m_timer.isActive())
        m_timer.start();
}

void Recovery::write()
{
    if (!m_session.verdict())
        return;
    if (m_writing || m_session.phase() != Session::Phase::Ready) {
        m_timer.start();
        return;
    }
    m_writing = true;
    m_forgotten = false;
    // Written where it blocks nobody; appears here, so that nothing appears after the window has closed.
    m_jobs.start<StagedFile>(
        [saved = m_session.saved(), file = toPath(m_file)](const Job&) {
            return StagedFile::write(file, investigationJson(saved, file.parent_path()));
        },
        [this](Result<StagedFile> written) {
            m_writing = false;
            if (!m_forgotten && written && written->commit())
                emit kept();
        });
}

void Recovery::forget()
{
    m_timer.stop();
    m_forgotten = true;
    QFile::remove(m_file);
}

std::optional<LeftBehind> Recovery::leftBehind() const
{
    const QFileInfoList files = QDir(m_folder).entryInfoList({u"*.headwater"_s}, QDir::Files, QDir::Time);
    for (const QFileInfo& info : files) {
        const QString file = info.filePath();
        QLockFile lock(file + u".lock"_s);
        lock.setStaleLockTime(0);
        if (file == m_file || !lock.tryLock(0))
            continue;
        lock.unlock();
        auto saved = loadInvestigation(toPath(file));
        if (saved && !saved->baseline.empty() && !saved->current.empty())
            return LeftBehind{file, info.lastModified(), *std::move(saved)};
        QFile::remove(file);
    }
    return std::nullopt;
}

void Recovery::discard(const LeftBehind& found)
{
    QFile::remove(found.file);
}

}  // namespace headwater
