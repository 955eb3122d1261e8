// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <functional>
#include <optional>

#include <QObject>
#include <QString>

#include "core/triage/Verdict.h"
#include "core/triage/ViewRef.h"
#include "widgets/models/FlowNodes.h"

class QWidget;

namespace headwater {

class FlowRail;
class Session;

/// Walks the user along the flowchart: a node opens its page, the next step is marked, and going on past a layer that
/// fails asks once for the reason, which the investigation keeps.
class Guide : public QObject {
    Q_OBJECT
public:
    Guide(Session& session, FlowRail& rail, QWidget* window);

    void openNode(const QString& id);
    /// A page by its button, key or name: past a layer that fails as by its node, with a reason.
    void openPage(const QString& name);
    void showAll();  ///< no node filters the findings any more

signals:
    /// The findings of this layer alone; of all where there is none.
    void layerChosen(std::optional<headwater::LayerId> layer);
    void pageWanted(const QString& name);

private:
    void refresh();
    [[nodiscard]] std::optional<LayerId> blocking(const QString& node) const;
    void askReason(LayerId layer, const std::function<void()>& then);
    void enter(const QString& id);

    Session& m_session;
    FlowRail& m_rail;
    QWidget* m_window;
    QString m_node;  ///< the one that is open
    QSet<QString> m_visited;
    QStringList m_seen;  ///< paths of the runs that m_visited belongs to
};

}  // namespace headwater
