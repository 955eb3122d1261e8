// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/CommandLine.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "app/gui/PageTable.h"
#include "core/base/Language.h"
#include "core/triage/Names.h"

namespace headwater {

using namespace Qt::StringLiterals;

namespace {

tl::unexpected<Error> badUsage(const QString& what, const QString& advice = u"see headwater --help"_s)
{
    return fail(ErrorCode::BadUsage, what.toStdString(), {}, {}, advice.toStdString());
}

/// Understands one value; false where it makes no sense.
using Setter = std::function<bool(CommandLine&, const QString&)>;

template <class T>
Setter text(T CommandLine::*member)
{
    return [member](CommandLine& line, const QString& value) {
        line.*member = value;
        return !value.isEmpty();
    };
}

bool setEpsilon(CommandLine& line, const QString& value)
{
    bool ok = false;
    const double ratio = value.toDouble(&ok);
    if (!ok || !std::isfinite(ratio) || ratio < 0 || ratio > 10)
        return false;
    line.epsilonPpm = std::llround(ratio * 1e6);
    return true;
}

bool setSize(CommandLine& line, const QString& value)
{
    bool wide = false;
    bool high = false;
    line.size = QSize(value.section(u'x', 0, 0).toInt(&wide), value.section(u'x', 1).toInt(&high));
    return wide && high && line.size.width() >= 320 && line.size.height() >= 240 && line.size.width() <= 16'384 &&
           line.size.height() <= 16'384;
}

bool setRedaction(CommandLine& line, const QString& value)
{
    const QStringList names = value.split(u',');
    return std::ranges::all_of(
        names, [&](const QString& name) { return report::addRedaction(name.toStdString(), line.report.redaction); });
}

bool setSections(CommandLine& line, const QString& value)
{
    for (const QString& id : value.split(u','))
        line.report.sections.push_back(id.toStdString());
    return std::ranges::all_of(line.report.sections, [](const std::string& id) {
        return std::ranges::find(report::sectionIds(), id) != report::sectionIds().end();
    });
}

const std::map<QString, Setter>& valueOptions()
{
    static const std::map<QString, Setter> options = {
        {u"--page"_s,
         [](CommandLine& line, const QString& value) {
             line.page = value;
             return pageNames().contains(value);
         }},
        {u"--at"_s,
         [](CommandLine& line, const QString& value) {
             const Result<ViewRef> view = viewRefFromText(value.toStdString());
             if (view)
                 line.at = *view;
             return view.has_value();
         }},
        {u"--language"_s,
         [](CommandLine& line, const QString& value) {
             line.language = value;
             return languageFromName(value.toStdString()).has_value();
         }},
        {u"--theme"_s,
         [](CommandLine& line, const QString& value) {
             line.theme = themeFromName(value);
             return line.theme.has_value();
         }},
        {u"--screenshot"_s, text(&CommandLine::screenshot)},
        {u"--size"_s, setSize},
        {u"--export-html"_s, text(&CommandLine::exportHtml)},
        {u"--export-pdf"_s, text(&CommandLine::exportPdf)},
        {u"--redact"_s, setRedaction},
        {u"--sections"_s, setSections},
        {u"--date"_s,
         [](CommandLine& line, const QString& value) {
             line.report.date = value.toStdString();
             return !value.isEmpty();
         }},
        {u"--handout"_s, text(&CommandLine::handout)},
        {u"--key"_s, text(&CommandLine::key)},
        {u"--settings"_s, text(&CommandLine::settings)},
        {u"--stages"_s, text(&CommandLine::stages)},
        {u"--acknowledge"_s, text(&CommandLine::acknowledge)},
        {u"--epsilon"_s, setEpsilon},
        {u"--statistic"_s,
         [](CommandLine& line, const QString& value) {
             line.statistic = statisticFromName(value.toStdString());
             return line.statistic.has_value();
         }},
        {u"--measure"_s,
         [](CommandLine& line, const QString& value) {
             line.measure = measureFromName(value.toStdString());
             return line.measure.has_value();
         }},
    };
    return options;
}

bool setFlag(CommandLine& line, const QString& name)
{
    if (name == u"--version")
        line.version = true;
    else if (name == u"--help" || name == u"-h")
        line.help = true;
    else if (name == u"--sample")
        line.sample = true;
    else if (name == u"--answers")
        line.answers = true;
    else
        return false;
    return true;
}

/// Takes one option with a value; `next` is the argument after it, or null. Whether it took that one too.
Result<bool> takeOption(CommandLine& line, const QString& argument, const QString* next)
{
    const QString name = argument.section(u'=', 0, 0);
    const auto option = valueOptions().find(name);
    if (option == valueOptions().end())
        return badUsage(u"unknown option "_s + argument);
    const bool separate = name == argument;
    if (separate && next == nullptr)
        return badUsage(u"%1 wants a value"_s.arg(name));
    const QString value = separate ? *next : argument.section(u'=', 1);
    if (!option->second(line, value))
        return badUsage(u"%1 does not understand \u201c%2\u201d"_s.arg(name, value));
    return separate;
}

Status check(const CommandLine& line)
{
    if (line.baseline.isEmpty() != line.current.isEmpty())
        return badUsage(line.baseline.isEmpty() ? u"--current without --baseline"_s : u"--baseline without --current"_s,
                        u"name both runs"_s);
    const int sources = !line.file.isEmpty() + !line.baseline.isEmpty() + line.sample;
    if (sources > 1)
        return badUsage(u"more than one investigation"_s, u"give either a .headwater file, or two runs, or --sample"_s);
    for (const auto& [option, file] :
         {std::pair(u"--export-html"_s, line.exportHtml), std::pair(u"--export-pdf"_s, line.exportPdf)})
        if (!file.isEmpty() && sources == 0)
            return badUsage(option + u" without runs"_s, u"name the runs with --baseline and --current"_s);
    const bool chosen = line.report.redaction.any() || !line.report.sections.empty() || !line.report.date.empty();
    if (chosen && line.exportHtml.isEmpty() && line.exportPdf.isEmpty())
        return badUsage(u"--redact, --sections and --date without --export-html or --export-pdf"_s,
                        u"in the window the Report page has them"_s);
    if (!line.handout.isEmpty() && line.file.isEmpty())
        return badUsage(u"--handout without a case"_s, u"name a case of `headwater-cli workshop list`, or a file"_s);
    if (line.answers && line.handout.isEmpty())
        return badUsage(u"--answers without --handout"_s);
    if (!line.key.isEmpty() && !line.answers)
        return badUsage(u"--key without --answers"_s);
    return {};
}

/// A path belongs to the option before it; one alone is the investigation to open. False for a second of those.
bool takePath(CommandLine& line, QStringList* paths, const QString& path)
{
    if (!paths && !line.file.isEmpty())
        return false;
    if (paths)
        *paths << path;
    else
        line.file = path;
    return true;
}

}  // namespace

bool CommandLine::needsTraces() const
{
    const auto ofTraces = [](const QString& name) {
        return name == u"timeline"_s || name == u"bubbles"_s || name == u"whatif"_s;  // pages with a TracesBar
    };
    return unattended() && (ofTraces(page) || (at && ofTraces(QString::fromStdString(at->page))));
}

QStringList pageNames()
{
    QStringList names;
    for (const PageRow& row : pageTable())
        names << row.name;
    names << u"workshop"_s;
    return names;
}

Result<CommandLine> parseCommandLine(const QStringList& arguments)
{
    CommandLine line;
    QStringList* paths = nullptr;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        const QString& argument = arguments[i];
        if (!argument.startsWith(u"-") || argument == u"-") {
            if (!takePath(line, paths, argument))
                return badUsage(u"unexpected argument "_s + argument);
            continue;
        }
        paths = argument == u"--baseline" ? &line.baseline : argument == u"--current" ? &line.current : nullptr;
        if (paths || setFlag(line, argument))
            continue;
        const auto tookNext = takeOption(line, argument, i + 1 < arguments.size() ? &arguments[i + 1] : nullptr);
        if (!tookNext)
            return tl::unexpected(tookNext.error());
        i += *tookNext ? 1 : 0;
    }
    if (const Status status = check(line); !status)
        return tl::unexpected(status.error());
    return line;
}

