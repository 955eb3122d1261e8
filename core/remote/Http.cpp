// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/Http.h"

#include <memory>
#include <string_view>
#include <utility>
#include <vector>

#include <curl/curl.h>
#include <fmt/format.h>

namespace headwater {

namespace {

struct Cleanup {
    void operator()(CURL* handle) const { curl_easy_cleanup(handle); }
    void operator()(curl_slist* list) const { curl_slist_free_all(list); }
    void operator()(curl_mime* form) const { curl_mime_free(form); }
};

/// What the callbacks of one request share.
struct Transfer {
    const Job& job;
    std::size_t largest = 0;
    std::vector<std::string> pieces;  ///< of the body: one growing text would hold it twice while it grows
    std::size_t size = 0;
    bool tooLarge = false;

    void add(std::string_view data)
    {
        constexpr std::size_t kPiece = std::size_t(1) << 20U;
        if (pieces.empty() || pieces.back().size() + data.size() > kPiece)
            pieces.emplace_back().reserve(kPiece);
        pieces.back().append(data);
        size += data.size();
    }

    std::string takeBody()
    {
        std::string body;
        body.reserve(size);
        for (std::string& piece : pieces)
            body += std::exchange(piece, {});
        return body;
    }
};

std::size_t onData(char* data, std::size_t size, std::size_t count, void* user)
{
    Transfer& transfer = *static_cast<Transfer*>(user);
    if (transfer.size + size * count > transfer.largest) {
        transfer.tooLarge = true;
        return 0;
    }
    transfer.add({data, size * count});
    return size * count;
}

int onProgress(void* user, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    return static_cast<Transfer*>(user)->job.stopped() ? 1 : 0;
}

std::string encoded(CURL* handle, const std::vector<std::pair<std::string, std::string>>& fields)
{
    std::string text;
    for (const auto& [name, value] : fields) {
        const std::unique_ptr<char, decltype(&curl_free)> escaped(
            curl_easy_escape(handle, value.data(), static_cast<int>(value.size())), curl_free);
        text += (text.empty() ? "" : "&") + name + "=" + (escaped ? escaped.get() : "");
    }
    return text;
}

void configure(CURL* handle, const HttpAccess& access, Transfer& transfer)
{
    curl_easy_setopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(handle, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(handle, CURLOPT_MAXREDIRS, 3L);
    curl_easy_setopt(handle, CURLOPT_POSTREDIR, CURL_REDIR_POST_ALL);
    curl_easy_setopt(handle, CURLOPT_CONNECTTIMEOUT, static_cast<long>(access.connectSeconds));
    curl_easy_setopt(handle, CURLOPT_TIMEOUT, static_cast<long>(access.totalSeconds));
    curl_easy_setopt(handle, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(access.largestReply));
    curl_easy_setopt(handle, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(handle, CURLOPT_ACCEPT_ENCODING, "");
    curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, onData);
    curl_easy_setopt(handle, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_XFERINFOFUNCTION, onProgress);
    curl_easy_setopt(handle, CURLOPT_XFERINFODATA, &transfer);
    curl_easy_setopt(handle, CURLOPT_NOPROGRESS, 0L);
    if (!access.caFile.empty())
        curl_easy_setopt(handle, CURLOPT_CAINFO, access.caFile.c_str());
    if (!access.user.empty()) {
        curl_easy_setopt(handle, CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
        curl_easy_setopt(handle, CURLOPT_USERNAME, access.user.c_str());
        curl_easy_setopt(handle, CURLOPT_PASSWORD, access.password.c_str());
    }
    if (!access.bearerToken.empty()) {
        // libcurl itself does not pass it on to another host after a redirect.
        curl_easy_setopt(handle, CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
        curl_easy_setopt(handle, CURLOPT_XOAUTH2_BEARER, access.bearerToken.c_str());
    }
}

/// What to do about a request that failed before the server answered.
std::string adviceAbout(CURLcode code, const HttpAccess& access)
{
    switch (code) {
    case CURLE_OPERATION_TIMEDOUT: return "is the server there and fast enough? see --timeout";
    case CURLE_PEER_FAILED_VERIFICATION:
        return access.caFile.empty() ? "name the authority that signed the server's certificate with --ca FILE"
                                     : "check that " + access.caFile + " signed the server's certificate";
    case CURLE_SSL_CACERT_BADFILE: return "check that " + access.caFile + " is a certificate in PEM form";
    case CURLE_SSL_CONNECT_ERROR: return "check that the server speaks https at this port";
    default: return "check the address and that the server runs";
    }
}

}  // namespace

std::string withoutPassword(const std::string& url)
{
    const auto scheme = url.find("://");
    const auto host = scheme == std::string::npos ? 0 : scheme + 3;
    const auto at = url.substr(0, url.find('/', host)).rfind('@');
    return at == std::string::npos ? url : url.substr(0, host) + url.substr(at + 1);
}

Result<HttpReply> postForm(const std::string& url, const std::vector<std::pair<std::string, std::string>>& fields,
                           const HttpAccess& access, const Job& job)
{
    if (!url.starts_with("http://") && !url.starts_with("https://"))
        return fail(ErrorCode::BadUsage, "not an http or https address", withoutPassword(url), {},
                    "give http://HOST:PORT");
    // Starting twice is harmless and cheap; nothing else in the program uses libcurl.
    curl_global_init(CURL_GLOBAL_DEFAULT);
    const std::unique_ptr<CURL, Cleanup> handle(curl_easy_init());
    if (!handle)
        return fail(ErrorCode::Unreadable, "libcurl could not be started");
    Transfer transfer{job, access.largestReply, {}, 0, false};
    configure(handle.get(), access, transfer);
    const std::string form = encoded(handle.get(), fields);
    curl_easy_setopt(handle.get(), CURLOPT_URL, url.c_str());
    curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(form.size()));
    curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDS, form.c_str());
    const CURLcode code = curl_easy_perform(handle.get());
    if (job.stopped())
        return cancelled();
    if (transfer.tooLarge || code == CURLE_FILESIZE_EXCEEDED)
        return fail(ErrorCode::TooLarge,
                    fmt::format("the reply is larger than {} MiB, the most that is taken", access.largestReply >> 20U),
                    withoutPassword(url), {}, "ask for a shorter time range or a larger step");
    if (code != CURLE_OK)
        return fail(ErrorCode::Unreadable, curl_easy_strerror(code), withoutPassword(url), {},
                    adviceAbout(code, access));
    HttpReply reply;
    curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &reply.status);
    reply.body = transfer.takeBody();
    return reply;
}

}  // namespace headwater
