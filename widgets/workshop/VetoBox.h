// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

#include <QWidget>

#include "core/workshop/Library.h"

class QCheckBox;
class QLabel;
class QVBoxLayout;

namespace headwater {

/// What makes an answer fail whatever its points are, to be ticked by a person who read the text.
class VetoBox : public QWidget {
    Q_OBJECT
public:
    explicit VetoBox(QWidget* parent = nullptr);

    /// The vetoes of `library`, none ticked.
    void begin(const workshop::Library& library);
    void tick(const std::vector<std::string>& ids);
    [[nodiscard]] std::vector<std::string> ticked() const;
    [[nodiscard]] const std::vector<QCheckBox*>& boxes() const { return m_boxes; }

signals:
    void changed();

private:
    QVBoxLayout* m_column = nullptr;
    std::vector<QWidget*> m_lines;
    std::vector<QCheckBox*> m_boxes;
    std::vector<std::string> m_ids;
};

}  // namespace headwater
