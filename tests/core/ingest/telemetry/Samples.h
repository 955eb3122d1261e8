// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/ingest/ReadFile.h"
#include "tests/core/TraceText.h"

namespace headwater::test {

/// A small good file of one telemetry format.
struct Sample {
    std::string format;
    std::string variant;
    std::string text;
};

inline std::vector<Sample> telemetrySamples()
{
    return {
        {"nvidia-smi-csv", "",
         "timestamp, index, utilization.gpu [%], power.draw [W]\n"
         "2025/02/18 18:56:35.571, 0, 38 %, 180.51 W\n"
         "2025/02/18 18:56:36.571, 0, 40 %, 190.00 W\n"},
        {"nvidia-smi-csv", "no header", "2025/02/18 18:56:35.571, NVIDIA A100-SXM4-80GB, 0, 2771 MiB\n"},
        {"nvidia-smi-csv", "compute-apps",
         "timestamp, gpu_uuid, pid, used_gpu_memory [MiB]\n2025/02/18 18:56:35.571, GPU-1-2, 77, 2566 MiB\n"},
        {"nvidia-smi-csv", "SuperBench monitor",
         json("{'time': '2024-05-01 10:00:00', 'gpu_usage:0': 97, 'gpu_temperature:0': 61}\n")},
        {"nvidia-smi-dmon", "dmon",
         "# gpu    pwr  gtemp     sm\n# Idx      W      C      %\n    0     69     41     12\n"},
        {"nvidia-smi-dmon", "pmon",
         "# gpu         pid   type     sm    command \n# Idx           #    C/G      %    name \n"
         "    0      11345     C     99    gpu_burn \n"},
        {"nvidia-smi-q", "",
         "\n==============NVSMI LOG==============\n\nTimestamp   : Tue Jul 14 08:12:38 2026\n"
         "Attached GPUs   : 1\nGPU 00000000:00:09.0\n    Utilization\n        GPU     : 7 %\n"},
        {"dcgmi-dmon", "", "#Entity   GPUTL  POWER\nID        %      W\nGPU 0     72     155.300\n"},
        {"ib-counters", "perfquery -x",
         "# Port extended counters: Lid 5 port 1 (CapMask: 0x5300)\nPortSelect:......................1\n"
         "PortXmitData:....................100\n"},
        {"ib-counters", "perfquery",
         "# Port counters: Lid 5 port 1 (CapMask: 0x1600)\nPortXmitData:....................100\n"},
        {"ib-counters", "sysfs", "/sys/class/infiniband/mlx5_0/ports/1/counters/port_xmit_data:25\n"},
        {"ethtool-stats", "", "# ethtool -S eth0\nNIC statistics:\n     rx_bytes: 100\n     tx_prio3_pause: 4\n"},
        {"ethtool-stats", "rdma statistic", json("[{'ifname':'rocep1','port':1,'tx_rdma_ucast_bytes':12}]\n")},
        {"prometheus-text", "dcgm-exporter",
         json("# TYPE DCGM_FI_DEV_GPU_UTIL gauge\nDCGM_FI_DEV_GPU_UTIL{gpu='0', Hostname='n1'} 55\n")},
        {"prometheus-text", "node_exporter", "# HELP node_load1 1m load\nnode_load1 0.5\n"},
        {"prometheus-range-json", "matrix",
         json("{'status':'success','data':{'resultType':'matrix','result':[{'metric':{'__name__':"
              "'DCGM_FI_DEV_GPU_UTIL','gpu':'0','Hostname':'n1'},'values':[[1700000000.5,'73.5']]}]}}")},
        {"rocm-smi", "", json("{'card0': {'GPU use (%)': '99', 'Temperature (Sensor junction) (C)': '61.0'}}")},
        {"kernel-log", "",
         "[   12.345678] NVRM: Xid (PCI:0000:3b:00): 79, pid=0, GPU has fallen off the bus.\n"
         "[   13.000000] something else\n"},
    };
}

inline FileContent readText(const Folder& folder, std::string_view text, const std::string& name = "file")
{
    return readFile(folder.write(name, text), {}, {});
}

/// The series of that name (and device), or null.
inline const MetricSeries* findSeries(const FileContent& content, std::string_view name, std::string_view device = "*",
                                      std::string_view label = "*")
{
    for (const MetricSeries& series : content.telemetry.series)
        if (series.name == name && (device == "*" || series.device == device) &&
            (label == "*" || series.label == label))
            return &series;
    return nullptr;
}

inline const Problem* findProblem(const FileContent& content, std::string_view code)
{
    for (const Problem& problem : content.source.problems)
        if (problem.code == code)
            return &problem;
    return nullptr;
}

inline double sumOf(const MetricSeries& series)
{
    double sum = 0;
    for (const double value : series.value)
        sum += std::isnan(value) ? 0 : value;
    return sum;
}

/// Equal up to the rounding of a unit conversion.
inline bool close(double a, double b)
{
    return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

}  // namespace headwater::test
