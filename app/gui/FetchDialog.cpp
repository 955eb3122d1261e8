// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/FetchDialog.h"

#include <chrono>
#include <fstream>
#include <iterator>

#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>

#include "core/base/Messages.h"
#include "core/report/AtomicFile.h"
#include "widgets/panels/ArrowCombo.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr auto kTokenVariable = "HEADWATER_PROMETHEUS_TOKEN"_L1;

QString environment(const QString& variable)
{
    return qEnvironmentVariable(variable.toLocal8Bit().constData());
}

Ns now()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

QHBoxLayout* rowOf(std::initializer_list<QWidget*> widgets)
{
    auto* row = new QHBoxLayout;
    for (QWidget* widget : widgets)
        row->addWidget(widget);
    return row;
}

QLabel* muted(const QString& text, QWidget* parent)
{
    auto* label = new QLabel(text, parent);
    label->setProperty("tone", u"muted"_s);
    return label;
}

}  // namespace

FetchDialog::FetchDialog(JobRunner& jobs, const QString& folder, QWidget* parent)
    : QDialog(parent)
    , m_jobs(jobs)
    , m_folder(folder.isEmpty() ? QDir::homePath() : folder)
{
    setWindowTitle(tr("Fetch from Prometheus"));
    auto* column = new QVBoxLayout(this);
    const int line = fontMetrics().height();
    column->setContentsMargins(line, line, line, line);
    column->setSpacing(line * 3 / 4);
    m_fields = new QWidget(this);
    auto* form = new QFormLayout(m_fields);
    form->setContentsMargins(0, 0, 0, 0);
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    m_server = new QLineEdit(m_fields);
    m_server->setPlaceholderText(u"http://localhost:9090"_s);
    name(m_server, "server", tr("Server address"));
    form->addRow(tr("Server"), m_server);
    addRange(form);
    addQueries(form);
    addAccess(form);
    addTarget(form);
    column->addWidget(m_fields, 1);
    column->addWidget(makeFoot());
    resize(fontMetrics().averageCharWidth() * 100, sizeHint().height());
    m_server->setFocus();
}

FetchDialog::~FetchDialog()
{
    stop();
}

void FetchDialog::name(QWidget* widget, const char* objectName, const QString& accessible)
{
    widget->setObjectName(QLatin1StringView(objectName));
    widget->setAccessibleName(accessible);
}

void FetchDialog::addRange(QFormLayout* form)
{
    m_from = new QLineEdit(u"-2h"_s, m_fields);
    m_to = new QLineEdit(u"now"_s, m_fields);
    m_step = new QLineEdit(u"15s"_s, m_fields);
    m_step->setMaximumWidth(fontMetrics().averageCharWidth() * 12);
    const QString moments = tr("2026-11-29T23:24:00Z, seconds since 1970, now, or -90m before now");
    m_from->setToolTip(moments);
    m_to->setToolTip(moments);
    m_step->setToolTip(tr("Time between two samples: 15s, 500ms, 1m"));
    name(m_from, "from", tr("Start of the time range"));
    name(m_to, "to", tr("End of the time range"));
    name(m_step, "step", tr("Resolution"));
    form->addRow(tr("Time range"),
                 rowOf({m_from, muted(tr("to"), m_fields), m_to, muted(tr("every"), m_fields), m_step}));
}

void FetchDialog::addQueries(QFormLayout* form)
{
    m_queries = new QPlainTextEdit(defaultQueryText(), m_fields);
    m_queries->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_queries->setTabChangesFocus(true);
    m_queries->setMinimumHeight(fontMetrics().height() * 7);
    m_queries->setToolTip(tr("One query a line: an expression, or NAME = expression; # begins a comment"));
    name(m_queries, "queries", tr("Queries"));
    auto* builtIn = new QPushButton(tr("Built-in"), m_fields);
    builtIn->setToolTip(tr("The queries for DCGM and node_exporter that Headwater comes with"));
    auto* file = new QPushButton(tr("From file\u2026"), m_fields);
    file->setToolTip(tr("A query file as for headwater-cli fetch-metrics"));
    auto* buttons = rowOf({builtIn, file});
    buttons->addStretch(1);
    form->addRow(tr("Queries"), m_queries);
    form->addRow(QString(), buttons);
    connect(builtIn, &QPushButton::clicked, this, [this] { m_queries->setPlainText(defaultQueryText()); });
    connect(file, &QPushButton::clicked, this, &FetchDialog::loadQueries);
}

