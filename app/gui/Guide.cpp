// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Guide.h"

#include <algorithm>

#include "app/gui/PageTable.h"
#include "app/gui/Question.h"
#include "app/gui/Session.h"
#include "widgets/panels/FlowRail.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

std::optional<LayerId> layerOfNode(const QString& id)
{
    if (id == "io-or-communication"_L1)
        return LayerId::Timeline;
    for (const LayerId layer : {LayerId::Correctness, LayerId::Resources, LayerId::Timeline, LayerId::Stragglers})
        if (nodeOf(layer) == id)
            return layer;
    return std::nullopt;
}

/// The page of a node where there is one of its own, else the overview with the node's findings.
QString pageOfNode(const QString& id)
{
    const QStringList wanted =
        id == "io-or-communication"_L1 ? QStringList{u"bubbles"_s, u"timeline"_s} : QStringList{id};
    for (const QString& name : wanted)
        for (const PageRow& row : pageTable())
            if (row.name == name)
                return name;
    return u"overview"_s;
}

/// The node whose answers a page shows; empty for a page that asks nothing of the layers.
QString nodeOfPage(const QString& page)
{
    if (page == "bubbles"_L1)
        return u"io-or-communication"_s;
    if (page == "whatif"_L1)
        return u"outcome"_s;
    return layerOfNode(page) ? page : QString();
}

}  // namespace

Guide::Guide(Session& session, FlowRail& rail, QWidget* window)
    : QObject(window)
    , m_session(session)
    , m_rail(rail)
    , m_window(window)
{
    connect(&rail, &FlowRail::nodeActivated, this, &Guide::openNode);
    connect(&session, &Session::verdictChanged, this, &Guide::refresh);
    connect(&session.notebook(), &Notebook::changed, this, &Guide::refresh);
}

void Guide::refresh()
{
    if (!m_session.verdict())
        return;
    const QStringList runs = m_session.paths(Side::Baseline) + QStringList{{}} + m_session.paths(Side::Current);
    if (runs != m_seen)
        m_visited.clear();
    m_seen = runs;
    FlowState state{{}, m_visited};
    for (const ContinuedLayer& one : m_session.notebook().now().continued)
        state.continued.push_back(one.layer);
    const Notes said = namedAsIn(*m_session.verdict(), m_session.notebook().now());
    for (const FindingDecision& one : said.decisions)
        if (one.mark == FindingMark::Dismissed)
            state.dismissed.insert(QString::fromStdString(one.finding));
    m_rail.setVerdict(*m_session.verdict(), state);
}

std::optional<LayerId> Guide::blocking(const QString& node) const
{
    std::vector<LayerId> continued;
    for (const ContinuedLayer& one : m_session.notebook().now().continued)
        continued.push_back(one.layer);
    return blockingLayer(*m_session.verdict(), node, continued);
}

void Guide::openNode(const QString& id)
{
    if (!m_session.verdict())
        return;
    m_rail.setActive(m_node);  // the click alone changes nothing yet
    if (const auto layer = blocking(id))
        askReason(*layer, [this, id] { openNode(id); });  // a later layer may fail too
    else
        enter(id);
}

void Guide::openPage(const QString& name)
{
    const auto layer = m_session.verdict() ? blocking(nodeOfPage(name)) : std::nullopt;
    if (layer)
        askReason(*layer, [this, name] { openPage(name); });
    else
        emit pageWanted(name);
}

void Guide::askReason(LayerId layer, const std::function<void()>& then)
{
    const QString name = words::of(layer);
    const QString text = tr("The layer %1 fails: what comes after it may be its consequence, so causes named there are "
                            "conditional.\nWhy do you go on? Your reason is kept in every report.")
                             .arg(name);
    askForText(m_window, tr("Go on past %1").arg(name), text, tr("Go on"), {},
               [this, layer, then, name](const QString& reason) {
                   Notes notes = m_session.notebook().now();
                   notes.continued.push_back({layer, reason.toStdString()});
                   m_session.notebook().change(notes, tr("going on past %1").arg(name));
                   then();
               });
}

void Guide::enter(const QString& id)
{
    const bool again = id == m_node;
    m_node = again ? QString() : id;
    m_visited.insert(id);
    refresh();
    m_rail.setActive(m_node);
    emit layerChosen(layerOfNode(m_node));
    emit pageWanted(pageOfNode(id));
}

void Guide::showAll()
{
    m_node.clear();
    m_rail.setActive({});
    emit layerChosen(std::nullopt);
}

}  // namespace headwater
