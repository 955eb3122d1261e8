// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/whatif/WhatIf.h"
#include "widgets/models/RowsModel.h"

namespace headwater {

/// What replay says of a pair, with what its single ranks would save.
struct WhatIfAnswer {
    whatif::WhatIf whatIf;
    std::vector<double> savedAsBaseline;  ///< ns of a step by worker, see whatif::savedByWorker; empty: not known
    std::vector<double> savedAsAverage;
};

/// What the replay rests on and how well it reproduces the run: "Replay of 8 steps by …".
[[nodiscard]] QString replayText(const whatif::WhatIf& answer);
/// Why something is not answered; empty where all is.
[[nodiscard]] QString refusalText(const whatif::WhatIf& answer);

/// Slowdown S, waste, M_W and M_S (METHODS 4), one a row.
[[nodiscard]] RowsData slowdownRows(const whatif::WhatIf& answer);
/// Removal, addition, Shapley value and savings of each stage.
[[nodiscard]] RowsData stageRows(const whatif::WhatIf& answer);
/// Slowdown and savings of each rank, the one that costs most first.
[[nodiscard]] RowsData workerRows(const WhatIfAnswer& answer);
/// Slowdown by kind of work.
[[nodiscard]] RowsData typeRows(const whatif::WhatIf& answer);

}  // namespace headwater
