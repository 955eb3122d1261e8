// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Translators.h"

#include <memory>

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

#include "core/base/Language.h"
#include "widgets/theme/Format.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

/// Language::pseudo() for tr().
class PseudoTranslator : public QTranslator {
public:
    using QTranslator::QTranslator;

    [[nodiscard]] QString translate(const char* /*context*/, const char* source, const char* /*comment*/,
                                    int /*n*/) const override
    {
        return QString::fromStdString(Language::pseudo().sentence(source));
    }
    [[nodiscard]] bool isEmpty() const override { return false; }
};

void install(const QString& name, const QString& folder)
{
    auto translator = std::make_unique<QTranslator>(QCoreApplication::instance());
    if (translator->load(name, folder))
        QCoreApplication::installTranslator(translator.release());
}

}  // namespace

void speak(const QString& language)
{
    const Result<Language> words = languageFromName(language.toStdString());
    format::setLanguage(words.value_or(Language()));
    const bool pseudo = words && words->code() == "qps";
    const bool english = !words || words->code() == "en";
    QLocale::setDefault(english || pseudo ? QLocale(QLocale::English) : QLocale(language));
    if (pseudo)
        QCoreApplication::installTranslator(new PseudoTranslator(QCoreApplication::instance()));
    if (english || pseudo)
        return;
    install(u"qtbase_"_s + language, QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(u"headwater_"_s + language, u":/i18n"_s);
}

}  // namespace headwater
