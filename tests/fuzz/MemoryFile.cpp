// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/MemoryFile.h"

#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace headwater::fuzz {

MemoryFile::MemoryFile(const std::uint8_t* data, std::size_t size) : m_descriptor(::memfd_create("fuzz", MFD_CLOEXEC))
{
    require(m_descriptor >= 0, "memfd_create");
    require(::write(m_descriptor, data, size) == static_cast<ssize_t>(size), "write");
}

MemoryFile::~MemoryFile()
{
    ::close(m_descriptor);
}

std::filesystem::path MemoryFile::path() const
{
    return "/proc/self/fd/" + std::to_string(m_descriptor);
}

void require(bool condition, const char* what)
{
    if (condition)
        return;
    std::fprintf(stderr, "violated: %s\n", what);
    std::abort();
}

}  // namespace headwater::fuzz
