import { formatExactMultiplier, formatMoment, formatPoints } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import type { FactRow } from "../../fairness/fact";
import { findPlayerSoloRounds, findSoloRound } from "./solo-rounds.queries.server";

type FairnessSite = Pick<Site, "db" | "config">;

/**
 * Reads the public data of a solo round, without the player. The crash point is undefined unless the flight has ended, the draw before
 * the flight, and the server seed until its player has revealed it.
 * @returns undefined for an unknown id.
 */
export async function readSoloRound({ db, config }: FairnessSite, id: string, language: Language) {
	const row = await findSoloRound(db, id);
	if (!row) return undefined;
	const { t } = i18nIn(language);
	const format = (hundredths: number) => formatExactMultiplier(hundredths, language);
	const { status, amount, target, payout, cash_out_multiplier: multiplier, crash_point: crashPoint } = row;
	const { client_seed: clientSeed, nonce, draw_version: version, server_seed_hash: commitment } = row;
	const isDrawn = clientSeed !== null && nonce !== null && version !== null && commitment !== null;
	const draw = isDrawn
		? { clientSeed, nonce, version, commitment, serverSeed: row.server_seed ?? undefined }
		: undefined;
	const won =
		multiplier !== null && payout !== null
			? t("crashFairness.solo.won", { multiplier: format(multiplier), count: payout })
			: undefined;
	const facts: FactRow[] = [
		[
			t("fairness.playedAt"),
			formatMoment(new Date(row.started_at ?? row.opened_at), language, config.SITE_TIMEZONE),
		],
		[
			t("crashFairness.solo.bet"),
			amount === null ? t("crashFairness.solo.noBet") : formatPoints(amount, language),
		],
	];
	if (amount !== null) {
		facts.push([
			t("crashFairness.solo.target"),
			target === null ? t("crashFairness.solo.noTarget") : format(target),
		]);
		if (won || status === "closed")
			facts.push([t("crashFairness.solo.result"), won ?? t("crashFairness.solo.lost")]);
	}
	if (crashPoint !== null) facts.push([t("crashFairness.crashPoint"), format(crashPoint), "crash-point"]);
	if (draw) {
		facts.push(
			[t("crashFairness.solo.version"), String(draw.version)],
			[t("fairness.clientSeed"), draw.clientSeed],
			["Nonce", String(draw.nonce)],
			[t("fairness.commitment"), draw.commitment],
		);
		if (draw.serverSeed) facts.push([t("fairness.serverSeed"), draw.serverSeed]);
	}
	const notes: string[] = [];
	if (status === "open") notes.push(t("crashFairness.solo.secret"));
	if (status === "voided") notes.push(t("crashFairness.solo.refunded"));
	if (status !== "open" && draw && !draw.serverSeed) notes.push(t("crashFairness.solo.notRevealed"));
	return { facts, notes, draw, crashPoint: crashPoint ?? undefined };
}

const RECENT_ROUNDS = 20;

/** The player's last {@link RECENT_ROUNDS} solo rounds with a bet that was not cancelled, newest first, with the address and text of each. */
export async function readPlayerSoloRounds(
	{ db, config }: FairnessSite,
	userId: string,
	language: Language,
): Promise<[path: string, text: string][]> {
	const { t } = i18nIn(language);
	const rows = await findPlayerSoloRounds(db, userId, RECENT_ROUNDS);
	return rows.map(({ id, status, opened_at, amount, crash_point }) => {
		const end =
			crash_point !== null
				? t("crashFairness.endedAt", { multiplier: formatExactMultiplier(crash_point, language) })
				: t(status === "voided" ? "crashFairness.calledOff" : "crashFairness.notOver");
		const when = formatMoment(new Date(opened_at), language, config.SITE_TIMEZONE);
		const line = t("crashFairness.solo.line", { when, stake: formatPoints(amount, language), end });
		return [`/fairness/crash?round=${id}`, line];
	});
}
