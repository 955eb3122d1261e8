// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/base/Job.h"
#include "core/base/Result.h"

namespace headwater {

/// How a server is reached. Secrets stay in memory: they are in no error text and no file.
struct HttpAccess {
    std::string bearerToken;  ///< sent as Authorization: Bearer …
    std::string user;         ///< basic authentication, with password
    std::string password;
    std::string caFile;  ///< certificate authorities to trust instead of the system's, PEM
    int connectSeconds = 10;
    int totalSeconds = 60;                               ///< for one request
    std::size_t largestReply = std::size_t(256) << 20U;  ///< bytes once unpacked; refused as soon as more have come
};

struct HttpReply {
    long status = 0;
    std::string body;
};

/// The URL as it may be shown or written: a user and password inside it are left out.
[[nodiscard]] std::string withoutPassword(const std::string& url);

/// POSTs form fields to an http or https URL (no other scheme, at most three redirects, certificates checked). Errors:
/// BadUsage (not such a URL), Unreadable (no connection, time-out, certificate), TooLarge, Cancelled within 100 ms.
[[nodiscard]] Result<HttpReply> postForm(const std::string& url,
                                         const std::vector<std::pair<std::string, std::string>>& fields,
                                         const HttpAccess& access, const Job& job);

}  // namespace headwater
