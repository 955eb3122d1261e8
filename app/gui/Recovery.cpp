// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Recovery.h"

#include <utility>

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QJsonDocument>
#include <QJsonObject>
#include <QUndoStack>
#include <QUuid>

#include "app/gui/Document.h"
#include "app/gui/JobRunner.h"
#include "app/gui/Paths.h"
#include "app/gui/ScaleBoard.h"
#include "app/gui/Session.h"
#include "core/report/AtomicFile.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kKey = "recovery"_L1;

/// A verdict, or a plan at scale that needs no runs.
bool holdsAnything(Session& session)
{
    return session.verdict() || (session.phase() == Session::Phase::Empty && !session.scale().now().empty());
}

bool worthOffering(const SavedInvestigation& saved)
{
    return saved.baseline.empty() && saved.current.empty() ? !saved.scale.empty()
                                                           : !saved.baseline.empty() && !saved.current.empty();
}

}  // namespace

Recovery::Recovery(Session& session, const Document& document, JobRunner& jobs, const QString& folder, int delay)
    : m_session(session)
    , m_document(document)
    , m_jobs(jobs)
    , m_folder(folder)
{
    QDir().mkpath(m_folder);
    begin();
    m_timer.setSingleShot(true);
    m_timer.setInterval(delay);
    connect(&m_timer, &QTimer::timeout, this, &Recovery::write);
    connect(session.history().stack(), &QUndoStack::indexChanged, this, &Recovery::changed);
    connect(&session, &Session::settingsChanged, this, &Recovery::changed);
    connect(&session, &Session::opened, this, &Recovery::opened);
}

Recovery::~Recovery()
{
    if (m_document.unsaved() && !m_forgotten)
        keepNow();
    if (!m_left)
        forget();
}

/// A file of this window's own.
void Recovery::begin()
{
    m_file = m_folder + u'/' + QUuid::createUuid().toString(QUuid::WithoutBraces) + u".headwater"_s;
    m_lock = std::make_unique<QLockFile>(m_file + u".lock"_s);
    m_lock->setStaleLockTime(0);  // only a process that is gone gives it up
    m_lock->tryLock(0);
}

void Recovery::opened()
{
    if (m_session.origin().unsaved) {
        m_adopted = false;
        changed();
    } else if (std::exchange(m_adopted, false)) {
        begin();  // something else was opened: what was left behind is still to be restored
    } else {
        forget();
    }
}

void Recovery::changed()
{
    m_forgotten = false;
    m_left = false;
    // Waiting for rest would never write while somebody is busy.
    if (holdsAnything(m_session) && !m_timer.isActive())
        m_timer.start();
}

/// An investigation with one key more: the file that it belongs to and the page that is shown.
std::string Recovery::content(const QString& file) const
{
    std::string text = investigationJson(m_session.saved(), toPath(file).parent_path());
    const QJsonObject more{{u"file"_s, m_document.file()}, {u"page"_s, QString::fromStdString(m_session.view().page)}};
    const QByteArray json = QJsonDocument(more).toJson(QJsonDocument::Compact);
    text.insert(text.rfind('}'),
                ",\"" + std::string(kKey.data(), static_cast<std::size_t>(kKey.size())) + "\":" + json.toStdString());
    return text;
}

void Recovery::write()
{
    if (!holdsAnything(m_session) || m_forgotten || (m_gate && !m_gate()))
        return;
    if (m_writing || (m_session.verdict() && m_session.phase() != Session::Phase::Ready)) {
        m_timer.start();
        return;
    }
    m_writing = true;
    // Written where it blocks nobody; appears here, so that nothing appears after the window has closed.
    m_jobs.start<StagedFile>(
        [text = content(m_file), file = toPath(m_file)](const Job&) { return StagedFile::write(file, text); },
        [this, target = m_file](Result<StagedFile> written) {
            m_writing = false;
            if (!m_forgotten && !m_left && target == m_file && written && written->commit())
                emit kept();
        });
}

void Recovery::keepNow()
{
    m_timer.stop();
    if (m_adopted || !holdsAnything(m_session) || !m_document.unsaved() || (m_gate && !m_gate()))
        return;
    // Nobody is left to be told of a failure; an older copy stays.
    (void)writeAtomically(toPath(m_file), content(m_file));
    m_left = true;
}

void Recovery::forget()
{
    m_timer.stop();
    m_forgotten = true;
    m_left = false;
    if (!m_adopted)
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
        QFile json(file);
        if (saved && worthOffering(*saved) && json.open(QIODevice::ReadOnly)) {
            const QJsonObject more = QJsonDocument::fromJson(json.readAll())[kKey].toObject();
            return LeftBehind{file,
                              info.lastModified(),
                              *std::move(saved),
                              {more["file"_L1].toString(), true},
                              more["page"_L1].toString()};
        }
        QFile::remove(file);
    }
    return std::nullopt;
}

void Recovery::discard(const LeftBehind& found)
{
    QFile::remove(found.file);
}

bool Recovery::adopt(const LeftBehind& found)
{
    auto lock = std::make_unique<QLockFile>(found.file + u".lock"_s);
    lock->setStaleLockTime(0);
    if (!lock->tryLock(0) || !QFileInfo::exists(found.file))
        return false;
    forget();
    m_file = found.file;
    m_lock = std::move(lock);
    m_adopted = true;
    return true;
}

}  // namespace headwater
