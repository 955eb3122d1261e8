// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/panels/FileEditor.h"

#include <algorithm>
#include <array>

#include <QLabel>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <QWheelEvent>

#include "widgets/models/InputModels.h"
#include "widgets/panels/ArrowCombo.h"
#include "widgets/theme/ElidedLabel.h"
#include "widgets/theme/Format.h"
#include "widgets/theme/Theme.h"
#include "widgets/theme/Words.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

using Place = FileOverride::Place;

constexpr int kAsRead = -1;
constexpr int kMostRanks = 10'000'000;
constexpr std::array kUnits = {"", "ns", "us", "ms", "s"};
/// What clocks of the world are off UTC.
constexpr std::array kZones = {"-12:00", "-11:00", "-10:00", "-09:30", "-09:00", "-08:00", "-07:00", "-06:00",
                               "-05:00", "-04:00", "-03:30", "-03:00", "-02:00", "-01:00", "UTC",    "+01:00",
                               "+02:00", "+03:00", "+03:30", "+04:00", "+04:30", "+05:00", "+05:30", "+05:45",
                               "+06:00", "+06:30", "+07:00", "+08:00", "+08:45", "+09:00", "+09:30", "+10:00",
                               "+10:30", "+11:00", "+12:00", "+12:45", "+13:00", "+14:00"};

/// Which formats hold times whose unit can be another one than they say, ranks that can be given, events that need
/// rules.
bool hasUnit(const SourceFile& file)
{
    return file.format == "kineto" || file.format == "chrome-trace" || file.format.starts_with("stage-metrics");
}

bool hasRank(const SourceFile& file)
{
    return hasUnit(file) || file.format == "nsys-sqlite" || file.format.ends_with("-log") ||
           file.format == "flight-recorder-json" || file.format == "tfevents" || file.format == "hf-trainer-state" ||
           file.format == "lightning-csv";
}

/// Times of a host that may not name its zone.
bool hasZone(const SourceFile& file)
{
    return file.format.ends_with("-log") || file.format == "hf-trainer-state" ||
           file.format.starts_with("nvidia-smi") || file.format == "dcgmi-dmon";
}

bool hasRules(const SourceFile& file)
{
    return file.format == "chrome-trace";
}

/// The wheel scrolls the page under it unless it has the focus.
class RankBox : public QSpinBox {
public:
    explicit RankBox(QWidget* parent) : QSpinBox(parent) { setFocusPolicy(Qt::StrongFocus); }

protected:
    void wheelEvent(QWheelEvent* event) override
    {
        if (hasFocus())
            QSpinBox::wheelEvent(event);
        else
            event->ignore();
    }
};

QVBoxLayout* labelled(QWidget* parent, const QString& name, QWidget* control)
{
    auto* column = new QVBoxLayout;
    column->setSpacing(2);
    auto* label = new QLabel(name, parent);
    label->setProperty("tone", u"muted"_s);
    label->setBuddy(control);
    control->setAccessibleName(name);
    column->addWidget(label);
    column->addWidget(control);
    return column;
}

}  // namespace

FileEditor::FileEditor(QWidget* parent) : Card(parent)
{
    auto* column = new QVBoxLayout(this);
    const int pad = fontMetrics().height() * 3 / 4;
    column->setContentsMargins(pad, pad, pad, pad);
    column->setSpacing(pad / 2);
    m_title = new ElidedLabel(this);
    m_title->setTextFormat(Qt::PlainText);
    m_title->setFont(scaled(font(), 1.0, QFont::DemiBold));
    m_title->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    column->addWidget(m_title);
    m_controls = new QWidget(this);
    auto* row = new QHBoxLayout(m_controls);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(pad);
    addControls(row);
    column->addWidget(m_controls);
    fill();
}

void FileEditor::addControls(QHBoxLayout* row)
{
    m_place = new ArrowCombo(m_controls);
    for (const QString& text : {tr("as found"), tr("baseline"), tr("current"), tr("ignored")})
        m_place->addItem(text);
    m_place->setToolTip(tr("Which run the file belongs to, or that it shall not be read"));
    m_rank = new RankBox(m_controls);
    m_rank->setRange(kAsRead, kMostRanks);
    m_rank->setKeyboardTracking(false);
    m_rank->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_rank->setToolTip(tr("The rank that wrote the file; \u2193 down to \u201c"
                          "as read\u201d for what the file says"));
    m_unit = new ArrowCombo(m_controls);
    for (const QString& text : {tr("as the file says"), u"ns"_s, u"\u00b5s"_s, u"ms"_s, u"s"_s})
        m_unit->addItem(text);
    m_unit->setToolTip(tr("What the times in the file are counted in"));
    m_zone = new ArrowCombo(m_controls);
    m_zone->addItem(tr("found out"));
    for (const char* zone : kZones)
        m_zone->addItem(QLatin1StringView(zone));
    m_zone->setToolTip(tr("The zone of the times in the file, for times that name none"));
    m_rules = new ArrowCombo(m_controls);
    m_rules->addItem(tr("as recognised"));
    m_rules->addItem(tr("rule file\u2026"));
    m_rules->setToolTip(tr("How the events of a Chrome trace become ranks, steps and stages"));
    m_reset = new QPushButton(tr("Take back"), m_controls);
    m_reset->setToolTip(tr("Forget what you said about the selected files"));
    row->addLayout(labelled(m_controls, tr("Run"), m_place));
    row->addLayout(labelled(m_controls, tr("Rank"), m_rank));
    row->addLayout(labelled(m_controls, tr("Times in"), m_unit));
    row->addLayout(labelled(m_controls, tr("Time zone"), m_zone));
    row->addLayout(labelled(m_controls, tr("Rules"), m_rules));
    row->addStretch(1);
    row->addWidget(m_reset, 0, Qt::AlignBottom);
    connect(m_place, &QComboBox::activated, this, &FileEditor::placeChosen);
    connect(m_rank, &QSpinBox::valueChanged, this, [this](int value) {
        apply(value == kAsRead ? tr("rank as read") : tr("rank %1").arg(value),
              [value](FileOverride& said) { said.rank = value == kAsRead ? std::nullopt : std::optional(value); });
    });
    connect(m_unit, &QComboBox::activated, this, [this](int i) {
        apply(tr("times: %1").arg(m_unit->itemText(i)),
              [i](FileOverride& said) { said.unit = kUnits[static_cast<std::size_t>(i)]; });
    });
    connect(m_zone, &QComboBox::activated, this, &FileEditor::zoneChosen);
    connect(m_rules, &QComboBox::activated, this, &FileEditor::rulesChosen);
    connect(m_reset, &QPushButton::clicked, this,
            [this] { apply(tr("taking back"), [](FileOverride& said) { said = {}; }); });
}

