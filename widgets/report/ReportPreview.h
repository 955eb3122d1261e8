// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <map>
#include <memory>
#include <vector>

#include <QTimer>
#include <QWidget>

#include "core/report/model/ReportModel.h"
#include "widgets/report/LinkMap.h"

namespace headwater {

class PieceMaker;
class ReportPages;

/// The pages of a report below each other, as they will be printed: white in every theme. Its references can be
/// clicked. Belongs into a scroll area.
class ReportPreview : public QWidget {
    Q_OBJECT
public:
    explicit ReportPreview(QWidget* parent = nullptr);
    ~ReportPreview() override;

    /// The pages are made bit by bit; until they are, those of the report before stay.
    void setReport(report::Report report);
    [[nodiscard]] bool laying() const { return m_maker != nullptr; }
    [[nodiscard]] int pages() const;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

    /// The reference under a point of the widget; empty where there is none.
    [[nodiscard]] QString referenceAt(const QPointF& at) const;

signals:
    void referenceClicked(const QString& reference);

protected:
    bool event(QEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layNext();
    [[nodiscard]] qreal scale(int width) const;
    [[nodiscard]] QRectF paperOf(int page) const;

    std::unique_ptr<PieceMaker> m_maker;  ///< of the report that is being made
    QTimer m_later;
    std::unique_ptr<ReportPages> m_pages;
    mutable std::map<int, std::vector<PageLink>> m_links;  ///< of the pages that somebody pointed at
};

}  // namespace headwater
