// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/SheetKeeper.h"

#include <utility>

#include <QDir>
#include <QFileInfo>

#include "app/gui/Paths.h"
#include "core/report/AtomicFile.h"
#include "core/workshop/Case.h"

namespace headwater {

SheetKeeper::SheetKeeper(std::function<std::optional<workshop::KeptSheet>()> source, QObject* parent)
    : QObject(parent)
    , m_source(std::move(source))
{
    constexpr int kSoon = 300;  // ms: not each letter that is typed
    m_timer.setSingleShot(true);
    m_timer.setInterval(kSoon);
    connect(&m_timer, &QTimer::timeout, this, &SheetKeeper::keepNow);
}

QString SheetKeeper::fileOf(const workshop::AnswerSeal& seal)
{
    return QString::fromStdString(workshop::keptFile(toPath(stateFolder()), seal.mark).string());
}

std::optional<workshop::KeptSheet> SheetKeeper::kept(const workshop::AnswerSeal& seal)
{
    auto sheet = workshop::readKept(toPath(fileOf(seal)));
    return sheet && sheet->mark == seal.mark ? std::optional(*std::move(sheet)) : std::nullopt;
}

void SheetKeeper::touch()
{
    m_touched = true;
    if (!m_timer.isActive())  // waiting for rest would never write while somebody types
        m_timer.start();
}

void SheetKeeper::keepNow()
{
    m_timer.stop();
    if (!std::exchange(m_touched, false))
        return;
    const std::optional<workshop::KeptSheet> sheet = m_source();
    if (!sheet)
        return;
    workshop::AnswerSeal seal;
    seal.mark = sheet->mark;
    const QString file = fileOf(seal);
    QDir().mkpath(QFileInfo(file).path());  // writing says what is wrong
    const Status written = writeAtomically(toPath(file), workshop::keptJson(*sheet));
    if (!written && !m_failed)
        emit failed(written.error());
    m_failed = !written;
}

}  // namespace headwater
