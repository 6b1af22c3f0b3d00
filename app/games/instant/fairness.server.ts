import { formatMoment, formatPoints } from "~/i18n/format";
import { i18nIn } from "~/i18n/i18next.server";
import type { Language } from "~/i18n/languages";
import type { Site } from "~/lib/site";
import type { InstantGame } from "./instant-game.server";
import { readRound } from "./play.server";
import { findLastRounds, findRoundWithSeed } from "./rounds.queries.server";
import type { Bet } from "./rules";

type FairnessSite = Pick<Site, "db" | "config">;

/** Reads the public data of a round, its draw without the player; undefined for an unknown id. */
export async function readRoundForCheck<Input extends Bet>(
	{ db, config }: FairnessSite,
	game: InstantGame<Input>,
	id: string,
	language: Language,
) {
	const row = await findRoundWithSeed(db, game.card.id, id);
	if (!row) return undefined;
	const { t } = i18nIn(language);
	const { rules, texts } = game;
	const round = readRound<Input>(row);
	/** Undefined until its player has revealed it. */
	const serverSeed = row.revealed_at ? row.server_seed : undefined;
	const facts: [label: string, value: string][] = [
		[t("fairness.game"), game.winName],
		[t("fairness.playedAt"), formatMoment(new Date(row.created_at), language, config.SITE_TIMEZONE)],
		[t("history.staked"), formatPoints(row.stake, language)],
		[t("history.result"), texts.result(t, round, language)],
		[texts.value(t), round.outcome.map((value) => rules.label(value, language)).join(", ")],
		[t("history.received"), formatPoints(row.payout, language)],
		[t("fairness.clientSeed"), row.client_seed],
		["Nonce", String(row.nonce)],
		[t("fairness.commitment"), row.server_seed_hash],
	];
	if (serverSeed) facts.push([t("fairness.serverSeed"), serverSeed]);
	return {
		facts,
		clientSeed: row.client_seed,
		nonce: row.nonce,
		outcome: round.outcome,
		commitment: row.server_seed_hash,
		serverSeed,
	};
}

const RECENT_ROUNDS = 20;

/** The player's last {@link RECENT_ROUNDS} rounds of a game, newest first, with the address and text of each. */
export async function readRecentRounds<Input extends Bet>(
	{ db, config }: FairnessSite,
	game: InstantGame<Input>,
	userId: string,
	language: Language,
): Promise<[path: string, text: string][]> {
	const { t } = i18nIn(language);
	const rows = await findLastRounds(db, game.card.id, userId, RECENT_ROUNDS);
	return rows.map((row) => [
		`${game.verifier.path}?round=${row.id}`,
		t("fairness.roundLine", {
			when: formatMoment(new Date(row.created_at), language, config.SITE_TIMEZONE),
			count: row.stake,
			result: game.texts.result(t, readRound<Input>(row), language),
		}),
	]);
}

export type Table = ReturnType<typeof tableOf>;

/** The table of chances of a game. */
export const tableOf = ({ rules, texts }: InstantGame, language: Language) => ({
	/** The heading of the first column; undefined if the rows have no names. */
	names: rules.chances[0]?.name === undefined ? undefined : texts.value(i18nIn(language).t),
	rows: rules.chances.map(({ ways, ...row }) => ({ ...row, chance: ways / rules.ways })),
});
