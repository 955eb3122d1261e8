// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/WorkshopPage.h"

#include <algorithm>

#include <QAction>
#include <QFontDatabase>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QStackedWidget>
#include <QStyledItemDelegate>
#include <QTimer>
#include <QToolButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include "app/gui/BarButtons.h"
#include "widgets/theme/Theme.h"
#include "widgets/workshop/ClassView.h"
#include "widgets/workshop/ConceptView.h"
#include "widgets/workshop/Content.h"
#include "widgets/workshop/ExerciseView.h"
#include "widgets/workshop/ScoreView.h"
#include "widgets/workshop/TickLine.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

constexpr int kId = Qt::UserRole;

QTreeWidgetItem* branch(QTreeWidget* list, const QString& name)
{
    auto* item = new QTreeWidgetItem(list, {name});
    item->setFlags(Qt::ItemIsEnabled);
    QFont heavy;  // a weight and nothing else: the size stays that of the list, on a projector too
    heavy.setWeight(QFont::DemiBold);
    item->setFont(0, heavy);
    item->setExpanded(true);
    return item;
}

void leaf(QTreeWidgetItem* parent, const std::string& id, const workshop::LocalText& title)
{
    auto* item = new QTreeWidgetItem(parent, {local(title)});
    item->setData(0, kId, QString::fromStdString(id));
}

QScrollArea* scrolled(QWidget* inside, QWidget* parent)
{
    auto* area = new QScrollArea(parent);
    area->setWidgetResizable(true);
    area->setWidget(inside);
    area->setAccessibleName(WorkshopPage::tr("What is chosen"));
    return area;
}

/// Titles that are too long for the list go on in a second line: an ellipsis would cut them.
class WrappedItems : public QStyledItemDelegate {
public:
    explicit WrappedItems(QTreeView* view) : QStyledItemDelegate(view), m_view(view) {}

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override
    {
        QStyleOptionViewItem styled = option;
        initStyleOption(&styled, index);
        const int depth = index.parent().isValid() ? 2 : 1;
        const int around = styled.fontMetrics.height();  // the style's own margins, and some
        const int room = m_view->viewport()->width() - depth * m_view->indentation() - around;
        const QRect needed =
            styled.fontMetrics.boundingRect(QRect(0, 0, std::max(around, room), 0), Qt::TextWordWrap, styled.text);
        const QSize usual = QStyledItemDelegate::sizeHint(option, index);
        return {std::min(usual.width(), std::max(around, room) + around),
                std::max(usual.height(), usual.height() + needed.height() - styled.fontMetrics.height())};
    }

private:
    QTreeView* m_view;
};

enum Shown { kStory, kConcept, kExercise, kClass };

}  // namespace

WorkshopPage::WorkshopPage(std::shared_ptr<const workshop::Library> library, QWidget* parent)
    : QWidget(parent)
    , m_library(std::move(library))
{
    auto* row = new QHBoxLayout(this);
    row->setContentsMargins(0, 0, 0, 0);
    m_side = makeLeft();
    row->addWidget(m_side);
    m_right = new QStackedWidget(this);
    m_concept = new ConceptView;
    m_exercise = new ExerciseView(m_library);
    m_right->addWidget(scrolled(makeStory(), m_right));
    m_right->addWidget(scrolled(m_concept, m_right));
    auto* exercise = scrolled(m_exercise, m_right);
    m_right->addWidget(exercise);
    m_class = new ClassView;
    m_right->addWidget(scrolled(m_class, m_right));
    connect(m_exercise, &ExerciseView::toldOrBegun, exercise,
            [exercise] { exercise->verticalScrollBar()->setValue(0); });
    // What somebody asked for is how many points there are; what is right stands at each vector.
    connect(m_exercise->checkButton(), &QPushButton::clicked, exercise, [this, exercise] {
        QTimer::singleShot(0, exercise, [this, exercise] {
            m_exercise->layout()->activate();
            exercise->verticalScrollBar()->setValue(m_exercise->score()->y() - fontMetrics().height());
        });
    });
    row->addWidget(m_right, 1);
    connect(m_list, &QTreeWidget::currentItemChanged, this, [this](QTreeWidgetItem* item) { showItem(item); });
    // Also the item that is chosen already, below a text that is shown in its place. A figure stays as it was dragged.
    const auto again = [this](const QTreeWidgetItem* item) {
        if (m_right->currentIndex() == kStory || m_right->currentIndex() == kClass)
            showItem(item);
    };
    connect(m_list, &QTreeWidget::itemClicked, this, again);
    connect(m_list, &QTreeWidget::itemActivated, this, again);
    fillList();
}

