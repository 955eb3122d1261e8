// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <atomic>
#include <stop_token>
#include <thread>

namespace headwater::cli {

/// Turns SIGINT and SIGTERM into a request to stop. A thread waits for them, because a signal handler may not call
/// request_stop(). Must live before any other thread is started: threads inherit the blocked signals.
class Interrupt {
public:
    Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;
    ~Interrupt();

    [[nodiscard]] std::stop_token token() const { return m_source.get_token(); }

private:
    std::stop_source m_source;
    std::atomic<bool> m_finished = false;
    std::thread m_thread;
};

}  // namespace headwater::cli
