// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

#include <QObject>
#include <QString>

#include "app/gui/Prepared.h"

namespace headwater {

class Session;

/// The investigation as a document: which file it is kept in, and whether that has all that people wrote and decided.
/// How it is judged (ε, statistic, view, stages) counts only where there is a file: nobody is asked about the position
/// of a slider.
class Document : public QObject {
    Q_OBJECT
public:
    explicit Document(Session& session, QObject* parent = nullptr);

    /// Empty: it was never saved.
    [[nodiscard]] const QString& file() const { return m_origin.file; }
    [[nodiscard]] bool unsaved() const { return m_origin.unsaved; }
    [[nodiscard]] const Origin& origin() const { return m_origin; }
    /// The name of the file, else those of the runs.
    [[nodiscard]] QString name() const;
    /// All of it is in this file now.
    void saved(const QString& file);

signals:
    void savedNow();
    void changed();  ///< the file or whether something is unsaved

private:
    void opened();
    void inputsReplaced(const std::vector<ChangedInput>& changed, bool kept);
    void check();
    void set(const Origin& origin);
    [[nodiscard]] std::string written() const;

    Session& m_session;
    Origin m_origin;
    std::optional<std::string> m_kept;  ///< what the file has; nothing where that is not known
};

}  // namespace headwater