QWidget* WorkshopPage::makeLeft()
{
    auto* left = new QWidget(this);
    m_left = new QVBoxLayout(left);
    left->setMinimumWidth(fontMetrics().averageCharWidth() * 42);
    m_list = new QTreeWidget(left);
    m_list->setHeaderHidden(true);
    m_list->setWordWrap(true);
    m_list->setItemDelegate(new WrappedItems(m_list));
    connect(m_list->header(), &QHeaderView::sectionResized, m_list, &QTreeWidget::doItemsLayout);
    m_list->setIndentation(fontMetrics().height());
    m_list->setAccessibleName(tr("Cases, ideas and the exercise"));
    m_left->addWidget(sectionLabel(tr("Workshop"), left));
    m_left->addWidget(m_list, 1);
    auto* file = new QPushButton(tr("Open or check a case file\u2026"), left);
    file->setToolTip(tr("One that somebody wrote: take it, print it, share it with its answer sealed"));
    auto* sheets = new QPushButton(tr("Progress of a class\u2026"), left);
    sheets->setToolTip(tr("From the answer files that students saved"));
    auto* fresh = new QPushButton(tr("New case file\u2026"), left);
    fresh->setToolTip(tr("One to begin with: its remarks say what each line is for, and name every fault"));
    m_left->addWidget(fresh);
    m_left->addWidget(file);
    m_left->addWidget(sheets);
    connect(fresh, &QPushButton::clicked, this, &WorkshopPage::newWanted);
    connect(sheets, &QPushButton::clicked, this, &WorkshopPage::classWanted);
    connect(file, &QPushButton::clicked, this, &WorkshopPage::fileWanted);
    return left;
}

QWidget* WorkshopPage::makeStory()
{
    auto* story = new QWidget;
    const int line = fontMetrics().height();
    auto* column = new QVBoxLayout(story);
    column->setContentsMargins(line * 2, line * 2, line * 2, line * 2);
    column->setSpacing(line);
    m_title = wrappedLabel(story);
    m_title->setFont(scaled(font(), 1.6, QFont::DemiBold));
    m_title->setProperty("tone", QStringLiteral("title"));
    m_text = wrappedLabel(story);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_way = wrappedLabel(story);
    m_way->setProperty("tone", u"muted"_s);
    m_way->setText(
        tr("What will happen, in about ten minutes:\n"
           "1. You read the alert, guess the first stage that regressed, and say why.\n"
           "2. You go through the layers, correctness first, with the real pages. At each you are asked what to do; a "
           "wrong turn is named and can be taken back, but only the first choice counts.\n"
           "3. You conclude, reveal what is true, tick what your texts say, and see your score."));
    column->addWidget(m_title);
    column->addWidget(m_text);
    m_keptLabel = wrappedLabel(story);
    column->addWidget(m_keptLabel);
    addCaseButtons(story, column);
    column->addWidget(m_way);
    column->addStretch(1);
    return story;
}

void WorkshopPage::addCaseButtons(QWidget* story, QVBoxLayout* column)
{
    m_caseButtons = new QWidget(story);
    auto* row = new QHBoxLayout(m_caseButtons);
    row->setContentsMargins(0, 0, 0, 0);
    m_start = new QPushButton(tr("Take this case"), m_caseButtons);
    m_start->setProperty("accent", true);
    m_again = new QPushButton(tr("Begin again"), m_caseButtons);
    m_again->setToolTip(tr("What is kept is replaced with your first answer"));
    auto* blank = new QPushButton(tr("Handout as PDF\u2026"), m_caseButtons);
    auto* told = new QPushButton(tr("Handout with answers\u2026"), m_caseButtons);
    m_share = new QPushButton(tr("Share, sealed\u2026"), m_caseButtons);
    m_share->setToolTip(tr("One file to hand out: the story can be read, the answer cannot"));
    for (QPushButton* button : {m_start, m_again, blank, told, m_share})
        row->addWidget(button);
    row->addStretch(1);
    column->addWidget(m_caseButtons);
    connect(m_start, &QPushButton::clicked, this, [this] { emit caseWanted(chosen()); });
    connect(m_again, &QPushButton::clicked, this, [this] { emit againWanted(chosen()); });
    connect(blank, &QPushButton::clicked, this, [this] { emit handoutWanted(chosen(), false); });
    connect(told, &QPushButton::clicked, this, [this] { emit handoutWanted(chosen(), true); });
    connect(m_share, &QPushButton::clicked, this, [this] { emit shareWanted(chosen()); });
}

