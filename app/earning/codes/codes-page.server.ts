import { randomUUID } from "node:crypto";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import { type CodeState, stateOf } from "./claim-code";
import { findNewestCodes } from "./codes.queries.server";

/** Maximum number of codes on the admins' page. */
const MAX_SHOWN = 50;

/** A code as admins see it. */
export interface CodeLine {
	id: string;
	code: string;
	points: number;
	claims: number;
	/** Null for no limit. */
	maxClaims: number | null;
	state: CodeState;
	from: string;
	until: string;
}

/** Reads the page of codes: the newest ones, and the address of the overlay. */
export async function readCodesPage(
	{ db, now, config, overlayToken }: Pick<Site, "db" | "now" | "config" | "overlayToken">,
	language: Language,
) {
	const at = now();
	const codes = await findNewestCodes(db, MAX_SHOWN);
	const moment = (instant: string) => formatMoment(new Date(instant), language, config.SITE_TIMEZONE);
	return {
		idempotencyKey: randomUUID() as string,
		zone: config.SITE_TIMEZONE,
		overlay: `${config.APP_ORIGIN}/codes/overlay/${overlayToken()}?language=${language}`,
		codes: codes.map(
			(row): CodeLine => ({
				id: row.id,
				code: row.code,
				points: row.points,
				claims: row.claims,
				maxClaims: row.max_claims,
				state: stateOf(row, at),
				from: moment(row.starts_at),
				until: moment(row.ends_at),
			}),
		),
	};
}
