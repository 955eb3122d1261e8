// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>

#include "core/workshop/Concept.h"

/// One function a concept; `values` are within the ranges of its handles, in their order.
namespace headwater::workshop::figures {

/// Four ranks meet at an all-reduce: METHODS 3.2, splitByDuration and blame.
[[nodiscard]] ConceptFigure barrier(const Concept& idea, std::span<const double> values);
/// A loader with a prefetch queue feeds steps: the simulator's LoaderQueue.
[[nodiscard]] ConceptFigure backPressure(const Concept& idea, std::span<const double> values);
/// One slow rank of n against the 3σ rule and the robust one: METHODS 2.2.
[[nodiscard]] ConceptFigure threeSigma(const Concept& idea, std::span<const double> values);
/// The same float32 numbers added in three orders: METHODS 5, ulpDistance.
[[nodiscard]] ConceptFigure floatOrder(const Concept& idea, std::span<const double> values);
/// A transfer behind computation: interval algebra, exposed = comm − compute.
[[nodiscard]] ConceptFigure overlap(const Concept& idea, std::span<const double> values);
/// A hundred steps of which a few are slow: quantiles, mean, course rule.
[[nodiscard]] ConceptFigure tail(const Concept& idea, std::span<const double> values);
/// Sixteen nodes, one of them or a pair at fault: METHODS 5.2, bisect.
[[nodiscard]] ConceptFigure bisection(const Concept& idea, std::span<const double> values);

}  // namespace headwater::workshop::figures
