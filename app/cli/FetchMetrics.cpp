// SPDX-License-Identifier: GPL-3.0-or-later
#include <array>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <iterator>

#include <termios.h>
#include <unistd.h>

#include <fmt/format.h>

#include "app/cli/Commands.h"
#include "app/cli/ExitCode.h"
#include "app/cli/Output.h"
#include "app/cli/Session.h"
#include "app/cli/Values.h"
#include "core/remote/Prometheus.h"
#include "core/remote/TimeText.h"

namespace headwater::cli {

namespace {

constexpr const char* kTokenVariable = "HEADWATER_PROMETHEUS_TOKEN";
constexpr const char* kUserVariable = "HEADWATER_PROMETHEUS_USER";
constexpr const char* kPasswordVariable = "HEADWATER_PROMETHEUS_PASSWORD";

std::string environment(const char* name)
{
    const char* value = std::getenv(name);
    return value != nullptr ? value : "";
}

Error usage(std::string what, std::string advice = "see `headwater-cli fetch-metrics --help`")
{
    return {ErrorCode::BadUsage, std::move(what), {}, {}, std::move(advice)};
}

Ns now()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch())
        .count();
}

/// Reads a line from the terminal without showing it.
Result<std::string> askSecret(const char* question)
{
    termios before{};
    if (isatty(STDIN_FILENO) == 0 || tcgetattr(STDIN_FILENO, &before) != 0)
        return tl::unexpected(usage("there is no terminal to ask on",
                                    fmt::format("set the environment variable {} instead", kTokenVariable)));
    termios hidden = before;
    hidden.c_lflag &= ~static_cast<tcflag_t>(ECHO);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    std::cerr << question << std::flush;
    std::string secret;
    std::getline(std::cin, secret);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &before);
    std::cerr << '\n';
    return secret;
}

