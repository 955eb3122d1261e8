// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/PlainNames.h"

#include <algorithm>
#include <array>

#include "core/base/Lowered.h"

namespace headwater::report {

namespace {

/// Logins and hosts of every machine, services and tools by their names, and what settings are set to. Sorted.
constexpr std::array<std::string_view, 79> kPlain{
    "admin",   "all",        "anonymous", "api",       "apptainer", "auto",    "aws",         "azure",       "bucket",
    "clearml", "cloud",      "comet",     "conda",     "container", "cuda",    "data",        "default",     "disabled",
    "docker",  "docs",       "ec2-user",  "enabled",   "false",     "files",   "gcp",         "git",         "github",
    "gitlab",  "gloo",       "guest",     "hf",        "host",      "http",    "https",       "huggingface", "image",
    "job",     "kubernetes", "local",     "localhost", "logs",      "mail",    "main",        "mlflow",      "model",
    "mpi",     "nccl",       "neptune",   "no",        "nobody",    "node",    "none",        "null",        "nvidia",
    "oauth2",  "off",        "on",        "pip",       "pypi",      "python",  "pytorch",     "ray",         "registry",
    "root",    "server",     "shared",    "slurm",     "ssh",       "storage", "tensorboard", "torch",       "train",
    "true",    "ubuntu",     "user",      "wandb",     "worker",    "www",     "yes"};

constexpr std::array<std::string_view, 12> kPublic{"docker.io",      "github.com",     "gitlab.com",  "ghcr.io",
                                                   "googleapis.com", "huggingface.co", "nvcr.io",     "nvidia.com",
                                                   "pypi.org",       "python.org",     "pytorch.org", "wandb.ai"};

/// Folders whose children are called after people.
constexpr std::array<std::string_view, 5> kHomes{"/home/", "/homes/", "/Users/", "/user/", "\\users\\"};

}  // namespace

bool isPlainName(std::string_view name)
{
    static_assert(std::ranges::is_sorted(kPlain));
    return std::ranges::binary_search(kPlain, std::string_view(lowered(name)));
}

bool isPublicHost(std::string_view host)
{
    static constexpr std::array<std::string_view, 5> kFront{"api.", "cdn.", "docs.", "files.", "www."};
    std::string small = lowered(host);
    for (const std::string_view front : kFront)
        if (small.starts_with(front))
            small.erase(0, front.size());
    return std::ranges::find(kPublic, small) != kPublic.end();
}

bool startsHome(std::string_view text, std::size_t at)
{
    return (text[at] == '/' || text[at] == '\\') && std::ranges::any_of(kHomes, [&](std::string_view home) {
               return lowered(text.substr(at, home.size())) == lowered(home);
           });
}

}  // namespace headwater::report
