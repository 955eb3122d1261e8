// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>

#include <QWidget>

#include "core/report/model/ReportModel.h"

namespace headwater {

class ReportPages;

/// The pages of a report below each other, as they will be printed: white in every theme. Belongs into a scroll area.
class ReportPreview : public QWidget {
    Q_OBJECT
public:
    explicit ReportPreview(QWidget* parent = nullptr);
    ~ReportPreview() override;

    void setReport(const report::Report& report);
    [[nodiscard]] int pages() const;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    [[nodiscard]] qreal scale(int width) const;

    std::unique_ptr<ReportPages> m_pages;
};

}  // namespace headwater
