// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Unattended.h"

#include <cstdio>
#include <utility>

#include <QApplication>
#include <QFontDatabase>
#include <QPixmap>
#include <QTimer>

#include "app/gui/FileActions.h"
#include "app/gui/MainWindow.h"
#include "app/gui/ScaleDesk.h"
#include "app/gui/Workbench.h"
#include "app/gui/pages/Page.h"

namespace headwater {

namespace {

constexpr int kUnusable = 2;
constexpr int kStopped = 4;

void complain(const std::string& text)
{
    std::fprintf(stderr, "headwater: %s\n", text.c_str());
}

}  // namespace

void showWhatWasAsked(MainWindow& window, const CommandLine& line)
{
    const bool judged = window.session().verdict() != nullptr;
    if (judged && line.at)
        window.workbench()->follow(*line.at);
    if (!line.page.isEmpty() && (judged || line.page == QLatin1String("workshop")))
        window.showPage(line.page);
    else if (line.page == QLatin1String("scale"))
        window.findChild<ScaleDesk*>()->show();
}

Unattended::Unattended(MainWindow& window, const CommandLine& line) : m_window(window), m_line(line)
{
    connect(&window.session(), &Session::phaseChanged, this, &Unattended::phaseChanged);
    connect(&window.session(), &Session::failed, this, [this](const Error& error, std::optional<Side>) {
        complain(describe(error));
        end(error.code == ErrorCode::Cancelled ? kStopped : kUnusable);
    });
    connect(&window.session(), &Session::inputsMissing, this, [this](const FoundInvestigation& found) {
        for (const std::filesystem::path& path : found.missing)
            complain(path.string() + ": no such file or folder, and nothing near has the same content");
        end(kUnusable);
    });
    const auto goOn = [this](const FoundInvestigation& found) {
        for (const MovedInput& one : found.moved)
            complain(one.from.string() + ": was moved, found again by its content: " + one.to.string());
        for (const ChangedInput& one : found.changed)
            complain(one.input.string() + ": is not what it was when the investigation was saved; judged as it is now");
        ++m_round;
        m_finishing = false;
        m_window.session().openSaved(found.saved, found.origin);
    };
    connect(&window.session(), &Session::inputsMoved, this, goOn);
    connect(&window.session(), &Session::inputsChanged, this, goOn);
}

void Unattended::start()
{
    if (m_window.session().phase() == Session::Phase::Empty)
        phaseChanged(Session::Phase::Empty);
}

void Unattended::phaseChanged(Session::Phase phase)
{
    const bool quiet = phase == Session::Phase::Ready || phase == Session::Phase::Empty;
    if (!quiet || m_finishing)
        return;
    m_finishing = true;
    // Layouts settle and pending paints happen first: what is saved is what a person would see.
    QTimer::singleShot(150, this, [this, round = m_round] {
        if (round == m_round)
            finish();
    });
}

void Unattended::finish()
{
    if (m_abandoned)
        return;
    const Session::Phase phase = m_window.session().phase();
    if (phase != Session::Phase::Ready && phase != Session::Phase::Empty) {
        m_finishing = false;  // the cache did not have everything: the traces are being read
        return;
    }
    const VerdictPtr& verdict = m_window.session().verdict();
    showWhatWasAsked(m_window, m_line);
    QApplication::processEvents();
    if (m_abandoned)
        return;
    constexpr int kAgain = 50;  // ms
    // Text that wraps gets its height when its neighbours have theirs.
    if (!std::exchange(m_shown, true)) {
        QTimer::singleShot(kAgain * 3, this, &Unattended::finish);
        return;
    }
    const bool pages = verdict || m_line.page == QLatin1String("scale");
    const Page* page = pages ? m_window.workbench()->page(m_window.workbench()->pageShown()) : nullptr;
    if (page != nullptr && page->busy()) {
        QTimer::singleShot(kAgain, this, &Unattended::finish);
        return;
    }
    QApplication::processEvents();  // what a page said last is laid out
    if (m_abandoned)
        return;
    if (!m_line.screenshot.isEmpty() && !m_window.grab().save(m_line.screenshot)) {
        complain(m_line.screenshot.toStdString() + ": cannot be written, check the folder and the file's ending");
        return end(kUnusable);
    }
    if (const Status status = writeReports(); !status) {
        complain(describe(status.error()));
        return end(kUnusable);
    }
    end(verdict ? exitCode(*verdict) : 0);
}

Status Unattended::writeReports() const
{
    Status status;
    if (!m_window.session().verdict())
        return status;
    if (!m_line.exportHtml.isEmpty())
        status = m_window.files().exportHtml(m_line.exportHtml, m_line.report);
    if (status && !m_line.exportPdf.isEmpty())
        status = m_window.files().exportPdf(m_line.exportPdf, m_line.report);
    // Nothing else says it: the file is written, and what is in it are boxes.
    const bool chinese = m_line.language.startsWith(u"zh");
    if (chinese && !m_line.exportPdf.isEmpty() && QFontDatabase::families(QFontDatabase::SimplifiedChinese).isEmpty())
        complain(
            "warning: no font here has Chinese, the PDF shows boxes: install fonts-wqy-microhei and write it again");
    return status;
}

void Unattended::abandon()
{
    disconnect(&m_window.session(), nullptr, this, nullptr);
    m_finishing = true;
    m_abandoned = true;
}

void Unattended::end(int code)
{
    disconnect(&m_window.session(), nullptr, this, nullptr);
    m_finishing = true;
    QTimer::singleShot(0, qApp, [code] { QApplication::exit(code); });
}

}  // namespace headwater
