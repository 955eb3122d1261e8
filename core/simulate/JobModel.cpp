// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/JobModel.h"

#include <algorithm>

namespace headwater {

namespace {
constexpr int kMostLayerBuckets = 8;
}

int JobModel::layersPerBucket() const
{
    return (layers + kMostLayerBuckets - 1) / kMostLayerBuckets;
}

int JobModel::buckets() const
{
    // The loss head, the layers in groups, the embedding.
    return 2 + (layers + layersPerBucket() - 1) / layersPerBucket();
}

std::int64_t JobModel::bucketBytes(int bucket) const
{
    const int count = buckets();
    const std::int64_t bytes = bucket + 1 == count ? lastBucketBytes : (gradientBytes - lastBucketBytes) / (count - 1);
    return bytes / 2048 * 2048;
}

Ns JobModel::perLayer(Ns total) const
{
    return total / std::min(layers, kReferenceLayers);
}

double JobModel::clockOf(int rank, int recordedStep) const
{
    const auto index = static_cast<std::size_t>(rank);
    const double begin = index < clock.size() ? clock[index] : 1.0;
    if (index >= clockEnd.size() || recordedStep < 0)
        return begin;
    const double reached = std::min(1.0, static_cast<double>(recordedStep) / std::max(1.0, 0.25 * steps));
    return begin + (clockEnd[index] - begin) * reached;
}

}  // namespace headwater
