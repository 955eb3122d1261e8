// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/JobModel.h"

#include <algorithm>

#include "core/simulate/Random.h"

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

double JobModel::paceOf(int rank, int recordedStep) const
{
    const auto index = static_cast<std::size_t>(rank);
    return clockOf(rank, recordedStep) * (index < speed.size() ? speed[index] : 1.0);
}

double JobModel::linkBytesPerNs(int host) const
{
    if (hosts() < 2)
        return busBytesPerNs;
    const int next = (host + 1) % hosts();
    const bool crosses = host * ranksPerHost / leafRanks != next * ranksPerHost / leafRanks;
    double rate = busBytesPerNs;
    if (host == congestedHost)
        rate = std::min(rate, congestedBytesPerNs);
    return crosses ? std::min(rate, uplinkBytesPerNs) : rate;
}

double JobModel::ringBytesPerNs() const
{
    double slowest = busBytesPerNs;
    for (int host = 0; host < hosts(); ++host)
        slowest = std::min(slowest, linkBytesPerNs(host));
    return slowest;
}

int JobModel::longRank(int step) const
{
    if (longChance <= 0)
        return -1;
    Random random(mixSeed(seed, 0x10A6ULL, static_cast<std::uint64_t>(step)));
    if (random.uniform() >= longChance)
        return -1;
    return static_cast<int>(random.next() % static_cast<std::uint64_t>(ranks));
}

}  // namespace headwater
