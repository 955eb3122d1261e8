// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>
#include <QWidget>

#include "core/run/Run.h"

class QHBoxLayout;
class QLabel;
class QMimeData;
class QPushButton;

namespace headwater {

/// Where one run is named: dropped, or chosen with a button. Shows what was chosen and, in place, what is wrong with
/// it.
class DropZone : public QWidget {
    Q_OBJECT
public:
    DropZone(Side side, QWidget* parent);

    void setPaths(const QStringList& paths);
    void setError(const QString& text);  ///< empty: none
    [[nodiscard]] const QStringList& paths() const { return m_paths; }
    [[nodiscard]] QPushButton* folderButton() const { return m_folder; }

signals:
    void folderWanted();
    void filesWanted();
    void pathsDropped(const QStringList& paths);
    void cleared();

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] QHBoxLayout* makeButtons();
    void showState();

    Side m_side;
    QStringList m_paths;
    QString m_error;
    bool m_over = false;
    QLabel* m_hint = nullptr;
    QLabel* m_errorLabel = nullptr;
    QPushButton* m_folder = nullptr;
    QPushButton* m_files = nullptr;
    QPushButton* m_clear = nullptr;
};

/// Local paths of what is being dragged.
[[nodiscard]] QStringList droppedPaths(const QMimeData* data);

}  // namespace headwater
