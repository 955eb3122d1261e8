// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/triage/Verdict.h"
#include "widgets/panels/Card.h"

class QBoxLayout;
class QLabel;
class QPushButton;

namespace headwater {

class StabilityChart;
class TagRow;

/// The answer: one headline, how it is known, two or three sentences, and how stable "first" is.
class VerdictBanner : public Card {
    Q_OBJECT
public:
    explicit VerdictBanner(QWidget* parent = nullptr);

    void setVerdict(const VerdictPtr& verdict);
    [[nodiscard]] QString headlineText() const;  ///< without markup

signals:
    void acknowledgeRequested();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void showHeadline();
    void showComparability();

    VerdictPtr m_verdict;
    QBoxLayout* m_columns = nullptr;
    QLabel* m_headline = nullptr;
    TagRow* m_tags = nullptr;
    QLabel* m_paragraph = nullptr;
    QLabel* m_comparability = nullptr;
    QPushButton* m_acknowledge = nullptr;
    QWidget* m_stabilityBox = nullptr;
    StabilityChart* m_stability = nullptr;
};

/// Tags of the headline: confirmed or possible, scope, kind, provenance, level of evidence.
[[nodiscard]] std::vector<struct Tag> headlineTags(const Verdict& verdict);

}  // namespace headwater
