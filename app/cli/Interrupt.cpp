// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/Interrupt.h"

#include <csignal>

#include <pthread.h>

namespace headwater::cli {

namespace {

sigset_t stopSignals()
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

}  // namespace

Interrupt::Interrupt()
{
    const sigset_t set = stopSignals();
    pthread_sigmask(SIG_BLOCK, &set, nullptr);
    m_thread = std::thread([this, set] {
        int signal = 0;
        while (!m_finished && sigwait(&set, &signal) == 0)
            if (!m_finished)
                m_source.request_stop();
    });
}

Interrupt::~Interrupt()
{
    m_finished = true;
    pthread_kill(m_thread.native_handle(), SIGTERM);  // wakes sigwait()
    m_thread.join();
}

}  // namespace headwater::cli
