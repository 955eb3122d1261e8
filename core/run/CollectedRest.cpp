// SPDX-License-Identifier: GPL-3.0-or-later
#include <bit>

#include "core/run/CollectedRun.h"
#include "core/run/SummaryColumns.h"

namespace headwater {

namespace {

constexpr std::array kDevice = {&DeviceWindow::window,      &DeviceWindow::busy,          &DeviceWindow::compute,
                                &DeviceWindow::exposedComm, &DeviceWindow::exposedMemcpy, &DeviceWindow::exposedMemset,
                                &DeviceWindow::idle,        &DeviceWindow::comm,          &DeviceWindow::memcpy,
                                &DeviceWindow::unclassified};
constexpr std::array kDeviceCounts = {&DeviceWindow::activities, &DeviceWindow::linked, &DeviceWindow::unlinked};
constexpr std::array kTraceLens = {&TraceLensView::computation,   &TraceLensView::exposedComm,
                                   &TraceLensView::exposedMemcpy, &TraceLensView::busy,
                                   &TraceLensView::idle,          &TraceLensView::total};
constexpr std::array kHta = {&HtaView::idle, &HtaView::compute, &HtaView::nonCompute, &HtaView::kernel};

/// The numbers of one rank, one by one; zero behind the end.
class RestReader {
public:
    RestReader(const CollectedRun& run, Column numbers) : m_run(run), m_numbers(std::move(numbers)) {}

    RankSummary read(Kept upTo)
    {
        RankSummary out;
        out.hasHost = next() != 0;
        for (const auto member : kDevice)
            out.device.*member = next();
        for (const auto member : kDeviceCounts)
            out.device.*member = static_cast<std::uint64_t>(next());
        out.activities = out.device.activities;
        readPeers(out.peers);
        if (upTo == Kept::Device)
            return out;
        for (std::size_t left = count(); left > 0; --left) {
            KernelWork& work = out.work.emplace_back();
            work.name = name();
            work.median = std::bit_cast<double>(next());
            work.total = std::bit_cast<double>(next());
        }
        if (upTo == Kept::Kernels)
            readKernels(out.kernels);
        return out;
    }

private:
    std::int64_t next() { return m_at < m_numbers.size() ? m_numbers[m_at++] : 0; }

    /// Each of what is counted has a number at least.
    std::size_t count()
    {
        const std::int64_t value = next();
        return value < 0 ? 0 : std::min(static_cast<std::size_t>(value), m_numbers.size() - m_at);
    }

    std::string name()
    {
        const auto at = static_cast<std::uint64_t>(next());
        return at < m_run.names.size() ? m_run.names[at] : std::string();
    }

    void readPeers(PeerViews& peers)
    {
        if (next() != 0) {
            peers.traceLens.emplace();
            for (const auto member : kTraceLens)
                *peers.traceLens.*member = next();
        }
        if (next() == 0)
            return;
        peers.hta.emplace();
        for (const auto member : kHta)
            *peers.hta.*member = next();
        for (std::size_t left = count(); left > 0; --left) {
            HtaView::Stream& stream = peers.hta->streams.emplace_back();
            stream.stream = name();
            stream.hostWait = next();
            stream.kernelWait = next();
            stream.other = next();
        }
    }

    void readKernels(KernelProfile& kernels)
    {
        kernels.computeTime = next();
        kernels.outside = next();
        for (std::size_t left = count(); left > 0; --left) {
            OperatorKernels& op = kernels.operators[name()];
            op.time = next();
            op.launches = static_cast<std::uint64_t>(next());
            readUses(op.byDtype);
            readUses(op.byFamily);
        }
    }

    void readUses(std::map<std::string, KernelUse>& uses)
    {
        for (std::size_t left = count(); left > 0; --left) {
            KernelUse& use = uses[name()];
            use.time = next();
            use.launches = static_cast<std::uint64_t>(next());
            use.kernel = name();
            use.kernelTime = next();
        }
    }

    const CollectedRun& m_run;
    Column m_numbers;
    std::size_t m_at = 0;
};

}  // namespace

RankSummary keptOf(const CollectedRun& run, std::size_t rank, Kept upTo)
{
    const CollectedRest& rest = run.rest;
    if (rank + 1 >= rest.begin.size())
        return {};
    std::string_view bytes = std::string_view(rest.bytes).substr(rest.begin[rank]);
    auto numbers = takeColumn(bytes, static_cast<std::uint64_t>(rest.count.at(rank)));
    return numbers ? RestReader(run, std::move(*numbers)).read(upTo) : RankSummary();
}

std::int64_t RestWriter::index(const std::string& name)
{
    const auto [known, isNew] = m_known.try_emplace(name, static_cast<std::int64_t>(m_run.names.size()));
    if (isNew)
        m_run.names.push_back(name);
    return known->second;
}

void RestWriter::addUses(const std::map<std::string, KernelUse>& uses)
{
    m_numbers.push_back(static_cast<std::int64_t>(uses.size()));
    for (const auto& [kind, use] : uses)
        m_numbers.insert(m_numbers.end(), {index(kind), use.time, static_cast<std::int64_t>(use.launches),
                                           index(use.kernel), use.kernelTime});
}

void RestWriter::add(const RankSummary& summary)
{
    m_numbers = {summary.hasHost ? 1 : 0};
    for (const auto member : kDevice)
        m_numbers.push_back(summary.device.*member);
    for (const auto member : kDeviceCounts)
        m_numbers.push_back(static_cast<std::int64_t>(summary.device.*member));
    m_numbers.push_back(summary.peers.traceLens ? 1 : 0);
    if (summary.peers.traceLens)
        for (const auto member : kTraceLens)
            m_numbers.push_back(*summary.peers.traceLens.*member);
    m_numbers.push_back(summary.peers.hta ? 1 : 0);
    if (summary.peers.hta) {
        for (const auto member : kHta)
            m_numbers.push_back(*summary.peers.hta.*member);
        m_numbers.push_back(static_cast<std::int64_t>(summary.peers.hta->streams.size()));
        for (const HtaView::Stream& stream : summary.peers.hta->streams)
            m_numbers.insert(m_numbers.end(), {index(stream.stream), stream.hostWait, stream.kernelWait, stream.other});
    }
    m_numbers.push_back(static_cast<std::int64_t>(summary.work.size()));
    for (const KernelWork& work : summary.work)
        m_numbers.insert(m_numbers.end(), {index(work.name), std::bit_cast<std::int64_t>(work.median),
                                           std::bit_cast<std::int64_t>(work.total)});
    m_numbers.insert(m_numbers.end(), {summary.kernels.computeTime, summary.kernels.outside,
                                       static_cast<std::int64_t>(summary.kernels.operators.size())});
    for (const auto& [name, op] : summary.kernels.operators) {
        m_numbers.insert(m_numbers.end(), {index(name), op.time, static_cast<std::int64_t>(op.launches)});
        addUses(op.byDtype);
        addUses(op.byFamily);
    }
    CollectedRest& rest = m_run.rest;
    if (rest.begin.empty()) {
        rest.begin.push_back(0);
        rest.count = NarrowColumn(m_run.ranks.size());
    }
    rest.count.set(rest.begin.size() - 1, static_cast<Ns>(m_numbers.size()));
    appendColumn(rest.bytes, m_numbers);
    rest.begin.push_back(rest.bytes.size());
}

}  // namespace headwater
