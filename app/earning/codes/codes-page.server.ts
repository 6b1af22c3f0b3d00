import { randomUUID } from "node:crypto";
import type { Db } from "db/database";
import { formatMoment } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { Config } from "~/lib/config.server";
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

interface Tools {
	db: Db;
	now: () => Date;
	config: Pick<Config, "APP_ORIGIN" | "SITE_TIMEZONE">;
	overlayToken(): string;
}

/** Reads the page of codes: the newest ones, and the address of the overlay. */
export async function readCodesPage(tools: Tools, language: Language) {
	const { db, config } = tools;
	const at = tools.now();
	const codes = await findNewestCodes(db, MAX_SHOWN);
	const moment = (instant: string) => formatMoment(new Date(instant), language, config.SITE_TIMEZONE);
	return {
		idempotencyKey: randomUUID() as string,
		zone: config.SITE_TIMEZONE,
		overlay: `${config.APP_ORIGIN}/codes/overlay/${tools.overlayToken()}?language=${language}`,
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