void FetchDialog::addAccess(QFormLayout* form)
{
    m_auth = new ArrowCombo(m_fields);
    m_auth->addItems({tr("none"), tr("token from the environment"), tr("token typed here")});
    name(m_auth, "auth", tr("Authentication"));
    m_variable = new QLineEdit(kTokenVariable, m_fields);
    name(m_variable, "variable", tr("Environment variable that holds the token"));
    m_token = new QLineEdit(m_fields);
    m_token->setEchoMode(QLineEdit::Password);
    m_token->setPlaceholderText(tr("forgotten when the dialog closes"));
    name(m_token, "token", tr("Token"));
    form->addRow(tr("Authentication"), rowOf({m_auth, m_variable, m_token}));
    m_ca = new QLineEdit(m_fields);
    m_ca->setPlaceholderText(tr("certificate authority (PEM), where the system does not know it"));
    name(m_ca, "ca", tr("Certificate authority"));
    m_timeout = new QSpinBox(m_fields);
    m_timeout->setRange(1, 86'400);
    m_timeout->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_timeout->setValue(60);
    m_timeout->setSuffix(tr(" s a request"));
    name(m_timeout, "timeout", tr("Time limit of a request"));
    form->addRow(tr("Certificate"), m_ca);
    form->addRow(tr("Time limit"), rowOf({m_timeout, new QWidget(m_fields)}));
    connect(m_auth, &QComboBox::currentIndexChanged, this, &FetchDialog::showAuth);
    m_auth->setCurrentIndex(environment(kTokenVariable).isEmpty() ? 0 : 1);
    showAuth();
}

void FetchDialog::addTarget(QFormLayout* form)
{
    m_out = new QLineEdit(QDir(m_folder).filePath(u"prometheus.json"_s), m_fields);
    name(m_out, "out", tr("File to write"));
    auto* browseButton = new QPushButton(tr("Browse\u2026"), m_fields);
    m_side = new ArrowCombo(m_fields);
    m_side->addItems({tr("do not add it to a run"), tr("add it to the baseline"), tr("add it to the current run")});
    name(m_side, "side", tr("Run that the file is added to"));
    form->addRow(tr("Write to"), rowOf({m_out, browseButton}));
    form->addRow(tr("Then"), rowOf({m_side, new QWidget(m_fields)}));
    connect(browseButton, &QPushButton::clicked, this, &FetchDialog::browse);
}

QWidget* FetchDialog::makeFoot()
{
    auto* foot = new QWidget(this);
    auto* column = new QVBoxLayout(foot);
    column->setContentsMargins(0, 0, 0, 0);
    m_message = new QLabel(foot);
    m_message->setObjectName(u"message"_s);
    m_message->setTextFormat(Qt::PlainText);
    m_message->setWordWrap(true);
    m_message->hide();
    m_progress = new QProgressBar(foot);
    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setAccessibleName(tr("Progress"));
    m_progress->hide();
    m_fetch = new QPushButton(tr("Fetch"), foot);
    m_fetch->setObjectName(u"fetch"_s);
    m_fetch->setProperty("accent", true);
    m_fetch->setDefault(true);
    m_close = new QPushButton(tr("Close"), foot);
    m_close->setObjectName(u"close"_s);
    auto* buttons = new QHBoxLayout;
    buttons->addStretch(1);
    buttons->addWidget(m_close);
    buttons->addWidget(m_fetch);
    column->addWidget(m_message);
    column->addWidget(m_progress);
    column->addLayout(buttons);
    connect(m_fetch, &QPushButton::clicked, this, &FetchDialog::start);
    connect(m_close, &QPushButton::clicked, this, [this] {
        if (busy()) {
            stop();
            say(tr("Stopped. Nothing was written."), false);
        } else {
            reject();
        }
    });
    return foot;
}

void FetchDialog::showAuth()
{
    m_variable->setVisible(m_auth->currentIndex() == 1);
    m_token->setVisible(m_auth->currentIndex() == 2);
}

void FetchDialog::browse()
{
    auto* dialog = new QFileDialog(this, tr("Write metrics to"), m_out->text());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(u"json"_s);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& file) {
        m_out->setText(file);
        m_replace = file;  // the file dialog has asked
    });
    dialog->open();
}

void FetchDialog::loadQueries()
{
    auto* dialog = new QFileDialog(this, tr("Query file"), m_folder, u"*.json"_s);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) {
        std::ifstream file(path.toStdString(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(file), {}};
        const auto queries = parseMetricQueries(text, path.toStdString());
        if (queries)
            m_queries->setPlainText(queryText(*queries));
        else
            say(fetchErrorText(queries.error()), true);
    });
    dialog->open();
}

