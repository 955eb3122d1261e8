// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/pages/MeasureDialog.h"

#include <QComboBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace headwater {

using namespace Qt::StringLiterals;

MeasureDialog::MeasureDialog(const QString& group, QWidget* parent) : QDialog(parent)
{
    setWindowTitle(tr("What group %1 showed").arg(group));
    auto* column = new QVBoxLayout(this);
    auto* top = new QHBoxLayout;
    auto* label = new QLabel(tr("Mea&sured as"), this);
    m_kinds = new QComboBox(this);
    m_kinds->addItems({tr("Runs: step time of each"), tr("Outputs of nccl-tests: bus bandwidth"),
                       tr("Numbers: step times, ms"), tr("Numbers: bus bandwidths, GB/s")});
    label->setBuddy(m_kinds);
    top->addWidget(label);
    top->addWidget(m_kinds, 1);
    column->addLayout(top);
    m_hint = new QLabel(this);
    m_hint->setTextFormat(Qt::PlainText);
    m_hint->setWordWrap(true);
    m_hint->setProperty("tone", u"muted"_s);
    column->addWidget(m_hint);
    auto* sides = new QHBoxLayout;
    sides->addWidget(makeSide(0, tr("&Baseline of the same size"), tr("Of as many nodes, from when all was well")));
    sides->addWidget(makeSide(1, tr("This &group"), tr("The runs on just these nodes")));
    column->addLayout(sides, 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel, this);
    m_accept = buttons->button(QDialogButtonBox::Ok);
    column->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_kinds, &QComboBox::currentIndexChanged, this, &MeasureDialog::showKind);
    resize(fontMetrics().height() * 44, fontMetrics().height() * 20);
    showKind();
}

QWidget* MeasureDialog::makeSide(int side, const QString& title, const QString& hint)
{
    auto* box = new QWidget(this);
    auto* column = new QVBoxLayout(box);
    column->setContentsMargins(0, 0, 0, 0);
    Side& made = m_sides[side];
    auto* label = new QLabel(title, box);
    made.list = new QPlainTextEdit(box);
    made.list->setToolTip(hint);
    made.list->setTabChangesFocus(true);
    made.list->setLineWrapMode(QPlainTextEdit::NoWrap);
    label->setBuddy(made.list);
    made.invariants = new QLineEdit(box);
    made.invariants->setPlaceholderText(u"batch_per_gpu=4, tp=8"_s);
    made.invariants->setAccessibleName(tr("What must not differ"));
    made.invariants->setToolTip(tr("What must not differ between the sides: batch per GPU, message sizes, sequence "
                                   "lengths, parallel sizes. Where it does, the result is invalid"));
    auto* row = new QHBoxLayout;
    made.folder = new QPushButton(tr("Add folder…"), box);
    made.files = new QPushButton(tr("Add files…"), box);
    row->addWidget(made.folder);
    row->addWidget(made.files);
    row->addStretch(1);
    column->addWidget(label);
    column->addWidget(made.list, 1);
    column->addWidget(made.invariants);
    column->addLayout(row);
    connect(made.folder, &QPushButton::clicked, this, [this, side] { add(side, true); });
    connect(made.files, &QPushButton::clicked, this, [this, side] { add(side, false); });
    connect(made.list, &QPlainTextEdit::textChanged, this,
            [this] { m_accept->setEnabled(!given().baseline.isEmpty() && !given().current.isEmpty()); });
    return box;
}

void MeasureDialog::add(int side, bool folder)
{
    auto* dialog = new QFileDialog(this, folder ? tr("Folder of a run") : tr("Files"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(folder ? QFileDialog::Directory : QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, [this, side](const QStringList& files) {
        for (const QString& file : files)
            m_sides[side].list->appendPlainText(file);
    });
    dialog->open();
}

void MeasureDialog::showKind()
{
    using Kind = MeasuredInput::Kind;
    const Kind kind = given().kind;
    const bool numbers = kind == Kind::StepTimes || kind == Kind::Bandwidths;
    m_hint->setText(kind == Kind::Runs
                        ? tr("One run a line, folder or file; one is one repeat. What the manifests tell of batch, "
                             "sequence length, parallel sizes and software is checked.")
                    : kind == Kind::NcclTests
                        ? tr("One output a line. The largest message size that all of them have is compared.")
                        : tr("One number a repeat, lines or commas between. Fewer than three repeats prove nothing."));
    for (const Side& side : m_sides) {
        side.folder->setVisible(kind == Kind::Runs);
        side.files->setVisible(!numbers);
        side.invariants->setVisible(numbers);
    }
    m_accept->setEnabled(!given().baseline.isEmpty() && !given().current.isEmpty());
}

MeasuredInput MeasureDialog::given() const
{
    MeasuredInput out;
    out.kind = static_cast<MeasuredInput::Kind>(m_kinds->currentIndex());
    const bool numbers = out.kind == MeasuredInput::Kind::StepTimes || out.kind == MeasuredInput::Kind::Bandwidths;
    const auto linesOf = [numbers](const QPlainTextEdit* list) {
        QString text = list->toPlainText();
        if (numbers)
            text.replace(u',', u'\n').replace(u' ', u'\n');
        QStringList lines;
        for (const QString& line : text.split(u'\n', Qt::SkipEmptyParts))
            if (const QString path = line.trimmed(); !path.isEmpty())
                lines << (path.startsWith(u"file://"_s) ? QUrl(path).toLocalFile() : path);
        return lines;
    };
    out.baseline = linesOf(m_sides[0].list);
    out.current = linesOf(m_sides[1].list);
    if (numbers) {
        out.baselineInvariants = m_sides[0].invariants->text();
        out.currentInvariants = m_sides[1].invariants->text();
    }
    return out;
}

}  // namespace headwater