void FileEditor::show(std::vector<SelectedFile> files, const FileOverrides& overrides)
{
    m_files = std::move(files);
    m_overrides = overrides;
    fill();
}

void FileEditor::fill()
{
    const bool any = !m_files.empty();
    m_controls->setEnabled(any);
    m_title->setText(m_files.size() == 1 ? fileName(m_files.front().source.path)
                     : any               ? tr("%1 files").arg(m_files.size())
                                         : tr("Select files to say what they do not say themselves"));
    m_title->setToolTip(m_files.size() == 1 ? format::tip(format::text(m_files.front().source.path)) : QString());
    const SelectedFile file = any ? m_files.front() : SelectedFile();
    const FileOverride said = overrideOf(m_overrides, file.source.path);
    const auto all = [this](bool (*can)(const SourceFile&)) {
        return !m_files.empty() && std::all_of(m_files.begin(), m_files.end(),
                                               [can](const SelectedFile& selected) { return can(selected.source); });
    };
    const QSignalBlocker quiet(m_rank);
    m_place->setCurrentIndex(said.place == Place::Ignored    ? 3
                             : said.place == Place::Baseline ? 1
                             : said.place == Place::Current  ? 2
                                                             : 0);
    m_rank->setSpecialValueText(file.source.ranks.empty() || said.rank
                                    ? tr("as read")
                                    : tr("as read: %1").arg(format::rankList(file.source.ranks)));
    m_rank->setValue(said.rank.value_or(kAsRead));
    m_rank->setEnabled(m_files.size() == 1 && hasRank(file.source) && file.source.ranks.size() <= 1);
    const auto unit = std::find(kUnits.begin(), kUnits.end(), said.unit);
    m_unit->setCurrentIndex(static_cast<int>(unit == kUnits.end() ? 0 : unit - kUnits.begin()));
    m_unit->setEnabled(all(hasUnit));
    const QString zone = said.zone.empty() ? m_zone->itemText(0) : format::text(said.zone);
    if (m_zone->findText(zone) < 0)
        m_zone->addItem(zone);  // another spelling, from a saved investigation
    m_zone->setCurrentIndex(m_zone->findText(zone));
    m_zone->setEnabled(all(hasZone));
    while (m_rules->count() > 2)
        m_rules->removeItem(1);
    if (!said.ruleFile.empty())
        m_rules->insertItem(1, fileName(said.ruleFile));
    m_rules->setCurrentIndex(said.ruleFile.empty() ? 0 : 1);
    m_rules->setEnabled(all(hasRules));
    m_reset->setEnabled(std::any_of(m_files.begin(), m_files.end(), [this](const SelectedFile& selected) {
        return !overrideOf(m_overrides, selected.source.path).empty();
    }));
}

void FileEditor::apply(const QString& what, const std::function<void(FileOverride&)>& change)
{
    FileOverrides next = m_overrides;
    for (const SelectedFile& file : m_files)
        change(next[overrideKey(file.source.path)]);
    std::erase_if(next, [](const auto& entry) { return entry.second.empty(); });
    if (next == m_overrides || m_files.empty())
        return;
    const QString of = m_files.size() == 1 ? fileName(m_files.front().source.path) : tr("%1 files").arg(m_files.size());
    emit chosen(next, tr("%1 of %2").arg(what, of));
}

void FileEditor::placeChosen(int index)
{
    constexpr std::array kPlaces = {Place::AsFound, Place::Baseline, Place::Current, Place::Ignored};
    const Place place = kPlaces[static_cast<std::size_t>(index)];
    apply(tr("run: %1").arg(m_place->itemText(index)), [place](FileOverride& said) { said.place = place; });
}

void FileEditor::zoneChosen(int index)
{
    const std::string zone = index == 0 ? std::string() : m_zone->itemText(index).toStdString();
    apply(tr("time zone: %1").arg(m_zone->itemText(index)), [&zone](FileOverride& said) { said.zone = zone; });
}

void FileEditor::rulesChosen(int index)
{
    if (index == m_rules->count() - 1) {
        fill();  // until a file is chosen the old one stands
        emit ruleFileWanted();
    } else if (index == 0) {
        apply(tr("rules as recognised"), [](FileOverride& said) { said.ruleFile.clear(); });
    }
}

void FileEditor::setRuleFile(const QString& path)
{
    const std::string file = overrideKey(path.toStdString());
    apply(tr("rules %1").arg(fileName(file)), [&file](FileOverride& said) { said.ruleFile = file; });
}

}  // namespace headwater
