// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>

#include <QWidget>

#include "core/run/Run.h"

class QLabel;
class QProgressBar;
class QPushButton;
class QVBoxLayout;

namespace headwater {

/// What is being read on each side and how far it is. Esc cancels.
class LoadingPage : public QWidget {
    Q_OBJECT
public:
    explicit LoadingPage(QWidget* parent = nullptr);

    void reset(const QStringList& baseline, const QStringList& current);
    void setProgress(Side side, double fraction, const QString& activity);
    void setAnalysis(double fraction, const QString& activity);
    [[nodiscard]] QPushButton* cancelButton() const { return m_cancel; }

signals:
    void cancelRequested();

private:
    struct Row {
        QLabel* name = nullptr;
        QLabel* activity = nullptr;
        QProgressBar* bar = nullptr;
    };
    [[nodiscard]] Row addRow(QVBoxLayout* column, const QString& name, const QString& side);
    static void show(const Row& row, double fraction, const QString& activity);

    std::array<Row, 2> m_sides{};
    Row m_analysis;
    QPushButton* m_cancel = nullptr;
};

}  // namespace headwater
