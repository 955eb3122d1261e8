// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/Translators.h"

#include <memory>
#include <string_view>

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

/// lupdate leaves the namespace out of the contexts of most classes, tr() does not.
class NamespaceTranslator : public QTranslator {
public:
    using QTranslator::QTranslator;

    [[nodiscard]] QString translate(const char* context, const char* source, const char* comment, int n) const override
    {
        constexpr std::string_view kNamespace = "headwater::";
        QString found = QTranslator::translate(context, source, comment, n);
        if (found.isNull() && std::string_view(context).starts_with(kNamespace))
            found = QTranslator::translate(context + kNamespace.size(), source, comment, n);
        return found.isNull() ? QTranslator::translate("headwater", source, comment, n) : found;
    }
};

void install(const QString& name, const QString& folder)
{
    auto translator = std::make_unique<NamespaceTranslator>(QCoreApplication::instance());
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
