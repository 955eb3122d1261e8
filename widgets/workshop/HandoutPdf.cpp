// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/workshop/HandoutPdf.h"

#include <QBuffer>
#include <QPageSize>
#include <QPdfWriter>
#include <QTextDocument>

namespace headwater {

QByteArray handoutPdf(const QString& title, const QString& html)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    {
        QPdfWriter writer(&buffer);
        writer.setPageSize(QPageSize(QPageSize::A4));
        writer.setTitle(title);
        QTextDocument document;
        document.setHtml(html);
        document.print(&writer);  // with margins and page numbers
    }
    return bytes;
}

}  // namespace headwater
