// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/AtomicFile.h"

#include <cerrno>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

namespace headwater {

namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> writeError(const fs::path& target, const char* what, int error)
{
    return fail(ErrorCode::WriteFailed, fmt::format("{}: {}", what, std::generic_category().message(error)),
                target.string(), {}, "choose another place or free space");
}

class Descriptor {
public:
    explicit Descriptor(int number) : m_number(number) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor()
    {
        if (m_number >= 0)
            ::close(m_number);
    }
    [[nodiscard]] int number() const { return m_number; }
    [[nodiscard]] int close() { return ::close(std::exchange(m_number, -1)); }

private:
    int m_number;
};

bool writeAll(int descriptor, std::string_view content)
{
    while (!content.empty()) {
        const ssize_t written = ::write(descriptor, content.data(), content.size());
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        content.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

TextSink sinkOf(const Descriptor& descriptor)
{
    return [number = descriptor.number()](std::string_view text) { return writeAll(number, text); };
}

/// A new file beside the target; the name holds the process number so that two programs do not meet.
int openTemporary(const fs::path& target, fs::path& temporary)
{
    for (int attempt = 0; attempt < 100; ++attempt) {
        temporary = target;
        temporary += fmt::format(".{}-{}.tmp", ::getpid(), attempt);
        const int descriptor = ::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return -1;
}

/// Makes the rename itself outlive a power cut. Not every file system allows it, and nothing depends on it.
void syncFolder(const fs::path& file)
{
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const Descriptor descriptor(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (descriptor.number() >= 0)
        (void)::fsync(descriptor.number());
}

}  // namespace

Result<StagedFile> StagedFile::write(const fs::path& target, std::string_view content)
{
    // A copy: what is written directly is written later.
    return write(target, TextSource([kept = std::string(content)](const TextSink& sink) { return sink(kept); }));
}

Result<StagedFile> StagedFile::write(const fs::path& target, TextSource source)
{
    StagedFile file;
    std::error_code ignored;
    // A link keeps pointing to the file that is replaced behind it.
    const fs::path resolved = fs::is_symlink(target, ignored) ? fs::weakly_canonical(target, ignored) : target;
    file.m_target = resolved.empty() ? target : resolved;
    const fs::file_status status = fs::status(file.m_target, ignored);
    if (fs::is_directory(status))
        return fail(ErrorCode::WriteFailed, "is a folder, not a file", target.string(), {}, "give a file name");
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        file.m_direct = std::move(source);
        return file;
    }
    fs::path temporary;
    Descriptor descriptor(openTemporary(file.m_target, temporary));
    if (descriptor.number() < 0)
        return writeError(target, "cannot be written", errno);
    file.m_temporary = temporary;
    if (fs::exists(status))
        (void)::fchmod(descriptor.number(), static_cast<mode_t>(status.permissions()));
    if (!source(sinkOf(descriptor)) || ::fsync(descriptor.number()) != 0 || descriptor.close() != 0)
        return writeError(target, "cannot be written", errno);
    return file;
}

StagedFile::StagedFile(StagedFile&& other) noexcept
    : m_target(std::move(other.m_target))
    , m_temporary(std::exchange(other.m_temporary, {}))
    , m_direct(std::exchange(other.m_direct, nullptr))
{}

StagedFile& StagedFile::operator=(StagedFile&& other) noexcept
{
    if (this != &other) {
        discard();
        m_target = std::move(other.m_target);
        m_temporary = std::exchange(other.m_temporary, {});
        m_direct = std::exchange(other.m_direct, nullptr);
    }
    return *this;
}

StagedFile::~StagedFile()
{
    discard();
}

void StagedFile::discard() noexcept
{
    if (!m_temporary.empty())
        (void)::unlink(m_temporary.c_str());
    m_temporary.clear();
}

Status StagedFile::commit()
{
    if (m_direct) {
        Descriptor descriptor(::open(m_target.c_str(), O_WRONLY | O_CLOEXEC));
        if (descriptor.number() < 0 || !m_direct(sinkOf(descriptor)) || descriptor.close() != 0)
            return writeError(m_target, "cannot be written", errno);
        m_direct = nullptr;
        return {};
    }
    if (m_temporary.empty())
        return {};
    if (::rename(m_temporary.c_str(), m_target.c_str()) != 0)
        return writeError(m_target, "cannot be replaced", errno);
    m_temporary.clear();
    syncFolder(m_target);
    return {};
}

Status writeAtomically(const fs::path& target, std::string_view content)
{
    Result<StagedFile> file = StagedFile::write(target, content);
    if (!file)
        return tl::unexpected(file.error());
    return file->commit();
}

}  // namespace headwater
