// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Interrupt.h"

#include <csignal>

#include <sys/signalfd.h>
#include <unistd.h>

#include <QSocketNotifier>

namespace headwater {

namespace {

sigset_t awaitedSignals()
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
    const sigset_t set = awaitedSignals();
    m_descriptor = ::signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
    if (m_descriptor >= 0)  // else the signals keep their usual effect
        pthread_sigmask(SIG_BLOCK, &set, nullptr);
}

void Interrupt::listen()
{
    if (m_descriptor < 0)
        return;
    m_notifier = new QSocketNotifier(m_descriptor, QSocketNotifier::Read, this);
    connect(m_notifier, &QSocketNotifier::activated, this, &Interrupt::read);
}

Interrupt::~Interrupt()
{
    delete m_notifier;
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

void Interrupt::read()
{
    signalfd_siginfo info{};
    if (::read(m_descriptor, &info, sizeof info) == static_cast<ssize_t>(sizeof info))
        emit interrupted();
}

}  // namespace headwater
