import type { Migration } from "kysely";
import * as foundation from "./0001-foundation";
import * as crash from "./0002-crash";
import * as store from "./0003-store";
import * as channel from "./0004-channel";
import * as notifications from "./0005-notifications";
import * as avatars from "./0006-avatars";
import * as catalogue from "./0007-catalogue";
import * as sharing from "./0009-sharing";
import * as promotionDrafts from "./0010-promotion-drafts";
import * as admins from "./0011-admins";
import * as earning from "./0012-earning";
import * as platforms from "./0013-platforms";
import * as huntSteps from "./0014-hunt-steps";
import * as nodes from "./0015-nodes";
import * as paidOnce from "./0016-paid-once";
import * as dailyBonusNumber from "./0017-daily-bonus-number";
import * as huntPayoutShown from "./0018-hunt-payout-shown";
import * as namesAndHours from "./0020-names-and-hours";
import * as pointImports from "./0021-point-imports";
import * as jobs from "./0022-jobs";
import * as instantRounds from "./0023-instant-rounds";
import * as signOfLife from "./0024-sign-of-life";
import * as postDates from "./0025-post-dates";

/** In order of name. A released migration is never edited. */
export const migrations: Record<string, Migration> = {
	"0001-foundation": foundation,
	"0002-crash": crash,
	"0003-store": store,
	"0004-channel": channel,
	"0005-notifications": notifications,
	"0006-avatars": avatars,
	"0007-catalogue": catalogue,
	"0009-sharing": sharing,
	"0010-promotion-drafts": promotionDrafts,
	"0011-admins": admins,
	"0012-earning": earning,
	"0013-platforms": platforms,
	"0014-hunt-steps": huntSteps,
	"0015-nodes": nodes,
	"0016-paid-once": paidOnce,
	"0017-daily-bonus-number": dailyBonusNumber,
	"0018-hunt-payout-shown": huntPayoutShown,
	"0020-names-and-hours": namesAndHours,
	"0021-point-imports": pointImports,
	"0022-jobs": jobs,
	"0023-instant-rounds": instantRounds,
	"0024-sign-of-life": signOfLife,
	"0025-post-dates": postDates,
};
