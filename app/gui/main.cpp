// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <optional>

#include <QApplication>
#include <QHashSeed>
#include <QLocale>
#include <QSessionManager>

#include "app/gui/CommandLine.h"
#include "app/gui/Handout.h"
#include "app/gui/Interrupt.h"
#include "app/gui/MainWindow.h"
#include "app/gui/ScaleDesk.h"
#include "app/gui/Translators.h"
#include "app/gui/Unattended.h"

using namespace headwater;
using namespace Qt::StringLiterals;

namespace {

constexpr int kStopped = 4;  // CONTRACT, exit codes

Policy policyFrom(const CommandLine& line)
{
    Policy policy;
    policy.epsilonPpm = line.epsilonPpm.value_or(policy.epsilonPpm);
    policy.statistic = line.statistic.value_or(policy.statistic);
    policy.measure = line.measure.value_or(policy.measure);
    if (line.acknowledge)
        policy.acknowledgement = line.acknowledge->toStdString();
    return policy;
}

void openWhatWasAsked(MainWindow& window, const CommandLine& line)
{
    Session& session = window.session();
    session.setPolicy(policyFrom(line));
    if (!line.unattended())  // a picture that nobody watches shows everything
        session.setCache(userCache());
    if (line.stages)
        session.setStages(*line.stages);
    if (!line.baseline.isEmpty())
        session.open(line.baseline, line.current);
    else if (!line.file.isEmpty())
        session.openInvestigation(line.file);
    else if (line.sample)
        window.openSample();
}

/// With a person the first result is shown where the command line says; what comes after is theirs.
void showOnce(MainWindow& window, const CommandLine& line)
{
    if (line.page.isEmpty() && !line.at)
        return;
    auto* once = new QObject(&window);
    QObject::connect(&window.session(), &Session::phaseChanged, once, [once, &window, line](Session::Phase phase) {
        if (phase != Session::Phase::Ready)
            return;
        once->deleteLater();
        QObject::disconnect(&window.session(), nullptr, once, nullptr);
        showWhatWasAsked(window, line);
    });
    if (line.page == u"workshop"_s)
        window.showPage(line.page);
    else if (line.page == u"scale"_s)
        window.findChild<ScaleDesk*>()->show();
}

int printAndEnd(const CommandLine& line)
{
    std::fputs(line.help ? qPrintable(commandLineHelp()) : "headwater " HEADWATER_VERSION "\n", stdout);
    return 0;
}

void introduce()
{
    QApplication::setApplicationName(u"headwater"_s);
    QApplication::setOrganizationName(u"headwater"_s);
    QApplication::setApplicationVersion(QStringLiteral(HEADWATER_VERSION));
    QApplication::setDesktopFileName(u"org.headwater.Headwater"_s);
}

int handOut(const CommandLine& line)
{
    const Status status = writeHandout(workshop::library(), line.file, line.answers, line.key, line.handout);
    if (!status)
        std::fprintf(stderr, "headwater: %s\n", describe(status.error()).c_str());
    return status ? 0 : 2;
}

QStringList argumentsOf(int argc, char** argv)
{
    QStringList arguments;
    for (int i = 1; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    return arguments;
}

void stopOnRequest(MainWindow& window, Unattended* unattended)
{
    std::fputs("headwater: stopped on request\n", stderr);
    if (unattended)
        unattended->abandon();
    window.stop();
    QApplication::exit(kStopped);
}

}  // namespace

int main(int argc, char** argv)
{
    const Result<CommandLine> parsed = parseCommandLine(argumentsOf(argc, argv));
    if (!parsed) {
        std::fprintf(stderr, "headwater: %s\n", describe(parsed.error()).c_str());
        return 2;
    }
    const CommandLine& line = *parsed;
    if (line.help || line.version)
        return printAndEnd(line);  // before a display is needed

    if (line.unattended())
        QHashSeed::setDeterministicGlobalSeed();  // the PDF writer's order hangs on it: same input, same bytes
    Interrupt interrupt;
    // Qt understands arguments of its own; ours are not for it.
    int qtArguments = 1;
    QApplication app(qtArguments, argv);
    interrupt.listen();
    introduce();

    Settings settings = loadSettings(line.settings);
    if (line.theme)
        settings.theme = *line.theme;
    const QString language = line.language.isEmpty() ? settings.language : line.language;
    speak(language.isEmpty() ? languageOfDesktop(QLocale::system().uiLanguages()) : language);

    if (!line.handout.isEmpty())
        return handOut(line);
    const QPalette system = QApplication::palette();
    QApplication::setFont(applicationFont(QApplication::font()));
    applyTheme(app, resolveTheme(settings.theme, system));
    MainWindow window(settings, line.settings, system);
    if (line.size.isValid() || line.unattended())  // a picture is of the size that is asked for, on any screen
        window.resize(line.size.isValid() ? line.size : window.usualSize());
    std::optional<Unattended> unattended;
    if (line.unattended())
        unattended.emplace(window, line);
    else
        window.offerLeftBehind();
    if (!unattended)
        showOnce(window, line);
    QObject::connect(&interrupt, &Interrupt::interrupted, &window,
                     [&window, &unattended] { stopOnRequest(window, unattended ? &*unattended : nullptr); });
    QObject::connect(
        &app, &QGuiApplication::commitDataRequest, &window, [&window] { window.stop(); }, Qt::DirectConnection);
    if (!unattended && !line.page.isEmpty())
        window.showPage(line.page);
    window.show();
    openWhatWasAsked(window, line);
    if (unattended)
        unattended->start();
    return QApplication::exec();
}
