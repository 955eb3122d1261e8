// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

#include "core/workshop/Exercise.h"
#include "core/workshop/LocalText.h"

class QComboBox;
class QDoubleSpinBox;
class QLabel;

namespace headwater {

/// One task of the exercise: two vectors of stage times, and what the student says about them.
class VectorView : public QWidget {
    Q_OBJECT
public:
    VectorView(const workshop::VectorTask& task, QWidget* parent);

    [[nodiscard]] const std::string& id() const { return m_id; }
    [[nodiscard]] workshop::VectorAnswer answer() const;
    void fill(const workshop::VectorAnswer& answer);
    /// No more answers; what is right stands below.
    void tell(bool right, const workshop::LocalText& feedback);
    [[nodiscard]] QComboBox* index() const { return m_index; }
    [[nodiscard]] QDoubleSpinBox* increase() const { return m_increase; }
    [[nodiscard]] QLabel* feedback() const { return m_feedback; }

signals:
    void changed();

private:
    void addNumbers(const workshop::VectorTask& task);

    std::string m_id;
    QComboBox* m_index = nullptr;
    QDoubleSpinBox* m_increase = nullptr;
    QLabel* m_feedback = nullptr;
};

}  // namespace headwater
