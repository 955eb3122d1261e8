// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/JobRunner.h"

#include <mutex>

#include <QMetaObject>
#include <QtConcurrent>

#include "widgets/theme/Format.h"

namespace headwater {

/// The latest progress of one job. Reports are folded into one queued call, so that a chatty job cannot flood the
/// event loop.
struct JobRunner::ProgressBox {
    OnProgress tell;
    std::mutex lock;
    double fraction = 0;
    QString activity;
    bool queued = false;
};

JobRunner::JobRunner(QObject* parent) : QObject(parent) {}

JobRunner::~JobRunner()
{
    cancelAll();
    m_pool.waitForDone();
}

JobRunner::Id JobRunner::launch(std::function<void(const Job&)> work, std::function<void()> done, OnProgress progress,
                                int threads)
{
    const Id id = ++m_last;
    std::stop_source stop;
    m_live.emplace(id, stop);
    Job job;
    job.stop = stop.get_token();
    job.threads = threads;
    if (progress) {
        auto box = std::make_shared<ProgressBox>();
        box->tell = std::move(progress);
        job.progress = [this, id, box](double fraction, std::string_view activity) {
            post(id, fraction, activity, box);
        };
    }
    // `this` outlives the pool's work: the destructor waits for it, and queued calls to a dead object are dropped.
    (void)QtConcurrent::run(&m_pool, [this, id, job, work = std::move(work), done = std::move(done)] {
        work(job);
        QMetaObject::invokeMethod(
            this,
            [this, id, done] {
                if (m_live.erase(id) > 0)
                    done();
            },
            Qt::QueuedConnection);
    });
    return id;
}

void JobRunner::post(Id id, double fraction, std::string_view activity, const std::shared_ptr<ProgressBox>& box)
{
    const std::lock_guard guard(box->lock);
    box->fraction = fraction;
    box->activity = QString::fromUtf8(activity.data(), static_cast<qsizetype>(activity.size()));
    if (std::exchange(box->queued, true))
        return;
    QMetaObject::invokeMethod(
        this,
        [this, id, box] {
            double latest = 0;
            QString text;
            {
                const std::lock_guard inner(box->lock);
                box->queued = false;
                latest = box->fraction;
                text = format::text(word(box->activity.toStdString()));
            }
            if (m_live.contains(id))
                box->tell(latest, text);
        },
        Qt::QueuedConnection);
}

void JobRunner::cancel(Id id)
{
    const auto at = m_live.find(id);
    if (at == m_live.end())
        return;
    at->second.request_stop();
    m_live.erase(at);
}

void JobRunner::cancelAll()
{
    for (auto& [id, stop] : m_live)
        stop.request_stop();
    m_live.clear();
}

void JobRunner::release(std::shared_ptr<const void> garbage)
{
    if (garbage)
        (void)QtConcurrent::run(&m_pool, [garbage = std::move(garbage)]() mutable { garbage.reset(); });
}

}  // namespace headwater
