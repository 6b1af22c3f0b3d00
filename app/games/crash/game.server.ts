import { formatMultiplier } from "~/i18n/format";
import { inBatches } from "~/lib/batches.server";
import { DRAW_RANGE } from "../fairness/numbers";
import type { Game } from "../game";
import { MAX_MULTIPLIER, payoutOf } from "./engine/curve";
import { SOLO_DRAWS } from "./engine/solo-draw";
import { crashInvariants } from "./persistence/crash.audit.server";
import { endedBets, findBetsAfter } from "./persistence/crash.queries.server";

type Row = Awaited<ReturnType<typeof findBetsAfter>>[number];

/** Multipliers and crash points of the bets are hundredths. */
const readBets =
	(kind: Parameters<typeof findBetsAfter>[1]["kind"], name: string): Game["readOwnRounds"] =>
	(db, userId) => ({
		[name]: inBatches<Row>((last, limit) => findBetsAfter(db, { userId, kind }, last, limit)),
	});

const history = (kind: Parameters<typeof endedBets>[1], verifier: string): Game["history"] => ({
	endedRounds: (db) => endedBets(db, kind),
	resultText(t, { multiplier, crash_point }, language) {
		const format = (hundredths: number) => formatMultiplier(hundredths, language);
		if (multiplier !== null) return t("history.cashedOut", { multiplier: format(multiplier) });
		return crash_point === null
			? t("history.refunded")
			: t("history.crashed", { multiplier: format(crash_point) });
	},
	verifierPath: ({ round_id }) => `${verifier}?round=${encodeURIComponent(round_id)}`,
});

export const soloCrash: Game = {
	card: { id: "crash", minBet: 10, maxWin: 5000, kind: "singleplayer", path: "/mini-games/crash" },
	maxBet: "CRASH_MAX_BET",
	maxPayout: (maxBet, { SOLO_CRASH_DRAW }) =>
		payoutOf(maxBet, SOLO_DRAWS[SOLO_CRASH_DRAW].crashPoint(DRAW_RANGE - 1)),
	winName: "Navalhas Crash (SP)",
	nameInLists: "crashSolo",
	reasonPrefix: "solo-crash",
	entryName: (t) => t("crash.soloEntryName"),
	verifier: { path: "/fairness/crash", label: (t) => t("crashFairness.soloPage") },
	readOwnRounds: readBets("solo", "soloCrashBets"),
	history: history("solo", "/fairness/crash"),
	invariants: crashInvariants,
};

export const liveCrash: Game = {
	card: { id: "liveCrash", minBet: 10, maxWin: 10_000, kind: "live", path: "/mini-games/live-crash" },
	maxBet: "LIVE_CRASH_MAX_BET",
	maxPayout: (maxBet) => payoutOf(maxBet, MAX_MULTIPLIER),
	winName: "Navalhas Crash (MP)",
	nameInLists: "liveCrash",
	reasonPrefix: "live-crash",
	entryName: (t) => t("crash.liveEntryName"),
	verifier: { path: "/fairness/live-crash", label: (t) => t("crashFairness.livePage") },
	readOwnRounds: readBets("live", "liveCrashBets"),
	history: history("live", "/fairness/live-crash"),
	invariants: crashInvariants,
};
