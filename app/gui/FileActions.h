// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QObject>
#include <QStringList>

#include "core/base/Result.h"
#include "core/report/model/ReportModel.h"
#include "core/report/model/VerdictReport.h"
#include "core/run/Run.h"

class QWidget;

namespace headwater {

class Actions;
class Document;
class JobRunner;
class ScalePage;
class Session;
class SaveRequest;
struct Settings;
struct FoundInvestigation;
struct RecentPair;

/// What opens, saves and fetches files: the dialogs, what is dropped on the window, and what becomes of it.
class FileActions : public QObject {
    Q_OBJECT
public:
    using Then = std::function<void(const QStringList&)>;

    FileActions(Session& session, Document& document, Settings& settings, JobRunner& jobs, const Actions& actions,
                QWidget* window);
    ~FileActions() override;

    /// Goes on at once where nothing is unsaved; else asks, and goes on when it was saved or given up.
    void whenKept(const std::function<void()>& then);
    void openInvestigation(const QString& file);
    void openPair(const RecentPair& pair);
    /// Asks for a folder to look for the inputs in that are missing.
    void searchInputs(const FoundInvestigation& found);
    void chooseRun(Side side, bool folder, const Then& then);
    void chooseRules(const QString& title, const Then& then);
    /// Asks for the files that the page wants to read.
    void serve(ScalePage* page);
    [[nodiscard]] Status exportHtml(const QString& file, report::ReportOptions options = {}) const;
    [[nodiscard]] Status exportPdf(const QString& file, report::ReportOptions options = {}) const;
    /// What falls on the window, and what its charts want to be kept.
    bool eventFilter(QObject* watched, QEvent* event) override;

signals:
    void done(const QString& text);
    void failed(const headwater::Error& error);
    void searching(const QString& folder);  ///< for the inputs of an investigation
    void nothingDropped();                  ///< what fell on the window is neither two runs nor an investigation
    void fetched(const QString& file, std::optional<headwater::Side> side);

private:
    void ask(const QString& title, int mode, const QString& suffix, const Then& then, const QString& name = {});
    void tell(const Status& status, const QString& text);
    void drop(QStringList paths);
    void keep(const SaveRequest& request);
    void save(const std::function<void()>& then);
    void saveAs(const std::function<void()>& then);
    void saveIn(const QString& file, const std::function<void()>& then);
    [[nodiscard]] QString pairFile() const;
    void exportReport();
    void fetchMetrics();
    [[nodiscard]] report::Report reportOf(report::ReportOptions options) const;

    Session& m_session;
    Document& m_document;
    Settings& m_settings;
    JobRunner& m_jobs;
    QWidget* m_window;
};

}  // namespace headwater
