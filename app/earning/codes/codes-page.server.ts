import { randomUUID } from "node:crypto";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Decider } from "~/lib/rights";
import type { Site } from "~/lib/site";
import { stateOf } from "./claim-code";
import { findNewestCodes } from "./codes.queries.server";

/** Maximum number of codes on the admins' page. */
const MAX_SHOWN = 50;

/** Reads the page of codes: the newest ones, and whether the viewer may open the page of the overlay. */
export async function readCodesPage(
	site: Pick<Site, "db" | "now" | "config">,
	language: Language,
	{ isAdmin }: Pick<Decider, "isAdmin">,
) {
	const { SITE_TIMEZONE: zone } = site.config;
	const at = site.now();
	const moment = (instant: string) => formatMoment(new Date(instant), language, zone);
	const codes = await findNewestCodes(site.db, MAX_SHOWN);
	return {
		idempotencyKey: randomUUID() as string,
		zone,
		hasOverlay: isAdmin,
		codes: codes.map((row) => ({
			id: row.id,
			code: row.code,
			points: row.points,
			claims: row.claims,
			/** Null for no limit. */
			maxClaims: row.max_claims,
			state: stateOf(row, at),
			from: moment(row.starts_at),
			until: moment(row.ends_at),
		})),
	};
}

export type CodeLine = Awaited<ReturnType<typeof readCodesPage>>["codes"][number];
