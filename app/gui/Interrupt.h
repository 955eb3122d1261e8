// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

class QSocketNotifier;

namespace headwater {

/// Turns SIGINT and SIGTERM into a Qt signal of the event loop, so that the window ends in order: jobs stopped,
/// settings kept. Made before the application, whose threads then inherit the blocked signals; listens once there is
/// one.
class Interrupt : public QObject {
    Q_OBJECT
public:
    Interrupt();
    ~Interrupt() override;

    void listen();

signals:
    void interrupted();

private:
    void read();

    int m_descriptor = -1;
    QSocketNotifier* m_notifier = nullptr;
};

}  // namespace headwater
