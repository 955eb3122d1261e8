// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <vector>

#include "core/run/FileOverride.h"
#include "widgets/panels/Card.h"

class QHBoxLayout;
class QLabel;
class QPushButton;
class QSpinBox;

namespace headwater {

class ArrowCombo;

/// A file of the inputs that is selected, and the run that it was found in.
struct SelectedFile {
    SourceFile source;
    Side side = Side::Baseline;
};

/// What the user says about the selected files against what they say themselves: run, rank, unit, zone, rules. Emits
/// all overrides as they shall be; keeps none of its own.
class FileEditor : public Card {
    Q_OBJECT
public:
    explicit FileEditor(QWidget* parent = nullptr);

    void show(std::vector<SelectedFile> files, const FileOverrides& overrides);
    /// The selected files are read by these rules from now on.
    void setRuleFile(const QString& path);

    [[nodiscard]] ArrowCombo* place() const { return m_place; }
    [[nodiscard]] QSpinBox* rank() const { return m_rank; }
    [[nodiscard]] ArrowCombo* unit() const { return m_unit; }
    [[nodiscard]] ArrowCombo* zone() const { return m_zone; }
    [[nodiscard]] ArrowCombo* rules() const { return m_rules; }
    [[nodiscard]] QPushButton* resetButton() const { return m_reset; }

signals:
    /// `what` for "Undo …".
    void chosen(const headwater::FileOverrides& overrides, const QString& what);
    void ruleFileWanted();

private:
    void addControls(QHBoxLayout* row);
    void fill();
    void apply(const QString& what, const std::function<void(FileOverride&)>& change);
    void rulesChosen(int index);
    void placeChosen(int index);
    void zoneChosen(int index);

    std::vector<SelectedFile> m_files;
    FileOverrides m_overrides;
    QLabel* m_title = nullptr;
    QWidget* m_controls = nullptr;
    ArrowCombo* m_place = nullptr;
    QSpinBox* m_rank = nullptr;
    ArrowCombo* m_unit = nullptr;
    ArrowCombo* m_zone = nullptr;
    ArrowCombo* m_rules = nullptr;
    QPushButton* m_reset = nullptr;
};

}  // namespace headwater
