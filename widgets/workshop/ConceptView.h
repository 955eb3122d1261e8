// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

#include <QWidget>

#include "core/workshop/Concept.h"

class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QSlider;
class QVBoxLayout;

namespace headwater {

class ConceptChart;

/// One idea: what is told about it, its figure, the numbers that can be changed, and what follows.
class ConceptView : public QWidget {
    Q_OBJECT
public:
    explicit ConceptView(QWidget* parent = nullptr);

    void setConcept(const workshop::Concept& idea);
    [[nodiscard]] ConceptChart* chart() const { return m_chart; }
    [[nodiscard]] QDoubleSpinBox* box(std::size_t handle) const { return m_boxes.at(handle); }
    [[nodiscard]] QSlider* slider(std::size_t handle) const { return m_sliders.at(handle); }
    [[nodiscard]] QString conclusion() const;

private:
    void buildBoxes();
    void addHandle(const workshop::ConceptHandle& handle);
    void draw();
    [[nodiscard]] std::vector<double> values() const;
    void drag(int row, double end);
    void grab(int row);
    void sweep(int row, double way);
    [[nodiscard]] int handleOf(int row) const;
    double m_grabbed = 0;  ///< the number where a drag began

    workshop::Concept m_idea;
    std::vector<workshop::ConceptHandle> m_handles;
    std::vector<QDoubleSpinBox*> m_boxes;
    std::vector<QSlider*> m_sliders;
    QLabel* m_title = nullptr;
    QLabel* m_body = nullptr;
    ConceptChart* m_chart = nullptr;
    QLabel* m_readings = nullptr;
    QLabel* m_conclusion = nullptr;
    QFormLayout* m_form = nullptr;
};

}  // namespace headwater
