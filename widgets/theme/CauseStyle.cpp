// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/CauseStyle.h"

#include <array>

#include <QCoreApplication>

#include "core/triage/BubbleWords.h"
#include "widgets/theme/Format.h"

namespace headwater::cause {

namespace {

struct Words {
    const char* label;
    const char* explanation;
};

const Words& wordsOf(BubbleCause cause)
{
    static constexpr std::array<Words, kBubbleCauses> kWords = {{
        {QT_TRANSLATE_NOOP("Cause", "input"),
         QT_TRANSLATE_NOOP("Cause",
                           "No compute ran and the launching thread was waiting for the data loader. HTA counts "
                           "it as host_wait, TraceLens as idle.")},
        {QT_TRANSLATE_NOOP("Cause", "H2D"),
         QT_TRANSLATE_NOOP("Cause", "No compute ran while data was copied to the device. TraceLens: exposed_memcpy; "
                                    "HTA: non-compute time; Nsight Systems: a HtoD memory operation.")},
        {QT_TRANSLATE_NOOP("Cause", "launch"),
         QT_TRANSLATE_NOOP("Cause", "The host had not launched the next kernel yet, or had at most 10 µs ago. HTA: "
                                    "host_wait (all of the gap) or kernel_wait; Nsight Systems recipe gpu_gaps.")},
        {QT_TRANSLATE_NOOP("Cause", "GC"),
         QT_TRANSLATE_NOOP("Cause",
                           "The next kernel was late because the launching thread collected garbage. HTA counts "
                           "it as host_wait, TraceLens as idle.")},
        {QT_TRANSLATE_NOOP("Cause", "alloc"),
         QT_TRANSLATE_NOOP("Cause",
                           "The next kernel was late because the launching thread asked for device memory or gave "
                           "it back. HTA counts it as host_wait, TraceLens as idle.")},
        {QT_TRANSLATE_NOOP("Cause", "sync"),
         QT_TRANSLATE_NOOP("Cause",
                           "The next kernel was late because the launching thread stood in a synchronising call. "
                           "HTA counts it as host_wait, TraceLens as idle.")},
        {QT_TRANSLATE_NOOP("Cause", "wait"),
         QT_TRANSLATE_NOOP("Cause",
                           "A collective ran alone and waited for other ranks. Part of TraceLens' exposed_comm "
                           "and HTA's non-compute time; Nsight Systems recipe nccl_gpu_overlap_trace.")},
        {QT_TRANSLATE_NOOP("Cause", "transfer"),
         QT_TRANSLATE_NOOP("Cause", "A collective ran alone and moved data, or nothing tells its waiting. Part of "
                                    "TraceLens' exposed_comm and HTA's non-compute time.")},
        {QT_TRANSLATE_NOOP("Cause", "dep"),
         QT_TRANSLATE_NOOP("Cause",
                           "The next kernel was launched and waited for other device work, or other copies and "
                           "memsets ran. HTA: other; TraceLens: idle or exposed_memcpy.")},
        {QT_TRANSLATE_NOOP("Cause", "?"),
         QT_TRANSLATE_NOOP("Cause", "Nothing in the trace says what the launched kernel waited for. HTA: other; "
                                    "TraceLens: idle.")},
    }};
    return kWords[static_cast<std::size_t>(cause)];
}

QString translated(const char* text)
{
    return QCoreApplication::translate("Cause", text);
}

}  // namespace

QString word(BubbleCause cause)
{
    return format::text(wordsFor(cause));
}

QString label(BubbleCause cause)
{
    return translated(wordsOf(cause).label);
}

QString explain(BubbleCause cause)
{
    return translated(wordsOf(cause).explanation);
}

bool hasInk(BubbleCause cause, int x, int y)
{
    const auto stripe = [](int at, int width) { return ((at % kTile) + kTile) % kTile < width; };
    switch (cause) {
    case BubbleCause::IoStarvation: return stripe(x + y, 3);
    case BubbleCause::MemcpyH2d: return stripe(x + y, 3) || stripe(y, 2);
    case BubbleCause::LaunchDelay: return stripe(x - y, 3);
    case BubbleCause::Gc: return stripe(x - y, 2) || stripe(x + y, 2);
    case BubbleCause::Allocator: return stripe(x, 2) || stripe(y, 2);
    case BubbleCause::Sync: return stripe(x, 3);
    case BubbleCause::CommWait: return stripe(y, 3);
    case BubbleCause::CommTransfer: return stripe(y * 2, 4);
    case BubbleCause::Dependency: return stripe(x, 3) && stripe(y, 3);
    case BubbleCause::Unresolved: return stripe(x, 1) && stripe(y, 1);
    }
    return false;
}

QColor ground(BubbleCause cause, const Palette& palette)
{
    return mix(palette.page, palette.causes[static_cast<std::size_t>(cause)], palette.dark ? 0.14 : 0.12);
}

QImage tile(BubbleCause cause, const Palette& palette)
{
    QImage out(kTile, kTile, QImage::Format_RGB32);
    const QRgb ink = palette.causes[static_cast<std::size_t>(cause)].rgb();
    const QRgb between = ground(cause, palette).rgb();
    for (int y = 0; y < kTile; ++y)
        for (int x = 0; x < kTile; ++x)
            out.setPixel(x, y, hasInk(cause, x, y) ? ink : between);
    return out;
}

}  // namespace headwater::cause
