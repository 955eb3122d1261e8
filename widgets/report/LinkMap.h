// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QImage>
#include <QRectF>
#include <QString>

namespace headwater {

/// A reference and where its text stands.
struct PageLink {
    QRectF area;
    QString target;
};

/// What a page is painted on to learn where its references are: text tells its links instead of drawing them.
class LinkMap : public QImage {
public:
    LinkMap() : QImage(1, 1, QImage::Format_RGB32) {}

    std::vector<PageLink> links;
};

}  // namespace headwater