QString commandLineHelp()
{
    return u"Usage: headwater [FILE.headwater] [--baseline PATH... --current PATH...] [options]\n"
           "Finds where a slowdown of distributed training starts. A PATH is a file or a folder; a folder is one run.\n"
           "\n"
           "  --baseline PATH...     the run that was fine\n"
           "  --current PATH...      the run that is slow\n"
           "  --sample               open the sample investigation\n"
           "  --stages SPEC          auto, annotations, canonical, or a JSON rule file\n"
           "  --epsilon E            threshold as a ratio, 0.05 is 5 %\n"
           "  --statistic NAME       p50, mean, p95 or p99\n"
           "  --measure NAME         span, host, busy or compute\n"
           "  --acknowledge REASON   judge runs that are different jobs all the same\n"
           "  --page NAME            the page shown first: %1\n"
           "  --at REFERENCE         what to select: a headwater: reference from a report\n"
           "  --theme NAME           light, dark or system\n"
           "  --language CODE        en or zh_CN\n"
           "  --settings FILE        keep settings in this file\n"
           "  --screenshot FILE.png  load, show, save the window, exit\n"
           "  --size WxH             size of the window, for example 1600x1000\n"
           "  --export-html FILE     load, write the report, exit\n"
           "  --export-pdf FILE      likewise, as pages of A4\n"
           "  --redact WHAT          in these: hosts, users, paths or all, replaced by aliases; several with commas\n"
           "  --sections LIST        in these: only those sections, with commas (as `headwater-cli report --help` "
           "says)\n"
           "  --date TEXT            in these: a date for the foot\n"
           "  --handout FILE.pdf     write the sheet of a workshop's case, to print and fill in, and exit:\n"
           "                         headwater new-image --handout sheet.pdf (or the path of a case file)\n"
           "  --answers              with --handout: the sheet with what is right, of a case that was revealed\n"
           "  --key KEY              with --answers: the instructor's key, for one that was not\n"
           "  --version, --help\n"
           "\n"
           "Exit codes without a person: 0 equivalent or improved, 1 regressed, 2 bad usage or unreadable input,\n"
           "3 not comparable or too little data, 4 stopped.\n"_s.arg(pageNames().join(u", "_s));
}

}  // namespace headwater
