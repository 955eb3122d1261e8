// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Interrupt.h"

#include <csignal>

#include <pthread.h>

namespace headwater::cli {

namespace {

constexpr int kWake = SIGUSR1;  // ends the wait when the work is done

sigset_t awaitedSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, kWake);
    return set;
}

}  // namespace

Interrupt::Interrupt()
{
    const sigset_t set = awaitedSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_thread = std::thread([this, set] {
        int signal = 0;
        while (!m_finished && sigwait(&set, &signal) == 0)
            if (signal != kWake)
                m_source.request_stop();
    });
}

Interrupt::~Interrupt()
{
    m_finished = true;
    pthread_kill(m_thread.native_handle(), kWake);
    m_thread.join();
}

}  // namespace headwater::cli
