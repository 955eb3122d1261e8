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

/// Strings that free functions say through a tr() of their own: lupdate files them under the namespace.
class WindowTranslator : public QTranslator {
public:
    using QTranslator::QTranslator;

    [[nodiscard]] QString translate(const char* context, const char* source, const char* comment, int n) const override
    {
        const QString found = QTranslator::translate(context, source, comment, n);
        return found.isEmpty() ? QTranslator::translate("headwater", source, comment, n) : found;
    }
};

void install(std::unique_ptr<QTranslator> translator, const QString& name, const QString& folder)
{
    if (translator->load(name, folder))
        QCoreApplication::installTranslator(translator.release());
}

}  // namespace

QString languageOfDesktop(const QStringList& wanted)
{
    for (const QString& one : wanted) {
        const QLocale locale(one);
        if (locale.language() == QLocale::Chinese)
            return u"zh_CN"_s;
        if (locale.language() == QLocale::English || locale.language() == QLocale::C)
            break;
    }
    return u"en"_s;
}

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
    QCoreApplication* app = QCoreApplication::instance();
    install(std::make_unique<QTranslator>(app), u"qtbase_"_s + language,
            QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(std::make_unique<WindowTranslator>(app), u"headwater_"_s + language, u":/i18n"_s);
}

}  // namespace headwater
