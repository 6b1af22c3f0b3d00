/** The players in a separate process: each bets in every round and cashes out manually. */
import { setTimeout as sleep } from "node:timers/promises";
import { postForm } from "../../tests/support/site/single-fetch";
import { Reader } from "./reader";

export type Order = { do: "play"; origin: string; cookies: string[] } | { do: "report" } | { do: "reset" };

export interface Report {
	bets: number;
	/** Cash-outs: numbers by answer, and sorted response times in ms. */
	paid: number;
	refused: number;
	waits: number[];
	faults: string[];
}

const PATH = "/mini-games/live-crash";
/** Bets are placed in this part of the waiting phase, and cashed out within MAX_FLIGHT_MS of the flight. */
const BETTING_PART = 0.8;
const MAX_FLIGHT_MS = 6000;

const report: Report = { bets: 0, paid: 0, refused: 0, waits: [], faults: [] };
let flightStart: Promise<void> = new Promise(() => {});
let startFlight = () => {};

interface Placed {
	ok: boolean;
	code?: string;
	betId?: string;
}

async function act(origin: string, cookie: string, fields: Record<string, string | number>): Promise<Placed> {
	const { data } = await postForm(origin + PATH, { cookie }, fields);
	return data as Placed;
}

async function playRound(origin: string, cookie: string, waitingMs: number) {
	const flight = flightStart;
	await sleep(Math.random() * waitingMs * BETTING_PART);
	const idempotencyKey = crypto.randomUUID();
	const placed = await act(origin, cookie, { intent: "place", idempotencyKey, stake: 10 });
	if (!placed.betId) {
		report.faults.push(`bet: ${placed.code}`);
		return;
	}
	report.bets += 1;
	await flight;
	await sleep(Math.random() * MAX_FLIGHT_MS);
	const start = performance.now();
	const answer = await act(origin, cookie, { intent: "cash-out", betId: placed.betId });
	report.waits.push(performance.now() - start);
	if (answer.ok) report.paid += 1;
	else if (answer.code === "tooLate" || answer.code === "notFlying") report.refused += 1;
	else report.faults.push(`cash-out: ${answer.code}`);
}

function play(origin: string, cookies: readonly string[]) {
	const port = Number(new URL(origin).port);
	const head = `GET /live?topics=live-crash HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`;
	const onText = (text: string) => {
		if (text.includes('"phase":"waiting"')) {
			const round = /"elapsed":(\d+).*?"lasts":(\d+)/.exec(text);
			flightStart = new Promise((resolve) => (startFlight = resolve));
			const waitingMs = Number(round?.[2]) - Number(round?.[1]);
			for (const cookie of cookies) {
				playRound(origin, cookie, waitingMs).catch((error) => report.faults.push(String(error)));
			}
		}
		if (text.includes('"phase":"flying"')) startFlight();
	};
	new Reader(0, port, head, { onText, onCrash: () => {}, onClose: () => {} });
}

process.on("message", (order: Order) => {
	if (order.do === "play") play(order.origin, order.cookies);
	if (order.do === "reset") Object.assign(report, { bets: 0, paid: 0, refused: 0, waits: [], faults: [] });
	process.send?.(order.do === "report" ? { ...report, waits: report.waits.sort((a, b) => a - b) } : {});
});
process.on("disconnect", () => process.exit());
