// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Handout.h"

#include <QFileInfo>

#include "core/report/AtomicFile.h"
#include "core/workshop/Handout.h"
#include "core/workshop/Telling.h"
#include "widgets/workshop/Content.h"
#include "widgets/workshop/HandoutPdf.h"

namespace headwater {

namespace {

Result<workshop::CaseSpec> caseNamed(const workshop::Library& library, const QString& name)
{
    if (const workshop::CaseSpec* spec = library.find(name.toStdString()))
        return *spec;
    if (QFileInfo(name).isFile())
        return workshop::readCaseFile(name.toStdString());
    return fail(ErrorCode::BadUsage, "there is no such case and no such file", name.toStdString(), {},
                "see `headwater-cli workshop list`");
}

}  // namespace

bool isTold(const workshop::Library& library, const QString& id)
{
    const workshop::CaseSpec* spec = library.find(id.toStdString());
    return mayTell(spec != nullptr ? spec->seal : library.exerciseSeal(), {}, workshop::revealedFile()).has_value();
}

Status writeHandout(const workshop::Library& library, const QString& name, bool withAnswers, const QString& key,
                    const QString& target)
{
    workshop::PrintOptions options;
    options.language = contentLanguage();
    options.reveal = withAnswers;
    workshop::Handout sheet;
    const auto check = [&](const workshop::AnswerSeal& seal) {
        return withAnswers ? mayTell(seal, key.toStdString(), workshop::revealedFile()) : Status();
    };
    if (name.toStdString() == library.exerciseId) {
        if (const Status told = check(library.exerciseSeal()); !told)
            return told;
        sheet = exerciseHandout(library, options);
    } else {
        const auto spec = caseNamed(library, name);
        const auto opened = spec ? openCase(*spec, library.questions) : tl::unexpected(spec.error());
        if (!opened)
            return tl::unexpected(opened.error());
        if (const Status told = check(spec->seal); !told)
            return told;
        sheet = handoutOf(library, *opened, options);
    }
    const QByteArray pdf = handoutPdf(sheet);
    return writeAtomically(target.toStdString(),
                           std::string_view(pdf.constData(), static_cast<std::size_t>(pdf.size())));
}

}  // namespace headwater
