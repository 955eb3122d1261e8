// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "core/triage/Verdict.h"

namespace headwater {

struct Tag {
    QString text;
    QString explanation;  ///< tool tip
    bool dashed = false;  ///< inferred, assumed, or a limit of the evidence
};
[[nodiscard]] Tag tagOf(Provenance provenance);

/// Small framed words under a headline, wrapped over as many rows as they need.
class TagRow : public QWidget {
    Q_OBJECT
public:
    explicit TagRow(QWidget* parent = nullptr);

    void setTags(std::vector<Tag> tags);
    [[nodiscard]] const std::vector<Tag>& tags() const { return m_tags; }

    /// The whole tag and what it means: a narrow row may cut its text.
    [[nodiscard]] QString tipAt(std::size_t tag) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] std::vector<QRectF> boxes(double width) const;

    std::vector<Tag> m_tags;
};

}  // namespace headwater
