// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/Json.h"
#include "core/report/Report.h"

namespace headwater {

std::string probeJson(const std::vector<SourceFile>& files)
{
    Json document = jsonDocument("headwater.probe/1");
    document["files"] = jsonOf(files);
    return jsonText(document);
}

}  // namespace headwater
