// SPDX-License-Identifier: GPL-3.0-or-later
#include <QTest>

#include <QRegularExpression>

#include "Cli.h"
#include "tests/core/ingest/nsys/NsysInput.h"

using namespace headwater;
using namespace headwater::cli_test;
using namespace Qt::StringLiterals;

namespace {

/// Three words of English in a row outside of what the inputs themselves say, which is quoted.
QStringList englishIn(QString html)
{
    static const QRegularExpression noText(
        u"<style.*?</style>|<script.*?</script>|<code>.*?</code>|<[^>]*>|&quot;.*?&quot;"_s,
        QRegularExpression::DotMatchesEverythingOption);
    static const QRegularExpression sentence(u"[^\\n]*[A-Za-z]{2,}[,;:]? [a-z]{2,}[,;:]? [a-z]{2,}[^\\n]*"_s);
    html.replace(noText, u"\n"_s);
    QStringList found;
    for (auto match = sentence.globalMatch(html); match.hasNext();)
        found << match.next().captured();
    found.removeDuplicates();
    return found;
}

QByteArray megatronLog(int lines, int apart, double milliseconds)
{
    QByteArray text;
    for (int i = 1; i <= lines; ++i)
        text += " iteration " + QByteArray::number(i * apart).rightJustified(8) +
                "/    1000 | elapsed time per iteration (ms): " + QByteArray::number(milliseconds + i % 3, 'f', 1) +
                " | learning rate: 1.0E-04 | lm loss: 2.0E+00 | grad norm: 0.000 |\n";
    return text;
}

QByteArray smiCsv(int rows)
{
    QByteArray text = "index, utilization.gpu [%], power.draw [W]\n";
    for (int i = 0; i < rows; ++i)
        text += "0, 90 %, " + QByteArray(i == 3 ? "broken W" : "400 W") + "\n1, 91 %\n";
    return text;
}

}  // namespace

/// The Chinese report of inputs about which the readers have something to say.
class TestChinese : public QObject {
    Q_OBJECT

private slots:
    void logsAndTelemetry();
    void nsight();

private:
    [[nodiscard]] QString reportOf(const QString& baseline, const QString& current) const
    {
        const Outcome outcome =
            runCli({"analyze", "--baseline", baseline, "--current", current, "--language", "zh_CN", "--html", "v.html"},
                   m_place.path());
        return outcome.code == 0 || outcome.code == 1 || outcome.code == 3 ? QString::fromUtf8(m_place.read("v.html"))
                                                                           : QString::fromUtf8(outcome.err);
    }

    Workplace m_place;
};

void TestChinese::logsAndTelemetry()
{
    QDir(m_place.path()).mkpath("b");
    QDir(m_place.path()).mkpath("c");
    m_place.write("b/train.log", megatronLog(12, 10, 500));
    m_place.write("b/smi.csv", smiCsv(8));
    m_place.write("c/train.log", megatronLog(12, 10, 700) + "torch.cuda.OutOfMemoryError: CUDA out of memory.\n");
    m_place.write("c/notes.txt", "nothing\n");
    const QString html = reportOf("b", "c");
    for (const char* part : {"megatron 日志的 step 时间", "一行是 10 个 step 的均值", "没有已知表头或首行的文本",
                             "每行的梯度范数都是 0", "假定行间隔一秒", "该运行内存不足"})
        QVERIFY2(html.contains(QString::fromUtf8(part)), part);
    QVERIFY2(englishIn(html).isEmpty(), qPrintable(englishIn(html).join(u'\n')));
}

void TestChinese::nsight()
{
    const auto write = [&](const QString& name, std::int64_t forward) {
        test::NsysInput input;
        input.sql("INSERT INTO TARGET_INFO_GPU VALUES (0, 'Test GPU')");
        for (int i = 0; i < 6; ++i) {
            const std::int64_t t = 2'000'000LL * i;
            input.range(4, t, t + forward, "forward").range(4, t + forward, t + 1'200'000, "backward");
            input.launch(4, t + 5'000, t + 10'000, t + forward, "gemm");
        }
        (void)input.write(m_place.path(name).toStdString());
    };
    write("base.sqlite", 500'000);
    write("slow.sqlite", 900'000);
    const QString html = reportOf("base.sqlite", "slow.sqlite");
    for (const char* part : {"文件没有说明是哪个 rank；算作 rank 0（假定）", "导出没有说明会话何时开始"})
        QVERIFY2(html.contains(QString::fromUtf8(part)), part);
    QVERIFY2(englishIn(html).isEmpty(), qPrintable(englishIn(html).join(u'\n')));
}

QTEST_APPLESS_MAIN(TestChinese)
#include "tst_Chinese.moc"
