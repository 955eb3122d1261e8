// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/workshop/KeptSheet.h"

#include <cctype>

namespace headwater::workshop {

namespace {

constexpr const char* kSchema = "headwater.workshop-kept/1";

}  // namespace

std::filesystem::path keptFile(const std::filesystem::path& state, std::string_view mark)
{
    std::string name;
    for (const char c : mark)  // the end of a mark is a hash: nothing else makes two files one
        name += std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '@' ? c : '_';
    return state / "workshop" / (name + ".json");
}

std::string keptJson(const KeptSheet& sheet)
{
    nlohmann::ordered_json out{{"schema", kSchema},     {"mark", sheet.mark},         {"step", sheet.step},
                               {"hints", sheet.hints},  {"revealed", sheet.revealed}, {"open", sheet.open},
                               {"fields", sheet.fields}};
    out["answers"] = nlohmann::ordered_json::parse(answersJson(sheet.answers));
    return out.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

Result<KeptSheet> readKept(const std::filesystem::path& file)
{
    const auto text = readSmallFile(file);
    const auto document = text ? parseJson(*text, file.string()) : tl::unexpected(text.error());
    if (!document)
        return tl::unexpected(document.error());
    Remarks remarks;
    const JsonPart part(*document, remarks);
    if (part.text("schema", true) != kSchema)
        part.at("schema").complain(say("is not \"{}\"", kSchema));
    const auto isTrue = [&part](const char* key) {
        return part.at(key).value().is_boolean() && part.at(key).value().get<bool>();
    };
    constexpr int kMost = 1'000;
    KeptSheet sheet{part.text("mark", true),
                    part.text("step", true),
                    static_cast<int>(part.integer("hints", 0, kMost, 0)),
                    isTrue("revealed"),
                    isTrue("open"),
                    {},
                    {}};
    if (const JsonPart fields = part.at("fields"); fields.value().is_object())
        for (const auto& [key, value] : fields.value().items())
            if (value.is_string())
                sheet.fields[key] = value.get<std::string>();
    if (!hasErrors(remarks))
        sheet.answers = readAnswers(part.at("answers").value(), remarks);
    if (hasErrors(remarks))
        return tl::unexpected(firstError(remarks, file.string()));
    return sheet;
}

}  // namespace headwater::workshop