FetchForm FetchDialog::read() const
{
    FetchForm form;
    form.server = m_server->text();
    form.from = m_from->text();
    form.to = m_to->text();
    form.step = m_step->text();
    form.queries = m_queries->toPlainText();
    form.auth = static_cast<FetchForm::Auth>(m_auth->currentIndex());
    form.variable = m_variable->text();
    form.token = m_token->text();
    form.caFile = m_ca->text();
    form.timeoutSeconds = m_timeout->value();
    form.out = m_out->text();
    return form;
}

void FetchDialog::start()
{
    const FetchForm form = read();
    auto request = requestOf(form, now(), environment);
    if (!request)
        return complain(request.error());
    const QString file = form.out.trimmed();
    if (QFileInfo::exists(file) && m_replace != file) {
        m_replace = file;
        return complain({FetchForm::Field::Out,
                         tr("%1 exists. Press Fetch again to replace it, or write to another file.").arg(file)});
    }
    setBusy(true);
    say(tr("Asking %1").arg(format::text(withoutPassword(request->url))), false);
    m_job = m_jobs.start<FetchedMetrics>(
        [request = *std::move(request), file](const Job& job) -> Result<FetchedMetrics> {
            auto fetched = fetchMetrics(request.url, request.queries, request.range, request.access, job);
            if (!fetched || job.stopped())
                return fetched ? cancelled() : std::move(fetched);
            if (const Status written = writeAtomically(file.toStdString(), fetched->json); !written)
                return tl::unexpected(written.error());
            return fetched;
        },
        [this, file](const Result<FetchedMetrics>& fetched) { finish(fetched, file); },
        [this](double fraction, const QString& activity) {
            m_progress->setValue(static_cast<int>(fraction * 1000));
            m_message->setText(format::text(activity.toStdString()));
        });
}

void FetchDialog::finish(const Result<FetchedMetrics>& fetched, const QString& file)
{
    m_job.reset();
    setBusy(false);
    if (!fetched)
        return say(fetchErrorText(fetched.error()), true);
    QString text =
        tr("Wrote %1 series with %2 samples to %3.")
            .arg(format::count(fetched->series), format::count(fetched->samples), format::text(file.toStdString()));
    QStringList empty;
    for (const Problem& problem : fetched->problems) {
        if (problem.code == "no-series")
            empty << format::text(problem.position);
        else
            text += u'\n' + format::text(messageText(problem.message));
    }
    if (!empty.isEmpty())
        text += u'\n' + tr("The server has nothing for: %1.").arg(empty.join(u", "_s));
    say(text, false);
    m_replace = file;
    const int side = m_side->currentIndex();
    emit this->fetched(file, side == 0 ? std::nullopt : std::optional(side == 1 ? Side::Baseline : Side::Current));
}

void FetchDialog::stop()
{
    if (m_job)
        m_jobs.cancel(*m_job);
    m_job.reset();
    setBusy(false);
}

void FetchDialog::done(int result)
{
    stop();
    m_token->clear();
    QDialog::done(result);
}

void FetchDialog::setBusy(bool busy)
{
    m_fields->setEnabled(!busy);
    m_fetch->setEnabled(!busy);
    m_progress->setValue(0);
    m_progress->setVisible(busy);
    m_close->setText(busy ? tr("Cancel") : tr("Close"));
    if (busy)
        m_close->setFocus();
}

QString FetchDialog::message() const
{
    return m_message->text();
}

void FetchDialog::say(const QString& text, bool bad)
{
    QPalette colours = palette();
    colours.setColor(QPalette::WindowText, bad ? paletteOf(this).currentText : paletteOf(this).text);
    m_message->setPalette(colours);
    m_message->setText(text);
    m_message->setAccessibleName(text);
    m_message->show();
}

void FetchDialog::complain(const FormError& error)
{
    using Field = FetchForm::Field;
    const std::map<Field, QWidget*> fields = {
        {Field::Server, m_server},   {Field::From, m_from},         {Field::To, m_to},       {Field::Step, m_step},
        {Field::Queries, m_queries}, {Field::Variable, m_variable}, {Field::Token, m_token}, {Field::Out, m_out}};
    say(error.text, true);
    if (const auto at = fields.find(error.field); at != fields.end())
        at->second->setFocus();
}

}  // namespace headwater
