// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/simulate/Hardware.h"

#include <fmt/format.h>

namespace headwater {

int lastXid(std::int64_t correctedErrors)
{
    if (correctedErrors < kWarnAfter)
        return 0;
    return correctedErrors < kRemapAfter ? kXidHighRate : kXidRemap;
}

std::string hostName(int host)
{
    return fmt::format("node{:02}", host + 1);
}

std::string pciAddress(int device)
{
    return fmt::format("0000:{:02x}:00.0", 0x19 + 0x11 * device);
}

}  // namespace headwater
