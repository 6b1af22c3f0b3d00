import type { HuntChart } from "../screen/hunt-chart.server";
import type { HuntStatistics } from "./hunt-results";

/** The result of a finished hunt as every viewer may see it. Money is cents where it is not stated otherwise. */
export interface LastHunt {
	id: string;
	title: string;
	revision: number;
	/** The day on which it was finished, formatted. */
	day: string;
	/** ms since the end of the hunt, when this was read. */
	finishedForMs: number;
	startCost: number;
	statistics: HuntStatistics;
	/** Null when no slot was opened. */
	chart: HuntChart | null;
	/** In euros; null without a payout above 0. */
	bestWin: { name: string; amount: number } | null;
	bestMultiplier: { name: string; ratio: number } | null;
	guesses: number;
	/** The closest guess, the only public one. The name of an erased person is null. */
	winner: { username: string | null; guess: number } | null;
	/** The viewer's own guess, and its rank among all guesses; null for a visitor and without a guess. */
	own: { guess: number; off: number; rank: number } | null;
	/** Null until it is paid. */
	prize: { points: number; username: string | null } | null;
}

/** ms for which the broadcast shows the result after the end of a hunt. */
export const BROADCAST_MS = 10 * 60 * 1000;
