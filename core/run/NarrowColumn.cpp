// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/run/NarrowColumn.h"

#include <bit>
#include <cstring>

namespace headwater {

namespace {

static_assert(std::endian::native == std::endian::little, "columns are read as they lie in the file");

constexpr std::uint8_t kAllOnes = 0xff;

template <class T>
Ns narrowAt(const std::uint8_t* bytes, std::size_t i)
{
    T value;
    std::memcpy(&value, bytes + i * sizeof(T), sizeof(T));
    return value == std::numeric_limits<T>::max() ? kMissing : static_cast<Ns>(value);
}

Ns wideAt(const std::uint8_t* bytes, std::size_t i)
{
    Ns value = 0;
    std::memcpy(&value, bytes + i * sizeof(Ns), sizeof(Ns));
    return value;
}

template <class T>
void put(std::uint8_t* bytes, std::size_t i, T value)
{
    std::memcpy(bytes + i * sizeof(T), &value, sizeof(T));
}

template <class T>
bool fits(Ns value)
{
    return value >= 0 && static_cast<std::uint64_t>(value) < std::numeric_limits<T>::max();
}

unsigned widthOf(Ns value)
{
    if (fits<std::uint8_t>(value) || value == kMissing)
        return sizeof(std::uint8_t);
    if (fits<std::uint16_t>(value))
        return sizeof(std::uint16_t);
    return fits<std::uint32_t>(value) ? sizeof(std::uint32_t) : sizeof(Ns);
}

void putWidth(std::uint8_t* bytes, unsigned width, std::size_t i, Ns value)
{
    // What is missing turns into the largest number of each width.
    const Ns stored = value == kMissing && width < sizeof(Ns) ? -1 : value;
    switch (width) {
    case sizeof(std::uint8_t): return put(bytes, i, static_cast<std::uint8_t>(stored));
    case sizeof(std::uint16_t): return put(bytes, i, static_cast<std::uint16_t>(stored));
    case sizeof(std::uint32_t): return put(bytes, i, static_cast<std::uint32_t>(stored));
    default: return put(bytes, i, stored);
    }
}

}  // namespace

NarrowColumn::NarrowColumn(std::size_t count)
    : m_bytes(std::make_shared<std::vector<std::uint8_t>>(count, kAllOnes))
    , m_size(count)
{}

NarrowColumn::NarrowColumn(std::vector<std::uint8_t> bytes, unsigned width)
    : m_bytes(std::make_shared<std::vector<std::uint8_t>>(std::move(bytes)))
    , m_size(m_bytes->size() / width)
    , m_width(width)
{}

Ns NarrowColumn::at(std::size_t i) const
{
    const std::uint8_t* bytes = m_bytes->data();
    switch (m_width) {
    case sizeof(std::uint8_t): return narrowAt<std::uint8_t>(bytes, i);
    case sizeof(std::uint16_t): return narrowAt<std::uint16_t>(bytes, i);
    case sizeof(std::uint32_t): return narrowAt<std::uint32_t>(bytes, i);
    default: return wideAt(bytes, i);
    }
}

void NarrowColumn::set(std::size_t i, Ns value)
{
    if (widthOf(value) > m_width)
        widenFor(value);
    else if (m_bytes.use_count() > 1)
        m_bytes = std::make_shared<std::vector<std::uint8_t>>(*m_bytes);
    putWidth(m_bytes->data(), m_width, i, value);
}

void NarrowColumn::widenFor(Ns value)
{
    const unsigned width = widthOf(value);
    auto wider = std::make_shared<std::vector<std::uint8_t>>(m_size * width);
    for (std::size_t i = 0; i < m_size; ++i)
        putWidth(wider->data(), width, i, at(i));
    m_bytes = std::move(wider);
    m_width = width;
}

const std::vector<std::uint8_t>& NarrowColumn::bytes() const
{
    static const std::vector<std::uint8_t> kNone;
    return m_bytes ? *m_bytes : kNone;
}

}  // namespace headwater
