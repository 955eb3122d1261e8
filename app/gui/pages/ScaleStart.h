// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QLabel;
class QPushButton;
class QSpinBox;

namespace headwater {

/// The Scale page before anything is given: what it needs, and the ways to give it.
class ScaleStart : public QWidget {
    Q_OBJECT
public:
    explicit ScaleStart(QWidget* parent = nullptr);

    /// The file that the run's manifest names; empty: none.
    void setNamed(const QString& file);
    [[nodiscard]] QPushButton* exampleButton() const { return m_example; }
    [[nodiscard]] QPushButton* openButton() const { return m_open; }
    [[nodiscard]] QPushButton* namedButton() const { return m_namedButton; }
    [[nodiscard]] QPushButton* plainButton() const { return m_plain; }
    [[nodiscard]] QSpinBox* gpus() const { return m_gpus; }

signals:
    void fileWanted();
    void namedWanted();
    void exampleWanted();
    void plainWanted(int gpus, int gpusPerNode);

private:
    QPushButton* m_open = nullptr;
    QPushButton* m_namedButton = nullptr;
    QPushButton* m_example = nullptr;
    QPushButton* m_plain = nullptr;
    QSpinBox* m_gpus = nullptr;
    QSpinBox* m_perNode = nullptr;
};

}  // namespace headwater
