import type { Migration } from "kysely";
import * as initial from "./0001-initial";
import * as tournaments from "./0002-tournaments";
import * as raffles from "./0003-raffles";
import * as predictions from "./0004-predictions";
import * as liveCrash from "./0005-live-crash";
import * as team from "./0006-team";
import * as announcements from "./0007-announcements";
import * as overlay from "./0008-overlay";
import * as api from "./0009-api";
import * as requests from "./0010-requests";
import * as streams from "./0012-streams";

/** In order of name. A released migration is never edited. */
export const migrations: Record<string, Migration> = {
	"0001-initial": initial,
	"0002-tournaments": tournaments,
	"0003-raffles": raffles,
	"0004-predictions": predictions,
	"0005-live-crash": liveCrash,
	"0006-team": team,
	"0007-announcements": announcements,
	"0008-overlay": overlay,
	"0009-api": api,
	"0010-requests": requests,
	"0012-streams": streams,
};
