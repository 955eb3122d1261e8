// SPDX-License-Identifier: GPL-3.0-or-later
#include <QHelpEvent>
#include <QTest>
#include <QToolTip>

#include "widgets/theme/ElidedLabel.h"

using namespace headwater;
using namespace Qt::StringLiterals;

/// A line that is too long for its place ends in an ellipsis, and its tip has all of it.
class TestElidedLabel : public QObject {
    Q_OBJECT
private slots:
    void whatFitsIsDrawnAsBefore();
    void whatDoesNotEndsInAnEllipsis();
    void theTipIsWhole();
};

void TestElidedLabel::whatFitsIsDrawnAsBefore()
{
    ElidedLabel label(u"RANKS BY TIME"_s);
    QLabel plain(label.text());
    for (QLabel* one : {static_cast<QLabel*>(&label), &plain})
        one->resize(plain.sizeHint());
    QCOMPARE(label.shownText(), label.text());
    QCOMPARE(label.grab().toImage(), plain.grab().toImage());
}

void TestElidedLabel::whatDoesNotEndsInAnEllipsis()
{
    ElidedLabel label(u"RANKS BY TIME"_s);
    label.resize(label.sizeHint().width() - 20, label.sizeHint().height());
    const QString shown = label.shownText();
    QVERIFY2(shown.endsWith(u'\u2026') && shown.startsWith(u"RANKS"_s), qPrintable(shown));
    QLabel plain(shown);  // what is drawn is this text, in the same place
    plain.resize(label.size());
    QCOMPARE(label.grab().toImage(), plain.grab().toImage());
    QCOMPARE(label.text(), u"RANKS BY TIME"_s);
}

void TestElidedLabel::theTipIsWhole()
{
    ElidedLabel label(u"a <b>name</b> of a file"_s);
    label.setTextFormat(Qt::PlainText);
    label.show();
    const auto tip = [&label] {
        QHelpEvent help(QEvent::ToolTip, {2, 2}, label.mapToGlobal(QPoint(2, 2)));
        QCoreApplication::sendEvent(&label, &help);
        return QToolTip::text();
    };
    label.resize(label.sizeHint());
    QVERIFY(tip().isEmpty());
    label.resize(30, label.height());
    QVERIFY2(!Qt::mightBeRichText(tip()) || tip().contains(u"&lt;b&gt;"_s), qPrintable(tip()));
    QVERIFY2(tip().contains(u"of a file"_s), qPrintable(tip()));
}

QTEST_MAIN(TestElidedLabel)
#include "tst_ElidedLabel.moc"
