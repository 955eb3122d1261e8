// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "core/base/Job.h"
#include "core/base/Result.h"
#include "core/run/ScaleResults.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace headwater {

/// What a person gave of one group, not read yet.
struct MeasuredInput {
    enum class Kind { Runs, NcclTests, StepTimes, Bandwidths };
    Kind kind = Kind::Runs;
    QStringList baseline, current;                  ///< a path or a number each
    QString baselineInvariants, currentInvariants;  ///< "batch_per_gpu=4, tp=8"; of numbers only

    friend bool operator==(const MeasuredInput&, const MeasuredInput&) = default;
};

/// Reads it: numbers at once, outputs of nccl-tests from their files, runs as the step time of each (readScaleRuns).
/// Errors: those of reading, and BadUsage where a side is empty or a number or an invariant is none.
[[nodiscard]] Result<GroupMeasurement> readMeasured(const std::vector<std::string>& nodes, int gpusPerNode,
                                                    const MeasuredInput& given, const Job& job);

/// Asks for what one group showed next to its baseline: runs, what nccl-tests printed, or numbers; one a line, typed,
/// chosen or dropped.
class MeasureDialog : public QDialog {
    Q_OBJECT
public:
    MeasureDialog(const QString& group, QWidget* parent);

    [[nodiscard]] MeasuredInput given() const;
    [[nodiscard]] QComboBox* kinds() const { return m_kinds; }
    [[nodiscard]] QPlainTextEdit* list(int side) const { return m_sides[side].list; }
    [[nodiscard]] QLineEdit* invariants(int side) const { return m_sides[side].invariants; }
    [[nodiscard]] QPushButton* acceptButton() const { return m_accept; }

private:
    struct Side {
        QPlainTextEdit* list = nullptr;
        QLineEdit* invariants = nullptr;
        QPushButton* folder = nullptr;
        QPushButton* files = nullptr;
    };

    [[nodiscard]] QWidget* makeSide(int side, const QString& title, const QString& hint);
    void add(int side, bool folder);
    void showKind();

    QComboBox* m_kinds = nullptr;
    QLabel* m_hint = nullptr;
    Side m_sides[2];
    QPushButton* m_accept = nullptr;
};

}  // namespace headwater
