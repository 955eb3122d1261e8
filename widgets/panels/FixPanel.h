// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/whatif/Counterfactual.h"
#include "widgets/panels/Card.h"

class QLabel;
class QListWidget;

namespace headwater {

class SegmentBar;

/// "Fix this": which stages of which ranks work as in the baseline, or as the average rank, and what a step takes then.
class FixPanel : public Card {
    Q_OBJECT
public:
    explicit FixPanel(QWidget* parent = nullptr);

    /// Names to choose from; without `baseline` only the average can be asked for. Nothing is fixed at first.
    void setModel(const std::vector<std::string>& stages, const std::vector<std::string>& workers, bool baseline);
    [[nodiscard]] whatif::Fix fix() const;
    /// The answer to the last fixChanged(); nothing: none.
    void setAnswer(double replayed, const std::optional<whatif::Counterfactual>& answer);

    [[nodiscard]] QListWidget* stages() const { return m_stages; }
    [[nodiscard]] QListWidget* workers() const { return m_workers; }
    [[nodiscard]] SegmentBar* target() const { return m_target; }
    [[nodiscard]] QString answerText() const;

signals:
    void fixChanged();

private:
    [[nodiscard]] QListWidget* addList(const QString& name, QWidget* parent);

    SegmentBar* m_target = nullptr;
    QListWidget* m_stages = nullptr;
    QListWidget* m_workers = nullptr;
    QLabel* m_step = nullptr;
    QLabel* m_detail = nullptr;
};

}  // namespace headwater
