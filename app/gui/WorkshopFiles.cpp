// SPDX-License-Identifier: GPL-3.0-or-later
// What the workshop reads and writes for instructors: case files, answer files of a class, handouts.
#include <QFileDialog>
#include <QInputDialog>
#include <QLineEdit>
#include <QMainWindow>

#include "app/gui/Handout.h"
#include "app/gui/JudgeFolders.h"
#include "app/gui/WorkshopDesk.h"
#include "app/gui/pages/WorkshopPage.h"
#include "core/report/AtomicFile.h"
#include "core/workshop/CaseTemplate.h"
#include "core/workshop/CaseTrial.h"
#include "core/workshop/Progress.h"
#include "core/workshop/Telling.h"
#include "widgets/theme/Format.h"
#include "widgets/workshop/Content.h"

namespace headwater {

using namespace Qt::StringLiterals;

void WorkshopDesk::chooseFile()
{
    const QString file =
        QFileDialog::getOpenFileName(m_window, tr("Open a case"), {}, tr("Cases (*.json);;All files (*)"));
    if (!file.isEmpty())
        openFile(file);
}

void WorkshopDesk::chooseNew()
{
    const QString file =
        QFileDialog::getSaveFileName(m_window, tr("New case file"), u"my-case.json"_s, tr("Cases (*.json)"));
    if (file.isEmpty())
        return;
    tell(writeNew(file), file);
}

Status WorkshopDesk::writeNew(const QString& file)
{
    const std::string text = workshop::caseTemplate(workshop::library(), contentLanguage());
    const Status status = writeAtomically(file.toStdString(), text);
    if (status)
        m_page->showText(
            tr("A case file to begin with"),
            tr("Change %1 in any text editor, then open it here: what is wrong is said with its place, its "
               "runs are made, and it is looked whether the analysis finds the answer, as by "
               "`headwater-cli workshop check`.")
                    .arg(file) +
                u"\n\n"_s + QString::fromStdString(text));
    return status;
}

void WorkshopDesk::openFile(const QString& file)
{
    m_jobs.cancel(m_trying);
    m_page->showText(tr("The case is being checked"),
                     file + u"\n\n"_s +
                         tr("Its runs are made, and it is looked whether the analysis finds its answer in them."));
    m_trying = m_jobs.start<workshop::Remarks>(
        [path = file.toStdString()](const Job& job) {
            const auto judge = [&job](const std::filesystem::path& baseline, const std::filesystem::path& current) {
                return judgeFolders(baseline, current, job);
            };
            return workshop::tryCaseFile(path, workshop::library(), judge, job);
        },
        [this, file](const Result<workshop::Remarks>& remarks) { opened(file, remarks); });
}

void WorkshopDesk::opened(const QString& file, const Result<workshop::Remarks>& remarks)
{
    const auto spec = remarks ? workshop::readCaseFile(file.toStdString()) : tl::unexpected(remarks.error());
    if (remarks && workshop::hasErrors(*remarks)) {
        QStringList lines;
        for (const workshop::Remark& remark : *remarks)
            lines << (remark.error ? u"\u2717 "_s : u"\u2013 "_s) + format::text(remark.where) + u' ' +
                         format::text(remark.what);
        lines.prepend(format::text(file.toStdString()) + u'\n');
        return m_page->showText(tr("This case cannot be used yet"), lines.join(u'\n'));
    }
    if (spec)
        return addCase(*spec, file);
    m_page->setOpen();
    emit failed(spec.error());
}

void WorkshopDesk::addCase(const workshop::CaseSpec& spec, const QString& file)
{
    // Everything that knows the library knows the case from now on: handouts, and the progress of a class.
    auto library = std::make_shared<workshop::Library>(*m_library);
    std::erase_if(library->cases, [&spec](const workshop::CaseSpec& one) { return one.id == spec.id; });
    library->cases.push_back(spec);
    m_library = std::move(library);
    const QString id = QString::fromStdString(spec.id);
    m_files[id] = file;
    m_page->setLibrary(m_library, m_files.keys());
    m_page->choose(id);
}

void WorkshopDesk::chooseShared(const QString& id)
{
    const QString file =
        QFileDialog::getSaveFileName(m_window, tr("Share a case"), id + u"-sealed.json"_s, tr("Cases (*.json)"));
    if (file.isEmpty())
        return;
    tell(writeShared(id, file), file);
}

Status WorkshopDesk::writeShared(const QString& id, const QString& file) const
{
    const auto sealed = workshop::sealedCaseFile(m_files.value(id).toStdString());
    return sealed ? writeAtomically(file.toStdString(), *sealed) : tl::unexpected(sealed.error());
}

void WorkshopDesk::chooseClass()
{
    showClass(QFileDialog::getOpenFileNames(m_window, tr("Answer files of a class"), {}, tr("Answers (*.json)")));
}

void WorkshopDesk::showClass(const QStringList& files)
{
    if (files.isEmpty())
        return;
    std::vector<std::filesystem::path> paths;
    for (const QString& file : files)
        paths.emplace_back(file.toStdString());
    m_class = workshop::classOfFiles(*m_library, paths);
    m_page->showClass(m_class);
    show();
}

void WorkshopDesk::saveClass()
{
    const QString file =
        QFileDialog::getSaveFileName(m_window, tr("Progress of the class"), u"class.html"_s, tr("Pages (*.html)"));
    if (file.isEmpty())
        return;
    workshop::PrintOptions options;
    options.language = contentLanguage();
    tell(writeAtomically(file.toStdString(), workshop::classHtml(*m_library, m_class, options)), file);
}

/// Answers that were not revealed here are for whoever has the key.
void WorkshopDesk::chooseHandout(const QString& id, bool withAnswers)
{
    if (!withAnswers || isTold(*m_library, id))
        return saveHandout(id, withAnswers, {});
    auto* question = new QInputDialog(m_window);
    question->setObjectName(u"answersQuestion"_s);
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setWindowTitle(tr("Handout with answers"));
    question->setLabelText(tr("The answers of this case are sealed until you have taken it to its end here.\n"
                              "Instructors give its key:"));
    question->setTextEchoMode(QLineEdit::Password);
    connect(question, &QInputDialog::textValueSelected, this, [this, id](const QString& key) {
        const workshop::CaseSpec* spec = m_library->find(id.toStdString());
        const Status told = mayTell(spec->seal, key.toStdString(), workshop::revealedFile());
        if (told)
            saveHandout(id, true, key);
        else
            emit failed(told.error());
    });
    question->open();
}

void WorkshopDesk::saveHandout(const QString& id, bool withAnswers, const QString& key)
{
    const QString file = QFileDialog::getSaveFileName(m_window, tr("Handout"), id + u".pdf"_s, tr("PDF (*.pdf)"));
    if (file.isEmpty())
        return;
    tell(writeHandout(id, withAnswers, file, key), file);
}

Status WorkshopDesk::writeHandout(const QString& id, bool withAnswers, const QString& file, const QString& key) const
{
    return headwater::writeHandout(*m_library, id, withAnswers, key, file);
}

}  // namespace headwater