void WorkshopPage::addActions(const QList<QAction*>& actions)
{
    for (QAction* action : actions) {
        QToolButton* button = actionButton(action, this);
        button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        m_left->addWidget(button);
    }
}

void WorkshopPage::setLibrary(std::shared_ptr<const workshop::Library> library, const QStringList& own)
{
    m_library = std::move(library);
    m_own = own;
    m_list->clear();
    fillList();
}

void WorkshopPage::setSolving(const QString& id)
{
    choose(id);
    m_side->hide();
    m_caseButtons->hide();
    m_keptLabel->hide();
}

void WorkshopPage::setOpen()
{
    m_side->show();
    showItem(m_list->currentItem());
}

void WorkshopPage::setKept(std::function<QString(const QString&)> kept)
{
    m_kept = std::move(kept);
    showItem(m_list->currentItem());
}

QString WorkshopPage::chosen() const
{
    const QTreeWidgetItem* item = m_list->currentItem();
    return item != nullptr ? item->data(0, kId).toString() : QString();
}

void WorkshopPage::showText(const QString& title, const QString& text)
{
    m_right->setCurrentIndex(kStory);
    m_caseButtons->hide();
    m_keptLabel->hide();
    m_way->hide();
    m_title->setText(title);
    QFont columns = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    columns.setPointSizeF(font().pointSizeF());  // as large as all else, on a projector too
    m_text->setFont(columns);
    m_text->setText(text);
}

void WorkshopPage::showClass(const workshop::ClassProgress& progress)
{
    m_class->setClass(*m_library, progress);
    m_right->setCurrentIndex(kClass);
}

void WorkshopPage::fillList()
{
    const auto isOwn = [this](const workshop::CaseSpec& spec) {
        return m_own.contains(QString::fromStdString(spec.id));
    };
    for (int level = 1; level <= 3; ++level) {
        QTreeWidgetItem* parent = branch(m_list, tr("Cases, level %1").arg(level));
        parent->setExpanded(level == 1);  // so that exercise and ideas are in sight
        for (const workshop::CaseSpec& spec : m_library->cases)
            if (spec.level == level && !isOwn(spec))
                leaf(parent, spec.id, spec.title);
    }
    QTreeWidgetItem* files = m_own.isEmpty() ? nullptr : branch(m_list, tr("Cases from files"));
    for (const workshop::CaseSpec& spec : m_library->cases)
        if (isOwn(spec))
            leaf(files, spec.id, spec.title);
    leaf(branch(m_list, tr("Exercise")), m_library->exerciseId, m_library->exerciseTitle);
    QTreeWidgetItem* ideas = branch(m_list, tr("Ideas"));
    for (const workshop::Concept& idea : m_library->concepts)
        leaf(ideas, idea.id, idea.title);
    m_list->setCurrentItem(m_list->topLevelItem(0)->child(0));
}

void WorkshopPage::choose(const QString& id)
{
    for (int i = 0; i < m_list->topLevelItemCount(); ++i)
        for (int j = 0; j < m_list->topLevelItem(i)->childCount(); ++j)
            if (QTreeWidgetItem* item = m_list->topLevelItem(i)->child(j); item->data(0, kId).toString() == id)
                m_list->setCurrentItem(item);
}

void WorkshopPage::showItem(const QTreeWidgetItem* item)
{
    if (item == nullptr)
        return;
    const std::string id = item->data(0, kId).toString().toStdString();
    const auto idea = std::ranges::find(m_library->concepts, id, &workshop::Concept::id);
    if (idea != m_library->concepts.end()) {
        m_concept->setConcept(*idea);
        m_right->setCurrentIndex(kConcept);
        return;
    }
    if (id == m_library->exerciseId) {
        m_right->setCurrentIndex(kExercise);
        return;
    }
    const workshop::CaseSpec* spec = m_library->find(id);
    if (spec == nullptr)
        return;
    showText(local(spec->title), local(spec->alert));
    m_text->setFont(font());
    m_caseButtons->show();
    m_way->show();
    const QString kept = m_kept ? m_kept(chosen()) : QString();
    m_keptLabel->setText(kept);
    m_keptLabel->setVisible(!kept.isEmpty());
    m_again->setVisible(!kept.isEmpty());
    m_start->setText(kept.isEmpty() ? tr("Take this case") : tr("Go on with this case"));
    m_share->setVisible(m_own.contains(QString::fromStdString(id)));
}

}  // namespace headwater
