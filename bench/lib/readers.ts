/** The readers in a separate process: opens streams and reports what they received. */
import { momentOf } from "~/games/crash/engine/curve";
import { Reader } from "./reader";

export interface Opening {
	do: "open";
	count: number;
	port: number;
	path: string;
	/** The first streams are those of signed-in viewers. */
	cookies?: string[];
	/** Further lines of the head of each request. */
	headers?: string[];
}
export type Order = Opening | { do: "reset" } | { do: "report" };

export interface Report {
	frames: number;
	bytes: number;
	closed: number;
	/** Delays in ms from each crash to its arrival at each stream, sorted. */
	crashDelays: number[];
	flightsEnded: number;
	/** Each flight: its start by the earliest tick that arrived, as a time of `clockNow`, and its part of the delays. */
	flights: { startedAt: number; crashDelays: number[] }[];
}

interface Flight {
	startedAt: number;
	crashPoint: number;
	arrivals: number[];
}

const AT_ONCE = 100;
/** Readers that parse frames. The earliest of their ticks gives the start of the flight. */
const OBSERVERS = 20;

const readers: Reader[] = [];
let flights: Flight[] = [];
let closed = 0;

const flight = (): Flight | undefined => flights.at(-1);

function observe(text: string, at: number) {
	for (const [, event, json = ""] of text.matchAll(/event:live-crash\.(\w+)\ndata:(.*)\n\n/g)) {
		if (event === "tick") {
			const current = flight();
			const [elapsed] = JSON.parse(json) as [number];
			if (current) current.startedAt = Math.min(current.startedAt, at - elapsed);
		} else if (event === "phase") {
			const { phase, multiplier } = JSON.parse(json) as { phase: string; multiplier: number };
			const current = flight();
			if (phase === "flying" && (!current || current.crashPoint > 0))
				flights.push({ startedAt: Infinity, crashPoint: 0, arrivals: [] });
			if (phase === "crashed" && current) current.crashPoint = multiplier;
		}
	}
}

function requestOf({ port, path, cookies = [], headers = [] }: Opening, index: number): string {
	const lines = [
		...[`GET ${path} HTTP/1.1`, `Host: localhost:${port}`, "Accept-Encoding: gzip, deflate, br"],
		...["Accept: text/event-stream", "Sec-Fetch-Site: same-origin", ...headers],
	];
	if (cookies[index]) lines.push(`Cookie: ${cookies[index]}`);
	return `${lines.join("\r\n")}\r\n\r\n`;
}

function openOne(opening: Opening, index: number): Reader {
	const step = Math.max(1, Math.floor(opening.count / OBSERVERS));
	const isObserver = index % step === step - 1;
	return new Reader(index, opening.port, requestOf(opening, index), {
		onText: isObserver ? observe : undefined,
		onCrash: (at) => flight()?.arrivals.push(at),
		onClose: () => (closed += 1),
	});
}

async function open(opening: Opening) {
	for (let first = 0; first < opening.count; first += AT_ONCE) {
		const group = Array.from({ length: Math.min(AT_ONCE, opening.count - first) }, (_, i) =>
			openOne(opening, first + i),
		);
		await Promise.all(group.map((reader) => reader.opened));
		readers.push(...group);
	}
}

function reset() {
	for (const reader of readers) {
		reader.frames = 0;
		reader.bytes = 0;
	}
	flights = [];
}

function report(): Report {
	const ended = flights.filter(({ startedAt, crashPoint }) => crashPoint > 0 && startedAt < Infinity);
	const ownDelays = ended.map(({ startedAt, crashPoint, arrivals }) => ({
		startedAt,
		crashDelays: arrivals.map((at) => at - startedAt - momentOf(crashPoint)),
	}));
	const crashDelays = ownDelays.flatMap((flight) => flight.crashDelays);
	return {
		frames: readers.reduce((sum, reader) => sum + reader.frames, 0),
		bytes: readers.reduce((sum, reader) => sum + reader.bytes, 0),
		closed,
		crashDelays: crashDelays.sort((a, b) => a - b),
		flightsEnded: ended.length,
		flights: ownDelays,
	};
}

process.on("message", async (order: Order) => {
	if (order.do === "open") await open(order);
	if (order.do === "reset") reset();
	process.send?.(order.do === "report" ? report() : {});
});
process.on("disconnect", () => process.exit());
