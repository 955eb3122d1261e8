// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDragEnterEvent>
#include <QInputDialog>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPointer>
#include <QPushButton>
#include <QTest>
#include <QUrl>

/// What several tests of the window do with it.
namespace headwater::fixtures {

/// Types into the question that is open and accepts it.
inline bool answer(QWidget* window, const QString& text)
{
    auto* dialog = window->findChild<QInputDialog*>();
    if (!dialog || !dialog->isVisible())
        return false;
    auto* field = dialog->findChild<QLineEdit*>();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    return true;
}

/// Answers the question about what is not saved: "Discard", by its key.
inline bool giveUp(QWidget* window)
{
    const QPointer<QMessageBox> question = window->findChild<QMessageBox*>(QStringLiteral("saveQuestion"));
    if (!question)
        return false;
    question->activateWindow();
    if (!QTest::qWaitFor([&question] { return QApplication::activeWindow() == question; }))
        return false;
    QTest::keyClick(question, Qt::Key_D, Qt::AltModifier);
    // A button that is reached by its key is seen going down first.
    return QTest::qWaitFor([&question] { return !question || !question->isVisible(); });
}

/// Whether `target` took the drag.
inline bool drop(QWidget* target, const QStringList& paths)
{
    QMimeData data;
    QList<QUrl> urls;
    for (const QString& path : paths)
        urls << QUrl::fromLocalFile(path);
    data.setUrls(urls);
    const QPoint at = target->rect().center();
    QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &enter);
    QDropEvent event(at, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(target, &event);
    return enter.isAccepted();
}

}  // namespace headwater::fixtures
