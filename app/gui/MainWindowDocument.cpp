// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with the investigation as a document: its name, what is not saved, what is missing.
#include <QAction>
#include <QCloseEvent>
#include <QFileInfo>
#include <QStackedWidget>

#include "app/gui/Actions.h"
#include "app/gui/Document.h"
#include "app/gui/FileActions.h"
#include "app/gui/InputChanges.h"
#include "app/gui/LanguageChoice.h"
#include "app/gui/MainWindow.h"
#include "app/gui/NoticeBar.h"
#include "app/gui/Paths.h"
#include "app/gui/Recovery.h"
#include "app/gui/ScaleDesk.h"
#include "app/gui/WorkshopDesk.h"
#include "app/gui/pages/MissingPage.h"
#include "app/gui/pages/StartPage.h"

namespace headwater {

using namespace Qt::StringLiterals;

void MainWindow::connectDocument()
{
    connect(m_document.get(), &Document::savedNow, this, [this] { m_recovery->forget(); });
    connect(m_document.get(), &Document::changed, this, [this] {
        const QString file = QFileInfo(m_document->file()).fileName();
        setWindowTitle(file.isEmpty() ? u"[*]Headwater"_s : u"%1[*] \u2013 Headwater"_s.arg(file));
        setWindowModified(m_document->unsaved());
    });
    connect(m_session.get(), &Session::inputsMissing, this, &MainWindow::showMissing);
    connect(m_session.get(), &Session::inputsChanged, this, &MainWindow::showMissing);
    connect(m_session.get(), &Session::inputsReplaced, this, [this](const std::vector<ChangedInput>& changed) {
        if (!m_desk->hidesAnswer())
            m_offer->showText(replacedText(changed));
    });
    connect(m_missing, &MissingPage::useRequested, this, &MainWindow::useChanged);
    connect(m_missing, &MissingPage::searchRequested, this, [this] { m_files->searchInputs(m_missing->found()); });
    connect(m_files, &FileActions::searching, m_missing, &MissingPage::setSearched);
    connect(m_missing, &MissingPage::othersRequested, this, &MainWindow::chooseByHand);
    connect(m_session.get(), &Session::opened, this, [this] {
        m_byHand.reset();
        m_missing->setSearched({});
    });
    m_scaleDesk = new ScaleDesk(*m_session, *m_actions, m_stack, m_workbench, m_start, this);
    connect(m_scaleDesk, &ScaleDesk::aloneChanged, this, [this] {
        showFront();
        showStatus();
    });
    connectLanguages(*m_actions, m_settings, this, [this](const QString& text) {
        keepSettings();
        showNotice(text);
    });
}

void MainWindow::showMissing(const FoundInvestigation& found)
{
    m_desk->leave();  // its panel beside another investigation would be about nothing that is shown
    m_missing->setFound(found);
    m_start->setPaths(Side::Baseline, toTexts(found.saved.baseline));
    m_start->setPaths(Side::Current, toTexts(found.saved.current));
    m_stack->setCurrentWidget(m_missing);
}

void MainWindow::useChanged()
{
    const FoundInvestigation found = m_missing->found();
    m_files->whenKept([this, found] {
        m_session->openSaved(found.saved, found.origin);
        m_offer->showText(tr("Judged with the inputs as they are now; the notes were written about earlier ones. Saved "
                             "again, the investigation knows these."));
    });
}

/// Other runs for the investigation that is waiting for its own: what people wrote comes along.
void MainWindow::chooseByHand()
{
    m_byHand = m_missing->found();
    m_stack->setCurrentWidget(m_start);
    if (!m_byHand->saved.notes.empty())
        m_offer->offer(tr("The notes of the investigation come along to the runs that you choose."),
                       tr("Begin without them"), [this] { m_byHand.reset(); });
}

void MainWindow::compare(const QStringList& baseline, const QStringList& current)
{
    m_start->clearErrors();
    if (m_byHand) {
        SavedInvestigation saved = m_byHand->saved;
        saved.baseline = toPaths(baseline);
        saved.current = toPaths(current);
        return m_files->whenKept([this, saved, origin = Origin{m_byHand->origin.file, true}] {
            m_offer->hide();
            m_session->openSaved(saved, origin);
        });
    }
    // What was said about these very files still holds.
    if (baseline == m_session->paths(Side::Baseline) && current == m_session->paths(Side::Current))
        m_session->open(baseline, current, m_session->overrides(), m_session->notebook().now(), m_document->origin(),
                        m_session->scale().now());
    else if (!m_session->verdict() && !m_session->scale().now().empty())  // a plan made before there were runs
        m_session->open(baseline, current, {}, {}, m_document->origin(), m_session->scale().now());
    else
        m_files->openPair({baseline, current, {}});
}

void MainWindow::closeEvent(QCloseEvent* event)
{
    if (m_document->unsaved() && !m_leaving) {
        event->ignore();
        return m_files->whenKept([this] {
            m_leaving = true;
            m_recovery->forget();
            close();
        });
    }
    m_desk->keepNow();
    keepSettings();
    QMainWindow::closeEvent(event);
}

void MainWindow::stop()
{
    m_session->cancel();
    m_jobs.cancelAll();
    m_recovery->keepNow();
    m_desk->keepNow();
    m_leaving = true;
    keepSettings();
}

}  // namespace headwater
