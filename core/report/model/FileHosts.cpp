// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/FileHosts.h"

#include <algorithm>

namespace headwater::report {

namespace {

bool isNumber(std::string_view text)
{
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// What is before the process id.
std::string_view hostOfTrace(std::string_view file)
{
    if (file.find(".pt.trace.json") == std::string_view::npos)
        return {};
    const std::string_view worker = file.substr(0, file.find('.'));
    const std::size_t under = worker.rfind('_');
    return under != std::string_view::npos && isNumber(worker.substr(under + 1)) ? worker.substr(0, under)
                                                                                 : std::string_view();
}

/// What is between the time and the process id.
std::string_view hostOfEvents(std::string_view file)
{
    constexpr std::string_view kStart = "tfevents.";
    const std::size_t start = file.find(kStart);
    if (start == std::string_view::npos)
        return {};
    file.remove_prefix(start + kStart.size());
    const std::size_t dot = file.find('.');
    if (dot == std::string_view::npos || !isNumber(file.substr(0, dot)))
        return {};
    file.remove_prefix(dot + 1);
    std::size_t end = std::min(file.find('.'), file.size());
    while (end < file.size()) {
        const std::size_t next = std::min(file.find('.', end + 1), file.size());
        if (isNumber(file.substr(end + 1, next - end - 1)))
            break;
        end = next;
    }
    return file.substr(0, end);
}

}  // namespace

std::string_view hostInFileName(std::string_view path)
{
    const std::size_t slash = path.find_last_of("/\\");
    const std::string_view file = slash == std::string_view::npos ? path : path.substr(slash + 1);
    const std::string_view host = hostOfTrace(file);
    return host.empty() ? hostOfEvents(file) : host;
}

}  // namespace headwater::report
