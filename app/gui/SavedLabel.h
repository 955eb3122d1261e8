// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QTime>

namespace headwater {

class Document;

/// Whether the investigation is saved, and since when: "saved 14:02", "not saved".
class SavedLabel : public QLabel {
    Q_OBJECT
public:
    explicit SavedLabel(Document& document, QWidget* parent = nullptr);

private:
    void showState();

    Document& m_document;
    QString m_file;  ///< that m_when is about
    QTime m_when;    ///< not valid: not saved here
};

}  // namespace headwater
