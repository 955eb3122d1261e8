// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/ReportPage.h"

#include <QCheckBox>
#include <QComboBox>
#include <QCoreApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QPointer>
#include <QPushButton>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include "core/report/Report.h"
#include "widgets/charts/ChartMenu.h"
#include "widgets/report/ReportPages.h"
#include "widgets/report/ReportPreview.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"

namespace headwater {

using namespace Qt::StringLiterals;

ReportPage::ReportPage(JobRunner& jobs, std::function<Notes()> notes, QWidget* parent)
    : Page(parent)
    , m_jobs(jobs)
    , m_notes(std::move(notes))
    , m_later(new QTimer(this))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(0);
    row->addWidget(makeControls());
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setAccessibleName(tr("Pages of the report"));
    m_preview = new ReportPreview;
    area->setWidget(m_preview);
    connect(m_preview, &ReportPreview::referenceClicked, this, [this](const QString& reference) {
        if (const Result<ViewRef> view = viewRefFromText(reference.toStdString()))
            emit viewWanted(*view);
    });
    row->addWidget(area, 1);
    m_later->setSingleShot(true);
    m_later->setInterval(0);
    connect(m_later, &QTimer::timeout, this, &ReportPage::rebuild);
}

QWidget* ReportPage::makeControls()
{
    auto* area = new QScrollArea(this);
    area->setWidgetResizable(true);
    area->setFrameShape(QFrame::NoFrame);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Expanding);
    area->setAccessibleName(tr("What the report holds"));
    auto* inside = new QWidget;
    area->setWidget(inside);
    auto* column = new QVBoxLayout(inside);
    const int line = fontMetrics().height();
    column->setContentsMargins(line, line, line, line);
    column->setSpacing(line / 3);
    column->addWidget(sectionLabel(tr("Export"), inside));
    addExport(inside, tr("HTML\u2026"), u"html"_s);
    addExport(inside, tr("PDF\u2026"), u"pdf"_s);
    addExport(inside, tr("Markdown\u2026"), u"md"_s);
    addExport(inside, tr("JSON\u2026"), u"json"_s);
    addExport(inside, tr("JUnit\u2026"), u"xml"_s);
    column->addWidget(sectionLabel(tr("Replace"), inside));
    m_hosts = addSwitch(inside, tr("Host names"), false);
    m_users = addSwitch(inside, tr("User names"), false);
    m_files = addSwitch(inside, tr("Paths and run names"), false);
    m_languageBox = new QComboBox(inside);
    m_languageBox->setAccessibleName(tr("Language of the report"));
    column->addWidget(m_languageBox);
    connect(m_languageBox, &QComboBox::currentIndexChanged, m_later, qOverload<>(&QTimer::start));
    column->addWidget(sectionLabel(tr("Sections"), inside));
    for (const std::string_view id : report::sectionIds())
        m_sections[std::string(id)] = addSwitch(inside, format::text(report::sectionTitle(id)), true);
    column->addStretch(1);
    setLanguages(m_known);
    area->setMinimumWidth(inside->sizeHint().width() + line);
    return area;
}

QCheckBox* ReportPage::addSwitch(QWidget* parent, const QString& text, bool on)
{
    auto* box = new QCheckBox(text, parent);
    box->setChecked(on);
    parent->layout()->addWidget(box);
    connect(box, &QCheckBox::toggled, m_later, qOverload<>(&QTimer::start));
    return box;
}

void ReportPage::addExport(QWidget* parent, const QString& text, const QString& ending)
{
    auto* button = new QPushButton(text, parent);
    parent->layout()->addWidget(button);
    m_exports.push_back(button);
    connect(button, &QPushButton::clicked, this, [this, ending] {
        SaveRequest request(tr("Report"), ending, exported(ending));
        QCoreApplication::sendEvent(window(), &request);
    });
}

void ReportPage::setLanguages(std::vector<Language> languages)
{
    m_known = std::move(languages);
    m_languageBox->clear();
    for (const Language& language : m_known) {
        const QString code = QString::fromStdString(language.code());
        m_languageBox->addItem(code == u"en" ? u"English"_s : QLocale(code).nativeLanguageName());
    }
    m_languageBox->setVisible(m_known.size() > 1);
}

void ReportPage::setResult(const PairAnalysis&, const VerdictPtr& verdict)
{
    m_verdict = verdict;
    readPrints();
    m_later->start();
}

/// The files are read off the GUI thread; until then the report says that their hashes are unknown.
void ReportPage::readPrints()
{
    if (m_isReading)
        m_jobs.cancel(m_reading);
    m_prints.clear();
    m_isReading = m_verdict != nullptr;
    if (!m_isReading)
        return;
    m_reading = m_jobs.start<report::FilePrints>(
        [verdict = m_verdict](const Job& job) -> Result<report::FilePrints> {
            return report::filePrints(*verdict, job);
        },
        [page = QPointer(this)](Result<report::FilePrints> prints) {
            if (!page)
                return;
            page->m_isReading = false;
            if (prints)
                page->m_prints = *std::move(prints);
            page->m_later->start();
        });
}

void ReportPage::setScale(const ScaleCase& given)
{
    if (m_isPlanning)
        m_jobs.cancel(m_planning);
    m_isPlanning = true;
    m_planning = m_jobs.start<report::ReportPlan>(
        [given](const Job&) -> Result<report::ReportPlan> { return report::reportPlan(given); },
        [page = QPointer(this)](Result<report::ReportPlan> plan) {
            if (!page)
                return;
            page->m_isPlanning = false;
            page->m_plan = plan ? *std::move(plan) : report::ReportPlan();
            page->m_later->start();
        });
}

bool ReportPage::busy() const
{
    return m_isReading || m_isPlanning || (m_verdict && m_later->isActive()) || m_preview->laying();
}

void ReportPage::refresh()
{
    m_later->start();
}

void ReportPage::showEvent(QShowEvent* event)
{
    Page::showEvent(event);
    m_later->start();  // what was said meanwhile
}

report::ReportOptions ReportPage::options() const
{
    report::ReportOptions options;
    for (const std::string_view id : report::sectionIds())
        if (m_sections.at(std::string(id))->isChecked())
            options.sections.emplace_back(id);
    if (options.sections.empty())
        options.sections.emplace_back();  // none, which is not the same as all
    options.redaction = {m_hosts->isChecked(), m_users->isChecked(), m_files->isChecked()};
    if (const int language = m_languageBox->currentIndex(); language >= 0)
        options.language = m_known[static_cast<std::size_t>(language)];
    return options;
}

report::ReportInput ReportPage::input() const
{
    return {*m_verdict, m_notes(), m_prints, m_plan};
}

report::Report ReportPage::currentReport() const
{
    return report::verdictReport(input(), options());
}

QByteArray ReportPage::exported(const QString& ending) const
{
    if (!m_verdict)
        return {};
    if (ending == u"json")
        return QByteArray::fromStdString(
            report::redactionOf(input(), options().redaction).json(verdictJson(*m_verdict, m_notes())));
    const report::Report report = currentReport();
    if (ending == u"pdf")
        return pdfOf(report);
    if (ending == u"md")
        return QByteArray::fromStdString(markdown(report));
    return QByteArray::fromStdString(ending == u"xml" ? junit(report) : html(report));
}

void ReportPage::rebuild()
{
    if (m_verdict && isVisible())
        m_preview->setReport(currentReport());
}

}  // namespace headwater
