// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <optional>

#include <QWidget>

#include "app/gui/Settings.h"
#include "core/base/Result.h"
#include "core/run/Run.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace headwater {

class DropZone;
class RecentList;

/// Where an investigation starts: two runs to drop or choose, what was opened before, a sample.
class StartPage : public QWidget {
    Q_OBJECT
public:
    explicit StartPage(QWidget* parent = nullptr);

    void setRecent(const Settings& settings);
    [[nodiscard]] RecentList* recentList() const { return m_recent; }
    void setPaths(Side side, const QStringList& paths);
    void showError(const Error& error, std::optional<Side> side);
    void clearErrors();
    [[nodiscard]] DropZone* zone(Side side) const { return m_zones[static_cast<std::size_t>(side)]; }
    [[nodiscard]] QPushButton* compareButton() const { return m_compare; }
    [[nodiscard]] QPushButton* sampleButton() const { return m_sample; }
    [[nodiscard]] QPushButton* workshopButton() const { return m_workshop; }
    [[nodiscard]] QPushButton* scaleButton() const { return m_scale; }
    [[nodiscard]] QPushButton* filesButton() const { return m_files; }

signals:
    void compareRequested(const QStringList& baseline, const QStringList& current);
    void recentRequested(const headwater::RecentPair& pair);
    void filesRequested();  ///< to see what could not be read and say more about it
    void sampleRequested();
    void workshopRequested();
    void investigationChosen(const QString& file);
    void scaleRequested();
    void chooseRequested(headwater::Side side, bool folder);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    void take(Side side, const QStringList& paths);
    void updateCompare();
    void addTitle(QWidget* parent, QVBoxLayout* column);
    [[nodiscard]] QHBoxLayout* makeZones(QWidget* parent);
    [[nodiscard]] QWidget* makeBelow();

    std::array<DropZone*, 2> m_zones{};
    QPushButton* m_compare = nullptr;
    QPushButton* m_sample = nullptr;
    QPushButton* m_workshop = nullptr;
    QPushButton* m_scale = nullptr;
    QPushButton* m_files = nullptr;
    QLabel* m_error = nullptr;
    RecentList* m_recent = nullptr;
};

/// What is wrong and what to do, for people: with the name of the file, and its whole path where it is not there.
[[nodiscard]] QString errorText(const Error& error);

}  // namespace headwater