Result<HttpAccess> readAccess(const Arguments& arguments)
{
    HttpAccess access;
    access.caFile = arguments.value("--ca").value_or("");
    access.bearerToken = environment(kTokenVariable);
    access.user = environment(kUserVariable);
    access.password = environment(kPasswordVariable);
    if (access.user.empty() != access.password.empty())
        return tl::unexpected(
            usage(fmt::format("{} and {} belong together", kUserVariable, kPasswordVariable), "set both or neither"));
    if (!access.user.empty() && (!access.bearerToken.empty() || arguments.has("--ask-token")))
        return tl::unexpected(usage("a token and a user with a password are given", "give one of them"));
    if (arguments.has("--ask-token")) {
        auto token = askSecret("Token: ");
        if (!token)
            return tl::unexpected(token.error());
        access.bearerToken = std::move(*token);
    }
    if (const auto seconds = arguments.value("--timeout")) {
        const auto value = readInteger("--timeout", *seconds, 1, 86'400);
        if (!value)
            return tl::unexpected(value.error());
        access.totalSeconds = static_cast<int>(*value);
        access.connectSeconds = std::min(access.connectSeconds, access.totalSeconds);
    }
    return access;
}

Result<MetricRange> readRange(const Arguments& arguments)
{
    MetricRange range;
    const Ns moment = now();
    for (const auto& [option, target] : {std::pair("--from", &range.from), std::pair("--to", &range.to)}) {
        const auto text = arguments.value(option);
        if (!text)
            return tl::unexpected(usage(fmt::format("fetch-metrics needs {}", option)));
        const auto time = parseMoment(*text, moment);
        if (!time)
            return tl::unexpected(time.error());
        *target = *time;
    }
    if (const auto text = arguments.value("--step")) {
        const auto step = parseSpan(*text);
        if (!step)
            return tl::unexpected(step.error());
        range.step = *step;
    }
    return range;
}

Result<std::vector<MetricQuery>> readQueries(const Arguments& arguments)
{
    const auto path = arguments.value("--queries");
    if (!path)
        return defaultMetricQueries();
    std::ifstream file(*path, std::ios::binary);
    if (!file)
        return fail(ErrorCode::Unreadable, "cannot be read", *path, {}, "check the path");
    return parseMetricQueries(std::string{std::istreambuf_iterator<char>(file), {}}, *path);
}

int printQueries(Session& session)
{
    std::string text;
    for (const MetricQuery& query : defaultMetricQueries())
        text += query.expression + "\n";
    Output output;
    output.setText(std::move(text));
    const Status printed = output.write({});
    return printed ? kDone : session.fail(printed.error());
}

int run(const Arguments& arguments, Session& session)
{
    if (arguments.has("--list-queries"))
        return printQueries(session);
    const auto url = arguments.value("--prometheus");
    const auto target = arguments.value("--out");
    if (!url || !target)
        return session.fail(usage(fmt::format("fetch-metrics needs {}", url ? "--out FILE" : "--prometheus URL")));
    const auto range = readRange(arguments);
    if (!range)
        return session.fail(range.error());
    const auto queries = readQueries(arguments);
    if (!queries)
        return session.fail(queries.error());
    const auto access = readAccess(arguments);
    if (!access)
        return session.fail(access.error());
    auto fetched = fetchMetrics(*url, *queries, *range, *access, session.job(0, 1));
    session.finishProgress();
    if (!fetched)
        return session.fail(fetched.error());
    session.warn(fetched->problems);
    Output output;
    output.setText(fmt::format("Wrote {} series with {} samples to {}\n", fetched->series, fetched->samples, *target));
    Status status = output.add(*target, std::move(fetched->json));
    if (status)
        status = output.write(session.stop());
    return status ? kDone : session.fail(status.error());
}

constexpr std::array kOptions{
    OptionSpec{"--prometheus", OptionSpec::Kind::One, "URL", "the server, http://HOST:PORT or https://…"},
    OptionSpec{"--from", OptionSpec::Kind::One, "T", "start: 2026-11-29T23:24:00Z, epoch seconds, now, or -90m"},
    OptionSpec{"--to", OptionSpec::Kind::One, "T", "end, likewise"},
    OptionSpec{"--step", OptionSpec::Kind::One, "S", "resolution: 15s (default), 500ms, 1m …"},
    OptionSpec{"--queries", OptionSpec::Kind::One, "FILE",
               "JSON {\"queries\": [{\"name\": …, \"expression\": …}]} instead of the built-in ones"},
    OptionSpec{"--list-queries", OptionSpec::Kind::Flag, "", "print the built-in queries and stop"},
    OptionSpec{"--out", OptionSpec::Kind::One, "FILE", "where to write the answer; put it beside the run's traces"},
    OptionSpec{"--ask-token", OptionSpec::Kind::Flag, "", "ask for a bearer token on the terminal"},
    OptionSpec{"--ca", OptionSpec::Kind::One, "FILE",
               "certificate authority that signed the server's certificate (PEM);\n"
               "for one that signed itself, the certificate"},
    OptionSpec{"--timeout", OptionSpec::Kind::One, "SECONDS", "for one request (default 60)"},
};

}  // namespace

const CommandSpec kFetchMetricsCommand{
    "fetch-metrics",
    "--prometheus URL --from T --to T --out FILE",
    0,
    0,
    "fetch metrics from Prometheus",
    "Asks a Prometheus server for GPU, network and host metrics over the time of a run and writes one file that\n"
    "`analyze` and the window read like any other. A bearer token is taken from the environment variable\n"
    "HEADWATER_PROMETHEUS_TOKEN, or asked for with --ask-token; a user and password for basic authentication from\n"
    "HEADWATER_PROMETHEUS_USER and HEADWATER_PROMETHEUS_PASSWORD. They are never written anywhere.",
    kOptions,
    "  headwater-cli fetch-metrics --prometheus http://localhost:9090 --from -2h --to now --out run/metrics.json",
    &run};

}  // namespace headwater::cli
