// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QByteArray>
#include <QSizeF>
#include <QString>

#include "core/report/model/ReportModel.h"
#include "widgets/report/LinkMap.h"
#include "widgets/report/PageFlow.h"

class QPainter;

namespace headwater {

/// A report on pages of A4, each with the footer and its number. Cannot be copied: pages refer to their pieces.
class ReportPages {
public:
    explicit ReportPages(const report::Report& report);
    /// Of pieces that are made already, contentWidth() wide.
    ReportPages(std::vector<PagePiece> pieces, const report::Report& report);
    ReportPages(const ReportPages&) = delete;
    ReportPages& operator=(const ReportPages&) = delete;

    [[nodiscard]] int count() const { return static_cast<int>(m_pages.size()); }
    /// Tenths of a point.
    [[nodiscard]] static QSizeF pageSize();
    /// Of what stands between the margins, in the same units.
    [[nodiscard]] static qreal contentWidth();
    /// Paints one page (from 0) with its corner at the origin, a unit of the painter being a tenth of a point.
    void paint(QPainter& painter, int page) const;

    /// The references of a page, in the same units.
    [[nodiscard]] std::vector<PageLink> links(int page) const;

private:
    std::vector<PagePiece> m_pieces;
    std::vector<std::vector<PlacedPiece>> m_pages;
    QString m_footer;
};

/// The pages as PDF: text as text, drawings as lines, references as links, no date of its own, so that the same report
/// gives the same bytes. Empty where it could not be made.
[[nodiscard]] QByteArray pdfOf(const report::Report& report);

}  // namespace headwater
