// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/run/Cluster.h"
#include "core/triage/Notes.h"
#include "core/triage/Verdict.h"
#include "core/triage/ViewRef.h"

namespace headwater::report {

/// What to replace in a report before it leaves the house.
struct RedactionChoice {
    bool hosts = false;
    bool users = false;
    bool paths = false;  ///< files, folders, and the runs named after them

    [[nodiscard]] bool any() const { return hosts || users || paths; }
    friend bool operator==(const RedactionChoice&, const RedactionChoice&) = default;
};

/// Adds what a command line asks for by one of these names; false for another name.
inline constexpr std::array<std::string_view, 4> kRedactionNames{"hosts", "users", "paths", "all"};
[[nodiscard]] bool addRedaction(std::string_view name, RedactionChoice& choice);

/// Private names and what stands for each: the same name is the same alias wherever it stands. Without names it
/// changes nothing. A value.
class Redaction {
public:
    Redaction() = default;
    /// Finds the names in the verdict: hosts by its tables, resources, settings and trace files named after them,
    /// users by home folders and settings, paths by its inputs and by what looks like an absolute path anywhere in the
    /// verdict or the notes. Numbered in the order of the verdict. "baseline" and "current" are no names, a
    /// letter or a number alone is none.
    /// `cluster`, where there is one: its nodes are hosts too, and its switches have names.
    Redaction(const Verdict& verdict, const Notes& notes, const RedactionChoice& choice,
              const Cluster* cluster = nullptr);

    /// `text` with every known name replaced, whatever its case, where no letter or digit touches it. A name that
    /// stands escaped for markup is found too. A domain behind a host goes with it, and the first label of a known full
    /// name is the same host.
    [[nodiscard]] std::string operator()(std::string_view text) const;
    /// The same for the names in a reference, which escapes them.
    [[nodiscard]] ViewRef of(ViewRef view) const;
    /// The same inside the strings of a JSON document, keys included. The document as it is where it is no JSON.
    [[nodiscard]] std::string json(std::string_view document) const;

private:
    void add(std::string_view name, const std::string& alias);
    void addNumbered(std::string_view name, const std::string& kind, std::string_view ending = {});
    void addHost(std::string_view name);
    void addHosts(const Verdict& verdict);
    void addCluster(const Cluster& cluster);
    void addLogins(const Verdict& verdict, const std::vector<std::string>& texts);
    void addUser(std::string_view name);
    void addUsers(const Verdict& verdict, const std::vector<std::string>& texts);
    void addPaths(const Verdict& verdict, const std::vector<std::string>& texts);
    /// `known`: that it is a file; else its ending tells.
    void addPath(std::string_view path, bool known);

    std::map<std::string, std::string, std::less<>> m_aliases;  ///< by the name in lower case
    std::vector<std::size_t> m_lengths;                         ///< of the names, longest first
    std::map<std::string, int, std::less<>> m_counts;           ///< aliases given out, by kind
};

}  // namespace headwater::report
