// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/gui/JobRunner.h"
#include "app/gui/pages/Page.h"
#include "core/report/model/PlanInput.h"

class QCheckBox;
class QComboBox;
class QPushButton;
class QTimer;

namespace headwater {

class ReportPreview;

/// The report as it will be printed: which sections, which names are replaced, in which language; and its export as
/// HTML, PDF, Markdown, JSON and JUnit. What is exported goes to the window as a SaveRequest.
class ReportPage : public Page {
    Q_OBJECT
public:
    /// `notes` gives what people said as it is now; `jobs` must outlive the page.
    ReportPage(JobRunner& jobs, std::function<Notes()> notes, QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair, const VerdictPtr& verdict) override;
    /// The fingerprints of the inputs are still being read, or the preview is not made yet.
    [[nodiscard]] bool busy() const override;
    /// What people said has changed.
    void refresh();
    /// The plan at scale becomes part of the report; it is made in the background.
    void setScale(const ScaleCase& given);
    /// English where none are given.
    void setLanguages(std::vector<Language> languages);

    [[nodiscard]] report::ReportOptions options() const;
    [[nodiscard]] report::Report currentReport() const;
    /// The report as bytes: "html", "pdf", "md", "json" or "xml" (JUnit).
    [[nodiscard]] QByteArray exported(const QString& ending) const;

    [[nodiscard]] ReportPreview* preview() const { return m_preview; }
    [[nodiscard]] QCheckBox* section(const std::string& id) const { return m_sections.at(id); }
    [[nodiscard]] QCheckBox* hosts() const { return m_hosts; }
    [[nodiscard]] QCheckBox* users() const { return m_users; }
    [[nodiscard]] QCheckBox* files() const { return m_files; }
    [[nodiscard]] QComboBox* languages() const { return m_languageBox; }
    [[nodiscard]] const std::vector<QPushButton*>& exports() const { return m_exports; }

protected:
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] report::ReportInput input() const;
    [[nodiscard]] QWidget* makeControls();
    [[nodiscard]] QCheckBox* addSwitch(QWidget* parent, const QString& text, bool on);
    void addExport(QWidget* parent, const QString& text, const QString& ending);
    void readPrints();
    void rebuild();

    JobRunner& m_jobs;
    std::function<Notes()> m_notes;
    VerdictPtr m_verdict;
    report::FilePrints m_prints;
    JobRunner::Id m_reading = 0;
    bool m_isReading = false;
    report::ReportPlan m_plan;
    JobRunner::Id m_planning = 0;
    bool m_isPlanning = false;
    std::vector<Language> m_known{Language()};
    std::map<std::string, QCheckBox*> m_sections;
    QCheckBox* m_hosts = nullptr;
    QCheckBox* m_users = nullptr;
    QCheckBox* m_files = nullptr;
    QComboBox* m_languageBox = nullptr;
    std::vector<QPushButton*> m_exports;
    ReportPreview* m_preview = nullptr;
    QTimer* m_later = nullptr;  ///< many changes at once are one new preview
};

}  // namespace headwater
