// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/SavedInvestigation.h"

#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>

#include "core/report/AtomicFile.h"
#include "core/report/Json.h"
#include "core/report/SavedNotes.h"
#include "core/report/SavedOverrides.h"
#include "core/report/SavedPrints.h"
#include "core/report/SavedScale.h"
#include "core/triage/Names.h"

namespace headwater {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kFamily = "headwater.investigation/";
constexpr std::string_view kSchema = "headwater.investigation/1";
constexpr std::uintmax_t kMaximumBytes = 16'000'000;

Json pathsJson(const std::vector<fs::path>& paths, const fs::path& folder)
{
    Json list = Json::array();
    for (const fs::path& path : paths)
        list.push_back(savedPath(path, folder));
    return list;
}

/// Takes typed values out of an object and remembers the first thing that was wrong.
class Reader {
public:
    explicit Reader(const Json& object) : m_object(object) {}

    void text(const char* key, std::string& value)
    {
        if (const Json* found = find(key)) {
            if (found->is_string())
                value = found->get<std::string>();
            else
                wrong(key, "is no text");
        }
    }
    void flag(const char* key, bool& value)
    {
        if (const Json* found = find(key)) {
            if (found->is_boolean())
                value = found->get<bool>();
            else
                wrong(key, "is neither true nor false");
        }
    }
    /// An integer from `lowest` to `highest`.
    template <class T>
    void integer(const char* key, T& value, std::int64_t lowest, std::int64_t highest)
    {
        const Json* found = find(key);
        if (!found)
            return;
        // A number beyond int64 comes as unsigned; get() would wrap it into the range.
        const bool huge =
            found->is_number_unsigned() &&
            found->get<std::uint64_t>() > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
        if (!found->is_number_integer() || huge || found->get<std::int64_t>() < lowest ||
            found->get<std::int64_t>() > highest)
            wrong(key, "is no whole number in its range");
        else
            value = static_cast<T>(found->get<std::int64_t>());
    }
    /// A number in the open interval (lowest, highest).
    void number(const char* key, double& value, double lowest, double highest)
    {
        if (const Json* found = find(key)) {
            if (found->is_number() && found->get<double>() > lowest && found->get<double>() < highest)
                value = found->get<double>();
            else
                wrong(key, "is no number in its range");
        }
    }
    template <class T>
    void name(const char* key, T& value, std::optional<T> (*fromName)(std::string_view))
    {
        std::string given;
        text(key, given);
        if (given.empty())
            return;
        if (const std::optional<T> known = fromName(given))
            value = *known;
        else
            wrong(key, "is no known name");
    }
    void paths(const char* key, std::vector<fs::path>& value, const fs::path& folder)
    {
        const Json* found = find(key);
        if (!found)
            return;
        if (!found->is_array())
            return wrong(key, "is no list of paths");
        for (const Json& path : *found) {
            if (!path.is_string() || path.get_ref<const std::string&>().empty())
                return wrong(key, "holds something that is no path");
            value.push_back((folder / path.get<std::string>()).lexically_normal());
        }
    }
    [[nodiscard]] const Json* find(const char* key) const
    {
        const auto found = m_object.find(key);
        return found == m_object.end() || found->is_null() ? nullptr : &*found;
    }
    void wrong(const char* key, const char* what)
    {
        if (!m_error)
            m_error = Error{
                ErrorCode::Malformed, std::string(what), {}, std::string("key ") + key, "save the investigation again"};
    }
    [[nodiscard]] const std::optional<Error>& error() const { return m_error; }

private:
    const Json& m_object;
    std::optional<Error> m_error;
};

void readWarmup(Reader& reader, Policy& policy)
{
    const Json* warmup = reader.find("warmup");
    if (!warmup || *warmup == "auto")
        return;
    int steps = 0;
    reader.integer("warmup", steps, 0, 1'000'000'000);
    policy.warmup = steps;
}

void readNoise(Reader& reader, Policy& policy)
{
    const Json* object = reader.find("noise");
    if (!object || !object->is_object())
        return;
    Reader inside(*object);
    NoiseFloor noise;
    inside.integer("runs", noise.runs, 0, 1'000'000'000);
    inside.number("sigma", noise.sigma, -1e-12, 1e6);
    inside.integer("given_epsilon_ppm", noise.givenEpsilonPpm, 0, 1'000'000'000);
    if (inside.error())
        reader.wrong("noise", "holds a number that makes no sense");
    policy.noise = noise;
}

/// The seed uses all 64 bits, which integer() does not.
void readSeed(Reader& reader, Policy& policy)
{
    const Json* seed = reader.find("seed");
    if (!seed)
        return;
    if (seed->is_number_unsigned())
        policy.seed = seed->get<std::uint64_t>();
    else
        reader.wrong("seed", "is no whole number from 0");
}

std::optional<Error> readLimits(const Json& object, CorrectnessLimits& limits)
{
    constexpr double kMost = 1e9;
    Reader reader(object);
    reader.number("diverged", limits.diverged, 0.0, kMost);
    reader.number("skipped", limits.skipped, 0.0, kMost);
    reader.number("spike_z", limits.spikeZ, 0.0, kMost);
    reader.number("spike_ratio", limits.spikeRatio, 0.0, kMost);
    reader.number("operator_share", limits.operatorShare, 0.0, kMost);
    reader.number("new_kernels", limits.newKernels, 0.0, kMost);
    return reader.error();
}

void readThresholds(Reader& reader, ResourcePolicy& policy)
{
    const Json* thresholds = reader.find("resources");
    if (!thresholds)
        return;
    if (const Result<ResourcePolicy> read = resourcePolicyFromJson(thresholds->dump()))
        policy = *read;
    else
        reader.wrong("resources", "holds a threshold that is not known or outside its range");
}

std::optional<Error> readPolicy(const Json& object, Policy& policy)
{
    Reader reader(object);
    if (const Json* limits = reader.find("correctness"); limits && limits->is_object())
        if (auto error = readLimits(*limits, policy.correctness))
            return error;
    reader.integer("epsilon_ppm", policy.epsilonPpm, 0, 1'000'000'000);
    reader.name("statistic", policy.statistic, &statisticFromName);
    reader.name("across_ranks", policy.acrossRanks, &acrossRanksFromName);
    reader.name("measure", policy.measure, &measureFromName);
    reader.number("alpha", policy.alpha, 0.0, 1.0);
    reader.integer("floor_ns", policy.floorNs, 0, std::numeric_limits<Ns>::max());
    reader.number("floor_share", policy.floorShare, -1e-12, 1.0);
    reader.integer("resamples", policy.resamples, 1, 10'000'000);
    readSeed(reader, policy);
    readWarmup(reader, policy);
    readThresholds(reader, policy.resources);
    readNoise(reader, policy);
    reader.flag("strict", policy.strict);
    reader.text("acknowledgement", policy.acknowledgement);
    return reader.error();
}

std::optional<Error> checkSchema(const Json& document)
{
    if (!document.is_object())
        return Error{ErrorCode::Malformed, "is no investigation", {}, {}, "open a file saved by headwater"};
    const std::string schema =
        document.value("schema", Json()).is_string() ? document["schema"].get<std::string>() : "";
    if (schema == kSchema)
        return std::nullopt;
    if (schema.rfind(kFamily, 0) == 0)
        return Error{ErrorCode::Malformed,
                     "was saved by another version (" + schema + ")",
                     {},
                     "key schema",
                     "open it with that version"};
    return Error{ErrorCode::NotRecognised, "is no investigation", {}, "key schema", "open a file saved by headwater"};
}

}  // namespace

std::string investigationJson(const SavedInvestigation& investigation, const fs::path& folder)
{
    const Policy& policy = investigation.policy;
    Json document = jsonDocument(kSchema);
    document["baseline"] = pathsJson(investigation.baseline, folder);
    document["current"] = pathsJson(investigation.current, folder);
    document["stages"] = investigation.stages;
    document["unit"] = jsonOrNull(investigation.unit);
    document["timezone"] = jsonOrNull(investigation.timezone);
    document["linked_only"] = investigation.linkedOnly;
    if (!investigation.overrides.empty())
        document["overrides"] = overridesOf(investigation.overrides, folder);
    document["policy"] = policyJson(policy);
    if (!investigation.notes.empty())
        document["notes"] = notesJson(investigation.notes);
    if (!investigation.scale.empty())
        document["scale"] = scaleJson(investigation.scale, folder);
    if (!investigation.prints.empty())
        document["prints"] = printsJson(investigation.prints, folder);
    return jsonText(document);
}

Result<SavedInvestigation> investigationFromJson(std::string_view json, const fs::path& folder)
{
    const Json document = Json::parse(json.begin(), json.end(), nullptr, false);
    if (document.is_discarded())
        return fail(ErrorCode::Malformed, "is no JSON", {}, {}, "open a file saved by headwater");
    if (const std::optional<Error> error = checkSchema(document))
        return tl::unexpected(*error);
    SavedInvestigation investigation;
    Reader reader(document);
    reader.paths("baseline", investigation.baseline, folder);
    reader.paths("current", investigation.current, folder);
    reader.text("stages", investigation.stages);
    reader.text("unit", investigation.unit);
    reader.text("timezone", investigation.timezone);
    reader.flag("linked_only", investigation.linkedOnly);
    if (reader.error())
        return tl::unexpected(*reader.error());
    if (const Json* overrides = reader.find("overrides"))
        if (const std::optional<Error> error = readOverrides(*overrides, folder, investigation.overrides))
            return tl::unexpected(*error);
    if (const Json* policy = reader.find("policy")) {
        if (!policy->is_object())
            return fail(ErrorCode::Malformed, "is no object", {}, "key policy", "save the investigation again");
        if (const std::optional<Error> error = readPolicy(*policy, investigation.policy))
            return tl::unexpected(*error);
    }
    if (const Json* notes = reader.find("notes"))
        if (const std::optional<Error> error = readNotes(*notes, investigation.notes))
            return tl::unexpected(*error);
    if (const Json* scale = reader.find("scale"))
        if (const std::optional<Error> error = readScale(*scale, folder, investigation.scale))
            return tl::unexpected(*error);
    if (const Json* prints = reader.find("prints"))
        if (const std::optional<Error> error = readPrints(*prints, folder, investigation.prints))
            return tl::unexpected(*error);
    return investigation;
}

Status saveInvestigation(const SavedInvestigation& investigation, const fs::path& file)
{
    const fs::path folder = fs::absolute(file).parent_path();
    return writeAtomically(file, investigationJson(investigation, folder));
}

Result<SavedInvestigation> loadInvestigation(const fs::path& file)
{
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(file, error);
    if (error == std::errc::no_such_file_or_directory)
        return fail(ErrorCode::NotFound, "does not exist", file.string(), {}, "check the path");
    if (error)
        return fail(ErrorCode::Unreadable, "cannot be read: " + error.message(), file.string());
    if (bytes > kMaximumBytes)
        return fail(ErrorCode::TooLarge, "is too large for an investigation", file.string(), {},
                    "give the .headwater file, not the data");
    std::ifstream stream(file, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
    if (!stream.good() && !stream.eof())
        return fail(ErrorCode::Unreadable, "cannot be read", file.string());
    Result<SavedInvestigation> investigation = investigationFromJson(text, fs::absolute(file).parent_path());
    if (!investigation)
        investigation.error().file = file.string();
    return investigation;
}

}  // namespace headwater
