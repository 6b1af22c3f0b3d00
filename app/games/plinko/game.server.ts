import { inBatches } from "~/lib/batches.server";
import type { Game } from "../game";
import { maxPayout } from "./engine/plinko";
import { plinkoInvariants } from "./persistence/plinko.audit.server";
import { endedRounds, findRoundsAfter } from "./persistence/plinko.queries.server";

type Row = Awaited<ReturnType<typeof findRoundsAfter>>[number];

const roundPath = (roundId: string) => `/fairness?round=${encodeURIComponent(roundId)}`;

export const plinko: Game = {
	card: { id: "plinko", minBet: 10, maxWin: 1000, kind: "singleplayer", path: "/mini-games/plinko" },
	maxBet: "PLINKO_MAX_BET",
	maxPayout,
	winName: "Navalhas Plinko",
	nameInLists: "plinko",
	reasonPrefix: "plinko",
	entryName: (t) => t("plinko.entryName"),
	entryPath: roundPath,
	verifier: { path: "/fairness", label: (t) => t("fairness.seedsPage") },
	readOwnRounds: (db, userId) => ({
		plinkoRounds: withSlots(inBatches<Row>((last, limit) => findRoundsAfter(db, userId, last, limit))),
	}),
	history: {
		endedRounds,
		resultText: (t, { balls }) => t("history.balls", { count: balls ?? 0 }),
		verifierPath: ({ round_id }) => roundPath(round_id),
	},
	invariants: plinkoInvariants,
};

async function* withSlots(batches: AsyncIterable<Row[]>) {
	for await (const rows of batches) {
		yield rows.map((row) => ({ ...row, slots: JSON.parse(row.slots) as number[] }));
	}
}
