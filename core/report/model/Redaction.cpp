// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/report/model/Redaction.h"

#include <algorithm>
#include <array>
#include <functional>
#include <set>

#include <fmt/format.h>

#include "core/analysis/OwnTimes.h"
#include "core/base/Lowered.h"
#include "core/report/Escape.h"
#include "core/report/Json.h"
#include "core/report/Report.h"
#include "core/report/model/FileHosts.h"
#include "core/report/model/NameBytes.h"
#include "core/report/model/PlainNames.h"
#include "core/report/model/PrivateNames.h"
#include "core/triage/FindingIds.h"

namespace headwater::report {

namespace {

/// Folders that are called like this tell nothing, and the words are in every report.
constexpr std::array<std::string_view, 17> kPlainWords{"after", "bad",  "baseline", "before", "control", "current",
                                                       "data",  "fast", "good",     "log",    "logs",    "run",
                                                       "runs",  "slow", "test",     "trace",  "traces"};

template <class Visit>
void visitStrings(const Json& value, const Visit& visit)
{
    if (value.is_string())
        visit(value.get_ref<const std::string&>());
    if (value.is_structured())
        for (const auto& item : value)
            visitStrings(item, visit);
}

/// Everything the verdict and the notes say.
std::vector<std::string> textsOf(const Verdict& verdict, const Notes& notes)
{
    std::vector<std::string> texts;
    const Json document = Json::parse(verdictJson(verdict), nullptr, false);
    visitStrings(document, [&texts](const std::string& text) { texts.push_back(text); });
    for (const FindingDecision& decision : notes.decisions)
        texts.insert(texts.end(), {decision.reason, decision.annotation});
    for (const Note& note : notes.notes)
        texts.push_back(note.text);
    for (const Bookmark& bookmark : notes.bookmarks)
        texts.push_back(bookmark.name);
    for (const ContinuedLayer& layer : notes.continued)
        texts.push_back(layer.reason);
    return texts;
}

/// As URLs and shells write a name.
std::string spacesAs(std::string_view what, std::string_view name)
{
    std::string out;
    for (const char c : name)
        out += c == ' ' ? what : std::string_view(&c, 1);
    return out;
}

std::string_view lastPart(std::string_view path)
{
    const std::size_t slash = path.find_last_of("/\\");
    return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

/// ".pt.trace.json.gz": what tells the kind of a file, all endings without digits.
std::string_view endingOf(std::string_view file)
{
    // No others: "node7.prod.acme.io.kernel.log" would keep where it is from.
    static constexpr std::array<std::string_view, 32> kKinds{
        "bz2", "conf", "csv",     "db",      "dmon",     "gz",  "headwater", "html", "json", "jsonl",  "kernel",
        "log", "md",   "metrics", "npz",     "nsys-rep", "out", "parquet",   "pb",   "pdf",  "pickle", "prom",
        "pt",  "run",  "sqlite",  "summary", "trace",    "txt", "xml",       "xz",   "yaml", "zst"};
    std::size_t start = file.size();
    for (std::size_t dot = file.rfind('.'); dot != std::string_view::npos && dot > 0; dot = file.rfind('.', dot - 1)) {
        const std::string_view part = file.substr(dot + 1, start - dot - 1);
        if (std::ranges::find(kKinds, lowered(part)) == kKinds.end())
            break;
        start = dot;
    }
    return file.substr(start);
}

/// Length of ".cluster.example.com" at the start of `rest`; 0 for the ending of a file and for the end of a sentence.
std::size_t domainLength(std::string_view rest)
{
    static constexpr std::array<std::string_view, 12> kFiles{"csv", "db",  "gz",     "html", "json", "jsonl",
                                                             "log", "pdf", "sqlite", "txt",  "xml",  "yaml"};
    static constexpr std::array<std::string_view, 6> kAlone{"corp", "home", "internal", "lan", "local", "localdomain"};
    std::size_t end = 0;
    std::size_t labels = 0;
    std::string_view last;
    while (end + 1 < rest.size() && rest[end] == '.' && isWordByte(rest[end + 1])) {
        std::size_t next = end + 1;
        while (next < rest.size() && isNameByte(rest[next]))
            ++next;
        last = rest.substr(end + 1, next - end - 1);
        end = next;
        ++labels;
    }
    const std::string tail = lowered(last);
    if (labels == 0 || std::ranges::find(kFiles, tail) != kFiles.end())
        return 0;
    return labels > 1 || std::ranges::find(kAlone, tail) != kAlone.end() ? end : 0;
}

/// "node1" of "rank 3 (node1 gpu 3)".
std::string_view hostOfDevice(std::string_view device)
{
    const std::size_t open = device.find('(');
    if (open == std::string_view::npos)
        return {};
    const std::size_t end = device.find_first_of(" ,)", open);
    return end == std::string_view::npos ? std::string_view() : device.substr(open + 1, end - open - 1);
}

}  // namespace

bool addRedaction(std::string_view name, RedactionChoice& choice)
{
    choice.hosts |= name == "hosts" || name == "all";
    choice.users |= name == "users" || name == "all";
    choice.paths |= name == "paths" || name == "all";
    return std::ranges::find(kRedactionNames, name) != kRedactionNames.end();
}

Redaction::Redaction(const Verdict& verdict, const Notes& notes, const RedactionChoice& choice, const Cluster* cluster)
{
    if (!choice.any())
        return;
    const std::vector<std::string> texts = textsOf(verdict, notes);
    if (choice.hosts) {
        addHosts(verdict);
        for (const std::string& text : texts)
            for (const std::string& host : hostsIn(text))
                addHost(host);
        if (cluster != nullptr)
            addCluster(*cluster);
    }
    if (choice.users)
        addUsers(verdict, texts);
    if (choice.paths)
        addPaths(verdict, texts);
    for (const auto& [name, alias] : m_aliases)
        m_lengths.push_back(name.size());
    std::ranges::sort(m_lengths, std::greater());
    m_lengths.erase(std::unique(m_lengths.begin(), m_lengths.end()), m_lengths.end());
}

void Redaction::add(std::string_view name, const std::string& alias)
{
    for (const std::string& form :
         {std::string(name), escapeTerminal(name), escapeMarkup(name), spacesAs("%20", name), spacesAs("\\ ", name)})
        m_aliases.try_emplace(lowered(form), alias);
}

void Redaction::addNumbered(std::string_view name, const std::string& kind, std::string_view ending)
{
    // A letter alone is in every sentence, a number in every table.
    const bool plain = name.size() < 2 || name.find_first_not_of("0123456789 ") == std::string_view::npos;
    const bool word = kind != "run" && kind != "folder" && kind != "file" && isPlainName(name);
    if (plain || word || name == "baseline" || name == "current" || m_aliases.contains(lowered(name)))
        return;
    add(name, fmt::format("{}-{}{}", kind, ++m_counts[kind], ending));
}

/// A full name and its first label are one host, unless another full name begins alike.
void Redaction::addHost(std::string_view name)
{
    const std::string label = lowered(name.substr(0, name.find('.')));
    const bool full = label.size() < name.size() && label.find_first_not_of("0123456789") != std::string::npos &&
                      label.find(':') == std::string::npos;  // ::ffff:10.1.2.3
    const auto alike = m_aliases.lower_bound(label + ".");
    const bool taken = alike != m_aliases.end() && alike->first.starts_with(label + ".");
    if (full && !taken && !isPlainName(label))
        addNumbered(label, "host");
    const auto known = m_aliases.find(label);
    if (full && !taken && known != m_aliases.end())
        add(name, known->second);
    addNumbered(name, "host");
}

void Redaction::addHosts(const Verdict& verdict)
{
    const auto host = [this](std::string_view name) { addHost(name); };
    for (const StragglerVerdict& rank : verdict.stragglers)
        host(rank.host);
    for (const OwnTimesPtr& own : verdict.ownTimes) {
        if (!own)
            continue;
        for (const RankSeries& rank : own->series.ranks)
            host(rank.host);
        for (const RankSeries& rank : own->series.ranks)
            addNumbered(rank.rack, "rack");
    }
    for (const Layer& layer : verdict.layers)
        for (const Finding& finding : layer.findings)
            if (findingKind(finding.id) == "stragglers.slow-leaf" || findingKind(finding.id) == "stragglers.slow-spine")
                for (const Evidence& row : finding.evidence)
                    addNumbered(row.source.english(), "switch");
    for (const ManifestChange& change : verdict.comparability.changed)
        if (isHostKey(change.key))
            for (const std::string& value : {change.baseline, change.current})
                std::ranges::for_each(hostsOf(value), host);
    if (verdict.resources) {
        for (const ResourceEvent& event : verdict.resources->events)
            host(event.host);
        for (const ResourceCheck& check : verdict.resources->checks)
            for (const ResourceHit& hit : check.hits)
                host(hostOfDevice(hit.device.english()));
    }
    for (const auto* files : {&verdict.baselineInputs, &verdict.currentInputs})
        for (const SourceFile& file : *files)
            host(hostInFileName(file.path));
}

void Redaction::addCluster(const Cluster& cluster)
{
    for (const ClusterNode& node : cluster.nodes)
        addHost(node.name);
    for (const ClusterNode& node : cluster.nodes)
        for (const std::string& name : {node.leaf, node.spine})
            if (!name.empty())
                addNumbered(name, "switch");
}

/// "alice" of "alice@node7", where node7 is a host of the runs.
void Redaction::addLogins(const Verdict& verdict, const std::vector<std::string>& texts)
{
    Redaction hosts;
    hosts.addHosts(verdict);
    for (const std::string& text : texts)
        for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@', at + 1)) {
            std::size_t from = at;
            while (from > 0 && (isNameByte(text[from - 1]) || text[from - 1] == '.'))
                --from;
            std::size_t end = at + 1;
            while (end < text.size() && isNameByte(text[end]))
                ++end;
            if (from < at && hosts.m_aliases.contains(lowered(std::string_view(text).substr(at + 1, end - at - 1))))
                addNumbered(std::string_view(text).substr(from, at - from), "user");
        }
}

/// "CORP\alice" and "alice" are one.
void Redaction::addUser(std::string_view name)
{
    addNumbered(name, "user");
    const auto known = m_aliases.find(lowered(name));
    if (const std::string_view login = lastPart(name);
        known != m_aliases.end() && login.size() > 1 && !isPlainName(login))
        add(login, known->second);
}

void Redaction::addUsers(const Verdict& verdict, const std::vector<std::string>& texts)
{
    addLogins(verdict, texts);
    for (const ManifestChange& change : verdict.comparability.changed)
        if (isUserKey(change.key))
            for (const std::string& value : {change.baseline, change.current})
                addUser(value);
    for (const std::string& text : texts)
        for (const std::string& user : usersIn(text))
            addUser(user);
}

void Redaction::addPath(std::string_view path, bool known)
{
    const std::string_view file = lastPart(path);
    const std::string_view ending = endingOf(file);
    const bool isFile = known || !ending.empty();
    addNumbered(path, isFile ? "file" : "folder", ending);
    const auto alias = m_aliases.find(lowered(path));
    if (isFile && alias != m_aliases.end())
        add(file, alias->second);
    if (file.size() == path.size())
        return;
    // With its slash: a folder named "data" must not change the words "no data".
    addNumbered(path.substr(0, path.size() - file.size()), "folder", path.substr(path.size() - file.size() - 1, 1));
}

void Redaction::addPaths(const Verdict& verdict, const std::vector<std::string>& texts)
{
    std::vector<std::string> runs{verdict.baselineName, verdict.currentName};
    for (const auto& side : verdict.runs)
        for (const JudgedRun& run : side)
            runs.push_back(run.name);
    for (const std::string& run : runs)
        if (std::ranges::find(kPlainWords, lowered(run)) == kPlainWords.end())
            addNumbered(run, "run");
    for (const auto* files : {&verdict.baselineInputs, &verdict.currentInputs}) {
        std::set<std::string> names;
        for (const SourceFile& file : *files) {
            // What both runs call alike stays alike: a sentence may name the file of either without its folder.
            const std::string name = lowered(lastPart(file.path));
            const auto other = m_aliases.find(name);
            if (names.insert(name).second && other != m_aliases.end() && other->second.starts_with("file-"))
                add(file.path, std::string(other->second));
            addPath(file.path, true);
        }
    }
    for (const std::string& text : texts)
        for (const std::string& path : pathsIn(text))
            addPath(path, false);
}

std::string Redaction::operator()(std::string_view text) const
{
    if (m_aliases.empty())
        return std::string(text);
    const std::string small = lowered(text);
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const bool inWord = at > 0 && isWordByte(small[at]) && isWordByte(small[at - 1]);
        const std::string* alias = nullptr;
        std::size_t length = 0;
        for (auto it = m_lengths.begin(); !inWord && it != m_lengths.end() && !alias; ++it) {
            length = *it;
            if (at + length > text.size())
                continue;
            const bool cutsWord =
                at + length < text.size() && isWordByte(small[at + length - 1]) && isWordByte(small[at + length]);
            const auto found = m_aliases.find(std::string_view(small).substr(at, length));
            if (!cutsWord && found != m_aliases.end())
                alias = &found->second;
        }
        if (alias && alias->starts_with("host-"))
            length += domainLength(text.substr(at + length));
        out += alias ? std::string_view(*alias) : text.substr(at, 1);
        at += alias ? length : 1;
    }
    return out;
}

namespace {

Json redacted(const Json& value, const Redaction& redaction)
{
    if (value.is_string()) {
        const auto& text = value.get_ref<const std::string&>();
        // In a reference a name may stand percent-encoded.
        if (const auto view = viewRefFromText(text))
            return toText(redaction.of(*view));
        return redaction(text);
    }
    if (value.is_array()) {
        Json list = Json::array();
        for (const Json& item : value)
            list.push_back(redacted(item, redaction));
        return list;
    }
    if (!value.is_object())
        return value;
    Json object = Json::object();
    for (const auto& [key, item] : value.items())
        object[redaction(key)] = redacted(item, redaction);
    return object;
}

}  // namespace

ViewRef Redaction::of(ViewRef view) const
{
    view.page = (*this)(view.page);
    view.stage = (*this)(view.stage);
    view.finding = (*this)(view.finding);
    for (std::string& run : view.runs)
        run = (*this)(run);
    return view;
}

std::string Redaction::json(std::string_view document) const
{
    if (m_aliases.empty())
        return std::string(document);
    const Json parsed = Json::parse(document, nullptr, false);
    return parsed.is_discarded() ? std::string(document) : jsonText(redacted(parsed, *this));
}

}  // namespace headwater::report
