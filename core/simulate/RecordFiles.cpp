// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/RecordFiles.h"

#include <string>
#include <system_error>

#include "core/simulate/Hardware.h"
#include "core/simulate/KernelLogFile.h"
#include "core/simulate/MetricsFile.h"
#include "core/simulate/OutputFile.h"
#include "core/simulate/TrainingLogFile.h"

namespace headwater {

namespace {

constexpr std::string_view kManifest = "manifest.json";
constexpr std::string_view kTrainingLog = "train.log";
constexpr std::string_view kMetrics = ".metrics.json";
constexpr std::string_view kKernelLog = ".kernel.log";

std::string packed(std::string_view name, bool compress)
{
    return std::string(name) + (compress ? ".gz" : "");
}

Status write(const std::filesystem::path& path, bool compress, std::string_view text)
{
    auto file = OutputFile::create(path, compress);
    if (!file)
        return tl::unexpected<Error>(file.error());
    if (auto status = file->write(text); !status)
        return status;
    return file->finish();
}

}  // namespace

Status writeRecords(const JobModel& model, const RunRecords& records, const std::filesystem::path& run, Ns jobStart,
                    bool compress)
{
    const std::filesystem::path folder = run / kRecordsFolder;
    std::error_code error;
    std::filesystem::create_directory(folder, error);
    if (error)
        return fail(ErrorCode::WriteFailed, "cannot write: " + error.message(), folder.string(), {},
                    "check the free space and the permissions of the folder");
    Status status = write(folder / kManifest, false, manifestText(model, jobStart));
    if (status)
        status = write(folder / packed(kTrainingLog, compress), compress, trainingLogText(model, records, jobStart));
    for (int host = 0; status && host < model.hosts(); ++host) {
        status = write(folder / packed(hostName(host) + std::string(kMetrics), compress), compress,
                       metricsText(model, records, host, jobStart));
        if (status)
            status = write(folder / (hostName(host) + std::string(kKernelLog)), false,
                           kernelLogText(model, records, host, jobStart));
    }
    return status;
}

bool isRecordName(std::string_view name)
{
    if (name.ends_with(".gz"))
        name.remove_suffix(3);
    return name == kManifest || name == kTrainingLog ||
           (name.starts_with("node") && (name.ends_with(kMetrics) || name.ends_with(kKernelLog)));
}

}  // namespace headwater
