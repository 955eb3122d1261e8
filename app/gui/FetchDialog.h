// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <optional>

#include <QDialog>

#include "app/gui/FetchForm.h"
#include "app/gui/JobRunner.h"
#include "core/run/Run.h"

class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QProgressBar;
class QPushButton;
class QSpinBox;

namespace headwater {

class ArrowCombo;

/// Asks a Prometheus server for the metrics of a time range and writes them where the user says. The token is kept in
/// memory while the dialog is open and nowhere else.
class FetchDialog : public QDialog {
    Q_OBJECT
public:
    FetchDialog(JobRunner& jobs, const QString& folder, QWidget* parent);
    ~FetchDialog() override;

    /// Whether something is being fetched.
    [[nodiscard]] bool busy() const { return m_job.has_value(); }
    [[nodiscard]] QString message() const;

    void done(int result) override;

signals:
    /// The file is written; `side`: the run that it shall be added to.
    void fetched(const QString& file, std::optional<headwater::Side> side);

private:
    void addRange(QFormLayout* form);
    void addQueries(QFormLayout* form);
    void addAccess(QFormLayout* form);
    void addTarget(QFormLayout* form);
    [[nodiscard]] QWidget* makeFoot();
    void name(QWidget* widget, const char* objectName, const QString& accessible);
    void showAuth();
    void browse();
    void loadQueries();
    [[nodiscard]] FetchForm read() const;
    void start();
    void finish(const Result<FetchedMetrics>& fetched, const QString& file);
    void stop();
    void setBusy(bool busy);
    void say(const QString& text, bool bad);
    void complain(const FormError& error);

    JobRunner& m_jobs;
    QString m_folder;
    QString m_replace;  ///< a file that the user agreed to replace
    std::optional<JobRunner::Id> m_job;
    QWidget* m_fields = nullptr;
    QLineEdit* m_server = nullptr;
    QLineEdit* m_from = nullptr;
    QLineEdit* m_to = nullptr;
    QLineEdit* m_step = nullptr;
    QPlainTextEdit* m_queries = nullptr;
    ArrowCombo* m_auth = nullptr;
    QLineEdit* m_variable = nullptr;
    QLineEdit* m_token = nullptr;
    QLineEdit* m_ca = nullptr;
    QSpinBox* m_timeout = nullptr;
    QLineEdit* m_out = nullptr;
    ArrowCombo* m_side = nullptr;
    QLabel* m_message = nullptr;
    QProgressBar* m_progress = nullptr;
    QPushButton* m_fetch = nullptr;
    QPushButton* m_close = nullptr;
};

}  // namespace headwater
