// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/FileActions.h"

#include <QAction>
#include <QDropEvent>
#include <QFileInfo>
#include <QWidget>

#include "app/gui/Actions.h"
#include "app/gui/Document.h"
#include "app/gui/FetchDialog.h"
#include "app/gui/FileQuestion.h"
#include "app/gui/RunNames.h"
#include "app/gui/SaveQuestion.h"
#include "app/gui/Session.h"
#include "app/gui/Settings.h"
#include "app/gui/pages/DropZone.h"
#include "app/gui/pages/ScalePage.h"
#include "core/report/AtomicFile.h"
#include "core/report/Report.h"
#include "core/report/model/PlanInput.h"
#include "widgets/charts/ChartMenu.h"
#include "widgets/report/ReportPages.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

FileActions::FileActions(Session& session, Document& document, Settings& settings, JobRunner& jobs,
                         const Actions& actions, QWidget* window)
    : QObject(window)
    , m_session(session)
    , m_document(document)
    , m_settings(settings)
    , m_jobs(jobs)
    , m_window(window)
{
    window->setAcceptDrops(true);
    window->installEventFilter(this);
    connect(actions[ActionId::OpenInvestigation], &QAction::triggered, this, [this] {
        ask(tr("Open investigation"), QFileDialog::ExistingFile, u"headwater"_s,
            [this](const QStringList& files) { openInvestigation(files.first()); });
    });
    connect(actions[ActionId::Save], &QAction::triggered, this, [this] { save({}); });
    connect(actions[ActionId::SaveAs], &QAction::triggered, this, [this] { saveAs({}); });
    connect(actions[ActionId::ExportHtml], &QAction::triggered, this, &FileActions::exportReport);
    connect(actions[ActionId::FetchMetrics], &QAction::triggered, this, &FileActions::fetchMetrics);
}

FileActions::~FileActions()
{
    qDeleteAll(m_window->findChildren<FetchDialog*>());  // they use the jobs, which may go before the window's children
}

void FileActions::ask(const QString& title, int mode, const QString& suffix, const Then& then, const QString& name)
{
    const FileQuestion question{title, static_cast<QFileDialog::FileMode>(mode), suffix, name};
    askForFiles(m_window, question, m_settings.lastFolder, then);
}

void FileActions::tell(const Status& status, const QString& text)
{
    if (status)
        emit done(text);
    else
        emit failed(status.error());
}

void FileActions::whenKept(const std::function<void()>& then)
{
    if (!m_document.unsaved())
        return then();
    askToSave(
        m_window, m_document.name(), [this, then] { save(then); }, then);
}

void FileActions::openInvestigation(const QString& file)
{
    whenKept([this, file] {
        m_settings.rememberFile(QFileInfo(file).absoluteFilePath());
        m_session.openInvestigation(file);
    });
}

void FileActions::openPair(const RecentPair& pair)
{
    whenKept([this, pair] { m_session.open(pair.baseline, pair.current, pair.overrides); });
}

void FileActions::searchInputs(const FoundInvestigation& found)
{
    ask(tr("Search in folder"), QFileDialog::Directory, {}, [this, found](const QStringList& folders) {
        emit searching(folders.first());
        m_session.searchIn(folders.first(), found);
    });
}

/// Two runs, in the order of their names, or one investigation.
void FileActions::drop(QStringList paths)
{
    paths.sort();
    if (paths.size() == 1 && paths.first().endsWith(u".headwater"))
        openInvestigation(paths.first());
    else if (paths.size() == 2)
        openPair({{paths[0]}, {paths[1]}, {}});
    else
        emit nothingDropped();
}

bool FileActions::eventFilter(QObject*, QEvent* event)
{
    if (event->type() == SaveRequest::kind()) {
        keep(*static_cast<SaveRequest*>(event));
        return true;
    }
    if (event->type() != QEvent::DragEnter && event->type() != QEvent::Drop)
        return false;
    auto* drag = static_cast<QDropEvent*>(event);  // the other kind is one too
    const QStringList paths = droppedPaths(drag->mimeData());
    if (paths.isEmpty())
        return false;
    drag->acceptProposedAction();
    if (event->type() == QEvent::Drop)
        drop(paths);
    return true;
}

