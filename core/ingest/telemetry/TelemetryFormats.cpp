// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>

#include "core/ingest/Format.h"
#include "core/ingest/telemetry/NvidiaColumns.h"
#include "core/ingest/telemetry/NvidiaCsv.h"
#include "core/ingest/telemetry/NvidiaDmon.h"
#include "core/ingest/telemetry/NvidiaQuery.h"
#include "core/ingest/telemetry/SmallReaders.h"

namespace headwater {

namespace {

using namespace telemetry;
using Recognise = std::optional<std::string> (*)(std::string_view);

template <Recognise recognise>
std::optional<std::string> ofText(const FileHead& head)
{
    return head.binary ? std::nullopt : recognise(head.text);
}

/// A single counter of InfiniBand, copied out of sysfs: only its path says which.
std::optional<std::string> recogniseSysfsFile(const FileHead& head)
{
    return isSysfsCounter(head.path, head.text) ? std::optional<std::string>(kSysfsFile) : std::nullopt;
}

// What names itself comes first; the CSV and the kernel log are told by their shape alone.
constexpr std::array<Format, 12> kFormats = {{
    {"nvidia-smi-q", ofText<recogniseNvidiaQuery>, readNvidiaQuery},
    {"dcgmi-dmon", ofText<recogniseDcgmi>, readDcgmi},
    {"nvidia-smi-dmon", ofText<recogniseNvidiaDmon>, readNvidiaDmon},
    {"ib-counters", ofText<recogniseInfiniband>, readInfiniband},
    {"ib-counters", recogniseSysfsFile, readInfiniband},
    {"ethtool-stats", ofText<recogniseEthtool>, readEthtool},
    {"prometheus-range-json", ofText<recognisePrometheusRange>, readPrometheusRange},
    {"rocm-smi", ofText<recogniseRocmSmi>, readRocmSmi},
    {"nvidia-smi-csv", ofText<recogniseSuperBench>, readSuperBench},
    {"prometheus-text", ofText<recognisePrometheusText>, readPrometheusText},
    {"nvidia-smi-csv", ofText<recogniseNvidiaCsv>, readNvidiaCsv},
    {"kernel-log", ofText<recogniseKernelLog>, readKernelLog},
}};

}  // namespace

std::span<const Format> telemetryFormats()
{
    return kFormats;
}

}  // namespace headwater
