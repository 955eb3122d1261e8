// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <stop_token>

#include <QObject>
#include <QString>
#include <QThreadPool>

#include "core/base/Job.h"
#include "core/base/Result.h"

namespace headwater {

/// Runs the synchronous functions of core/ off the GUI thread; the only place of the window that knows of threads.
/// Results come back on the GUI thread. A job that was cancelled says nothing any more, even when its work ends well.
class JobRunner : public QObject {
    Q_OBJECT
public:
    using Id = quint64;
    using OnProgress = std::function<void(double fraction, const QString& activity)>;

    explicit JobRunner(QObject* parent = nullptr);
    ~JobRunner() override;

    template <class T>
    Id start(std::function<Result<T>(const Job&)> work, std::function<void(Result<T>)> done,
             const OnProgress& progress = {}, int threads = 0)
    {
        auto outcome = std::make_shared<Result<T>>(cancelled());
        return launch([work = std::move(work), outcome](const Job& job) { *outcome = guarded<T>(work, job); },
                      [done = std::move(done), outcome] { done(std::move(*outcome)); }, progress, threads);
    }

    /// The work is told to stop; nothing of it arrives.
    void cancel(Id id);
    void cancelAll();
    [[nodiscard]] bool running() const { return !m_live.empty(); }

    /// Frees something large where it blocks nobody.
    void release(std::shared_ptr<const void> garbage);

private:
    struct ProgressBox;

    /// Exceptions do not cross modules; memory can run out all the same.
    template <class T>
    static Result<T> guarded(const std::function<Result<T>(const Job&)>& work, const Job& job)
    {
        try {
            return work(job);
        } catch (const std::bad_alloc&) {
            return fail(ErrorCode::TooLarge, "not enough memory", {}, {}, "load fewer ranks");
        } catch (const std::exception& error) {
            return fail(ErrorCode::Malformed, error.what());
        }
    }
    Id launch(std::function<void(const Job&)> work, std::function<void()> done, OnProgress progress, int threads);
    void post(Id id, double fraction, std::string_view activity, const std::shared_ptr<ProgressBox>& box);

    QThreadPool m_pool;
    Id m_last = 0;
    std::map<Id, std::stop_source> m_live;
};

}  // namespace headwater
