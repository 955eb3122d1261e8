// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/pages/Page.h"
#include "app/gui/pages/PageColumn.h"
#include "core/analysis/correctness/LoggedSeries.h"

class QToolButton;

namespace headwater {

class LineChart;
class RowsTable;

/// Layer 1: whether both runs compute the same. Loss and gradient norm, what differs between the runs, what a repeat
/// would need, and operators that fell back to other kernels.
class CorrectnessPage : public Page {
    Q_OBJECT
public:
    explicit CorrectnessPage(QWidget* parent = nullptr);

    void setResult(const PairAnalysis& pair, const VerdictPtr& verdict) override;
    void showView(const ViewRef& view) override;
    [[nodiscard]] ViewRef marked() const override;

    [[nodiscard]] LineChart* chart(LoggedQuantity quantity) const
    {
        return quantity == LoggedQuantity::Loss ? m_loss : m_gradNorm;
    }
    [[nodiscard]] RowsTable* manifest() const { return m_manifest; }
    [[nodiscard]] RowsTable* checklist() const { return m_checklist; }
    [[nodiscard]] RowsTable* kernels() const { return m_kernels; }
    [[nodiscard]] RowsTable* findings() const { return m_findings; }
    [[nodiscard]] QToolButton* sameSwitch() const { return m_same; }

private:
    void ask(const ViewRef& wish) { emit viewWanted(wish); }
    void addCharts(QVBoxLayout* column);
    void addTables(QVBoxLayout* column);
    /// Selects the step there; a mark too stands at a step.
    void chooseStep(LineChart* chart, int mark, double x);

    PageHead m_head;
    PageSection m_findingsHead, m_manifestHead, m_kernelHead;
    LineChart* m_loss = nullptr;
    LineChart* m_gradNorm = nullptr;
    RowsTable* m_findings = nullptr;
    RowsTable* m_manifest = nullptr;
    RowsTable* m_checklist = nullptr;
    RowsTable* m_kernels = nullptr;
    QToolButton* m_same = nullptr;
};

}  // namespace headwater
