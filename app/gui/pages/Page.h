// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/analysis/RunAnalysis.h"
#include "core/triage/Verdict.h"
#include "core/triage/ViewRef.h"

namespace headwater {

/// One page of the workbench. It is told what there is and what is selected, and asks for another view; it never
/// changes the selection by itself, so that all pages show the same.
class Page : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    /// Both are there. Called when the page is to be seen next, not for every verdict in between.
    virtual void setResult(const PairAnalysis& pair, const VerdictPtr& verdict) = 0;
    /// What is selected everywhere; follows each setResult. Parts that the page does not know are passed over.
    virtual void showView(const ViewRef& view) { Q_UNUSED(view) }
    /// Of what is selected, that which its views mark: read off them. Parts that the page does not know are not set.
    [[nodiscard]] virtual ViewRef marked() const { return {}; }
    /// The view that takes the keys when the page is gone to by its own key; none: they stay where they are.
    [[nodiscard]] virtual QWidget* keyTarget() const { return nullptr; }
    /// Part of it is still being computed: a picture of it would not show all.
    [[nodiscard]] virtual bool busy() const { return false; }

signals:
    /// The user wants to look there: only what they chose is set, what else is selected stays (merged()).
    void viewWanted(const headwater::ViewRef& view, headwater::ViewPart emptied = headwater::ViewPart::None);
};

}  // namespace headwater
