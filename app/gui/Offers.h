// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace headwater {

class NoticeBar;
class Recovery;
class Session;
class WorkshopDesk;
struct FoundInvestigation;

/// Where a window ended without closing: to go on with what it had, in its file and on its page.
/// Dismissed, it is gone.
void offerRecovery(NoticeBar& bar, Recovery& recovery, Session& session);

/// Where a window ended in a case of the workshop: to go on with it. Dismissed, the case still offers it itself.
void offerCase(NoticeBar& bar, WorkshopDesk& desk);

/// Where inputs of an investigation were moved and found again: to open it with them. All three outlive the offer.
void offerMoved(NoticeBar& bar, Session& session, const FoundInvestigation& found);

}  // namespace headwater
