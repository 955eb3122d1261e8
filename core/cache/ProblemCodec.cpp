// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cache/ProblemCodec.h"

namespace headwater {

Json problemsJson(const Problems& problems, const std::string& path)
{
    Json list = Json::array();
    for (const Problem& problem : problems)
        list.push_back({static_cast<int>(problem.severity), problem.code, problem.message, problem.position,
                        problem.file == path ? Json() : Json(problem.file)});
    return list;
}

Problems problemsIn(const Json& list, const std::string& path)
{
    Problems problems;
    for (const Json& one : list)
        problems.push_back({static_cast<Severity>(one.at(0).get<int>()), one.at(1).get<std::string>(),
                            one.at(2).get<std::string>(), one.at(3).get<std::string>(),
                            one.at(4).is_null() ? path : one.at(4).get<std::string>()});
    return problems;
}

}  // namespace headwater
