// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/Job.h"
#include "core/simulate/Scenarios.h"
#include "core/workshop/Exercise.h"
#include "core/workshop/JsonPart.h"
#include "core/workshop/Question.h"

namespace headwater::workshop {

/// What stands between somebody and the answers of a case or of the exercise (Telling.h).
struct AnswerSeal {
    std::string name;   ///< as it is asked for
    std::string mark;   ///< tells it from others of the same name: the content is in it
    std::string key;    ///< what its instructor has; empty: nobody
    bool open = false;  ///< of a file that is not sealed: whoever has it can read the answers
};

/// A case as its author writes it (resources/workshop/README.md): a story, what is wrong, how large the job is.
struct CaseSpec {
    std::string id;
    int level = 1;  ///< 1 to 3
    LocalText title, alert;
    std::vector<LocalText> hints;  ///< from vague to plain
    LocalText explanation;
    std::vector<std::string> faults;   ///< scenarios of the simulator
    std::vector<ModelChange> changes;  ///< numbers of the current run beside
    SimulationOptions sizes;
    std::vector<Question> ask;  ///< replace the library's of the same node
    AnswerSeal seal;
    OpenQuestion why, next;  ///< a rubric of its own; without points that of every case (Library.h: whyOf, nextOf)

    /// What the author says is true; empty parts are as the simulator says.
    struct Said {
        std::optional<std::string> stage, scope, kind, layer, outcomeNode, spent;
        std::optional<std::vector<int>> ranks;
        std::optional<std::vector<std::string>> symptoms;  ///< see Case::symptoms
    } answer;
};

/// A case that can be generated, asked and graded.
struct Case {
    CaseSpec spec;
    Experiment experiment;
    std::string spent;                ///< see spentOn
    std::vector<Question> questions;  ///< one for each node asked, in order
    /// "resources", "stragglers": layers whose pages warn of something that is a consequence, or a lead, and not the
    /// answer. They become facts "symptom:NODE".
    std::vector<std::string> symptoms;

    [[nodiscard]] const Truth& truth() const { return experiment.truth; }
};

/// Reads a case; what is wrong or odd about it is added to `remarks`, and the result is only of use without errors.
[[nodiscard]] CaseSpec readCase(const nlohmann::json& document, Remarks& remarks);

/// The case of a file, sealed or not. NotFound, Unreadable, TooLarge; Malformed with the first error.
[[nodiscard]] Result<CaseSpec> readCaseFile(const std::filesystem::path& path);

/// The document of a file, or what is sealed in it, which `sealed` tells. NotFound, Unreadable, TooLarge, Malformed.
[[nodiscard]] Result<nlohmann::json> openCaseDocument(const std::filesystem::path& path, bool* sealed = nullptr);

/// The text of a case file that shows id, level, title and alert alone, all else sealed. Fails as readCaseFile().
[[nodiscard]] Result<std::string> sealedCaseFile(const std::filesystem::path& path);

/// Injects the faults and puts the questions together; `library` are those for every case. BadUsage for sizes that the
/// simulator does not accept.
[[nodiscard]] Result<Case> openCase(const CaseSpec& spec, const std::vector<Question>& library);

/// What is true of a case: the facts of its truth (Question.h), "symptom:NODE" for each of its symptoms, "few-ranks"
/// where the 3-sigma rule cannot flag any of them, "resources:lead" where the resources page tells of a counter that
/// differs though the layer passes, "middle-regressed" where a few ranks are slow and the middle one shows it too.
[[nodiscard]] std::set<std::string> factsOf(const Case& opened);

/// Writes `out`/baseline and `out`/current, and `out`/truth.json with its content sealed. Same case, same bytes. Fails
/// as simulate().
[[nodiscard]] Status generate(const Case& opened, const std::filesystem::path& out, const Job& job);

/// Stages of a simulated step in order.
[[nodiscard]] const std::vector<std::string>& stageNames();

}  // namespace headwater::workshop