void FileActions::chooseRun(Side side, bool folder, const Then& then)
{
    ask(side == Side::Baseline ? tr("Baseline run") : tr("Current run"),
        folder ? QFileDialog::Directory : QFileDialog::ExistingFiles, {}, then);
}

void FileActions::chooseRules(const QString& title, const Then& then)
{
    ask(title, QFileDialog::ExistingFile, u"json"_s, then);
}

void FileActions::serve(ScalePage* page)
{
    connect(page, &ScalePage::fileWanted, this, [this, page] {
        ask(tr("Topology or results"), QFileDialog::ExistingFiles, {},
            [page](const QStringList& files) { page->readFiles(files); });
    });
    connect(page, &ScalePage::baselineWanted, this, [this, page] {
        ask(tr("What nccl-tests printed when all was well"), QFileDialog::ExistingFiles, {},
            [page](const QStringList& files) { page->readBaselines(files); });
    });
}

void FileActions::save(const std::function<void()>& then)
{
    m_document.file().isEmpty() ? saveAs(then) : saveIn(m_document.file(), then);
}

void FileActions::saveAs(const std::function<void()>& then)
{
    const QString known = QFileInfo(m_document.file()).completeBaseName();
    ask(
        tr("Save investigation"), QFileDialog::AnyFile, u"headwater"_s,
        [this, then](const QStringList& files) { saveIn(QFileInfo(files.first()).absoluteFilePath(), then); },
        known.isEmpty() ? pairFile() : known);
}

void FileActions::saveIn(const QString& file, const std::function<void()>& then)
{
    const Status status = m_session.save(file);
    tell(status, tr("Saved %1").arg(file));
    if (!status)
        return;
    m_settings.rememberFile(file);
    m_document.saved(file);
    if (then)
        then();
}

QString FileActions::pairFile() const
{
    return pairFileName(m_session.paths(Side::Baseline), m_session.paths(Side::Current));
}

Status FileActions::exportHtml(const QString& file, report::ReportOptions options) const
{
    return writeAtomically(file.toStdString(), html(reportOf(std::move(options))));
}

Status FileActions::exportPdf(const QString& file, report::ReportOptions options) const
{
    const QByteArray pdf = pdfOf(reportOf(std::move(options)));
    if (pdf.isEmpty())
        return fail(ErrorCode::WriteFailed, "cannot be printed", file.toStdString());
    return writeAtomically(file.toStdString(), pdf.toStdString());
}

report::Report FileActions::reportOf(report::ReportOptions options) const
{
    const Verdict& verdict = *m_session.verdict();
    options.language = format::language();
    return report::verdictReport({verdict, m_session.notebook().now(), report::filePrints(verdict, {}),
                                  report::reportPlan(m_session.scale().now())},
                                 options);
}

void FileActions::exportReport()
{
    ask(
        tr("Export report"), QFileDialog::AnyFile, u"html"_s,
        [this](const QStringList& files) { tell(exportHtml(files.first()), tr("Wrote %1").arg(files.first())); },
        pairFile());
}

void FileActions::keep(const SaveRequest& request)
{
    ask(tr("Save: %1").arg(request.name), QFileDialog::AnyFile, request.suffix,
        [this, content = request.content.toStdString()](const QStringList& files) {
            tell(writeAtomically(files.first().toStdString(), content), tr("Wrote %1").arg(files.first()));
        });
}

void FileActions::fetchMetrics()
{
    auto* dialog = new FetchDialog(m_jobs, m_settings.lastFolder, m_window);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &FetchDialog::fetched, this, [this](const QString& file, std::optional<Side> side) {
        m_settings.lastFolder = QFileInfo(file).absolutePath();
        emit fetched(file, side);
    });
    dialog->open();
}

}  // namespace headwater
