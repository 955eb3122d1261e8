// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <algorithm>
#include <ctime>
#include <utility>

#include <QObject>
#include <QTimer>

namespace headwater::fixtures {

/// Processor time of a thread or the process, ms: whatever else the machine does is not in it.
inline double busyMs(clockid_t of)
{
    timespec time{};
    clock_gettime(of, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) / 1e6;
}

/// Beats once in every turn of the event loop and keeps how long this thread worked in the longest one.
class Heartbeat : public QObject {
public:
    Heartbeat()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] {
            const double now = busyMs(CLOCK_THREAD_CPUTIME_ID);
            m_longest = std::max(m_longest, now - std::exchange(m_last, now));
            ++m_beats;
        });
        m_timer.start(0);
    }
    [[nodiscard]] double longest() const { return m_longest; }
    [[nodiscard]] int beats() const { return m_beats; }

private:
    QTimer m_timer;
    double m_last = busyMs(CLOCK_THREAD_CPUTIME_ID);
    double m_longest = 0;
    int m_beats = 0;
};

}  // namespace headwater::fixtures
