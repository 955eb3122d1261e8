// SPDX-License-Identifier: GPL-3.0-or-later
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QTest>

#include "app/gui/pages/ReportPage.h"
#include "core/report/Report.h"
#include "tests/core/report/Fixtures.h"
#include "widgets/charts/ChartMenu.h"
#include "widgets/report/ReportPreview.h"

using namespace headwater;
using namespace Qt::StringLiterals;

/// The page of the report by itself: what is chosen is what is shown and exported.
class TestReportPage : public QObject {
    Q_OBJECT
private slots:
    void init();
    void previewFollowsTheSections();
    void exportsWhatIsChosen();
    void replacesNames();
    void saysWhatPeopleSaid();
    void speaksTheLanguageChosen();
    void buttonsAskTheWindow();
    void exportsNothingWithoutAVerdict();

private:
    [[nodiscard]] QByteArray text(const QString& ending) const { return m_page->exported(ending); }

    JobRunner m_jobs;
    Notes m_notes;
    std::unique_ptr<ReportPage> m_page;
};

namespace {

/// Takes what the page wants to be kept.
class Keeper : public QObject {
public:
    QString suffix;
    QByteArray content;

protected:
    bool eventFilter(QObject*, QEvent* event) override
    {
        if (event->type() != SaveRequest::kind())
            return false;
        suffix = static_cast<SaveRequest*>(event)->suffix;
        content = static_cast<SaveRequest*>(event)->content;
        return true;
    }
};

}  // namespace

void TestReportPage::init()
{
    m_notes = fixtures::notes("ask the storage team");
    m_page = std::make_unique<ReportPage>(m_jobs, [this] { return m_notes; });
    m_page->resize(1000, 700);
    m_page->show();
    m_page->setResult({}, std::make_shared<const Verdict>(fixtures::verdict()));
    QTRY_VERIFY(!m_page->busy());
}

void TestReportPage::previewFollowsTheSections()
{
    const int all = m_page->preview()->pages();
    QVERIFY(all > 1);
    for (const std::string_view id : report::sectionIds())
        if (id != "summary")
            m_page->section(std::string(id))->click();
    QTRY_COMPARE(m_page->preview()->pages(), 1);
    QVERIFY(text(u"md"_s).contains("## Summary"));
    QVERIFY(!text(u"md"_s).contains("## Inputs"));
    m_page->section("summary")->click();
    QVERIFY(!text(u"md"_s).contains("## "));  // none is not all
}

void TestReportPage::exportsWhatIsChosen()
{
    QVERIFY(text(u"html"_s).startsWith("<!DOCTYPE html>"));
    QVERIFY(m_page->exported(u"pdf"_s).startsWith("%PDF"));
    QVERIFY(text(u"md"_s).startsWith("# First regressed stage"));
    QVERIFY(text(u"json"_s).contains("headwater.verdict/1"));
    QVERIFY(text(u"xml"_s).contains("<testsuite "));
}

void TestReportPage::replacesNames()
{
    QVERIFY(text(u"html"_s).contains("node-b") && text(u"json"_s).contains("node-b"));
    m_page->hosts()->click();
    for (const QString& ending : {u"html"_s, u"md"_s, u"xml"_s, u"json"_s})
        QVERIFY2(!text(ending).contains("node-b"), qPrintable(ending));
    QVERIFY(text(u"md"_s).contains("host-1"));
}

void TestReportPage::saysWhatPeopleSaid()
{
    QVERIFY(text(u"md"_s).contains("ask the storage team"));
    m_notes = fixtures::notes("solved");
    m_page->refresh();
    QVERIFY(m_page->busy());
    QTRY_VERIFY(!m_page->busy());
    QVERIFY(text(u"md"_s).contains("solved") && !text(u"md"_s).contains("ask the storage team"));
}

void TestReportPage::speaksTheLanguageChosen()
{
    QVERIFY(!m_page->languages()->isVisible());
    m_page->setLanguages({Language(), Language("zh-CN", {{"Inputs", "\u8f93\u5165"}})});
    QVERIFY(m_page->languages()->isVisible());
    m_page->languages()->setCurrentIndex(1);
    QVERIFY(text(u"md"_s).contains(u"## \u8f93\u5165"_s.toUtf8()));
}

void TestReportPage::buttonsAskTheWindow()
{
    Keeper keeper;
    m_page->installEventFilter(&keeper);
    const QStringList endings{u"html"_s, u"pdf"_s, u"md"_s, u"json"_s, u"xml"_s};
    QCOMPARE(m_page->exports().size(), std::size_t(5));
    for (std::size_t i = 0; i < m_page->exports().size(); ++i) {
        m_page->exports()[i]->click();
        QCOMPARE(keeper.suffix, endings[static_cast<qsizetype>(i)]);
        QVERIFY(keeper.content.size() > 500);
    }
}

void TestReportPage::exportsNothingWithoutAVerdict()
{
    const ReportPage page(m_jobs, [] { return Notes(); });
    QVERIFY(page.exported(u"html"_s).isEmpty());
    QVERIFY(!page.busy());
}

QTEST_MAIN(TestReportPage)
#include "tst_gui_Report.moc"
