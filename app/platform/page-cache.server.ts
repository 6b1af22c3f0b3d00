/**
 * Pages that are the same for many who ask, such as all visitors, rendered once for all who ask within a moment.
 * A page is given out only as long as nothing was written that it was read from: which tables that were is seen
 * while it is rendered. Whoever comes while it is rendered waits for it; whoever comes after something was written
 * gets one that was read after that.
 */
import { untilAnswered } from "./arrivals.server";
import type { Exchange, Gate } from "./node-request.server";
import { type PackedPage, packPage } from "./packed-page.server";
import type { TableRevisions } from "./table-revisions.server";

/** What a page says of the time of day is never older. */
const LIFE_MS = 1000;
const MOST_PAGES = 100;
const MOST_CHARACTERS = 200_000;

interface Rendered {
	html: string;
	headers: Headers;
	/** By name, what each answer has its own of; each stands in the page, or in its headers, as it is. */
	own: Readonly<Record<string, string>>;
}

interface Page<About> {
	about: About;
	rendered: Rendered;
	packed?: PackedPage;
	/** Of the revisions, when reading began. */
	since: number;
	readAt: number;
	state: readonly unknown[];
	tables: ReadonlySet<string>;
}

interface Waiting {
	exchange: Exchange;
	pass(): void;
	/** Came before the page was begun, which so cannot be too old. */
	cameBefore: boolean;
}

interface Flight<About> extends Omit<Page<About>, "rendered" | "packed"> {
	key: string;
	tables: Set<string>;
	/** Read something of which the tables could not be told. */
	isOpaque: boolean;
	waiting: Waiting[];
}

interface Tools<About> {
	revisions: TableRevisions;
	/** What else pages are made from, each compared by identity. */
	state(): readonly unknown[];
	/** Whether, and as what, the page that is asked for is shared. */
	share(exchange: Exchange): { key: string; about: About } | undefined;
	/** What an answer of a kept page has its own of. */
	ownOf(exchange: Exchange): Readonly<Record<string, string>>;
	/** A page was given out without being rendered for it. */
	onShown(exchange: Exchange, about: About): void;
	now?: () => number;
}

export function createPageCache<About>(tools: Tools<About>) {
	const { revisions, state, share, ownOf, onShown, now = () => performance.now() } = tools;
	const pages = new Map<string, Page<About>>();
	const flights = new Map<string, Flight<About>>();
	const leading = new WeakMap<Exchange, Flight<About>>();
	const counts = { hits: 0, misses: 0, shared: 0 };
	const stateNow = () => {
		try {
			return state();
		} catch {
			// The database cannot be asked: nothing made now is known to hold.
			return [{}];
		}
	};

	const isFresh = ({ since, readAt, state: then, tables }: Page<About>) =>
		now() - readAt < LIFE_MS &&
		!revisions.isWrittenSince(since, tables) &&
		stateNow().every((one, at) => one === then[at]);

	const gate: Gate = (exchange, pass) => {
		const shared = share(exchange);
		if (!shared) return pass();
		const { key, about } = shared;
		const page = pages.get(key);
		if (page && isFresh(page)) {
			counts.hits += 1;
			return give(exchange, page);
		}
		const flight = flights.get(key);
		const waiting = { exchange, pass, cameBefore: false };
		if (flight) flight.waiting.push(waiting);
		else lead(key, about, waiting, []);
	};

	function lead(key: string, about: About, { exchange, pass }: Waiting, waiting: Waiting[]) {
		counts.misses += 1;
		const flight: Flight<About> = {
			key,
			about,
			since: revisions.moment(),
			readAt: now(),
			state: stateNow(),
			tables: new Set(),
			isOpaque: false,
			waiting,
		};
		flights.set(key, flight);
		leading.set(exchange, flight);
		// Whatever became of it: an error, a redirect, nobody there to answer any more. An answer that waits for another
		// one on its connection is not closed before that one is.
		void untilAnswered(exchange).then(() => land(exchange, undefined));
		pass();
	}

	/** Gives what was rendered to those who wait for it, or sends one of them to try anew. */
	function land(exchange: Exchange, rendered: Rendered | undefined) {
		const flight = leading.get(exchange);
		if (!flight) return;
		leading.delete(exchange);
		flights.delete(flight.key);
		const { key, about, isOpaque, waiting, ...read } = flight;
		const here = waiting.filter(({ exchange: { response } }) => !response.destroyed);
		if (!rendered || isOpaque) {
			for (const { pass } of here) pass();
			return;
		}
		const page: Page<About> = { about, rendered, ...read };
		keep(key, page);
		const isGood = isFresh(page);
		const late = here.filter(({ cameBefore }) => !cameBefore && !isGood);
		for (const one of here) {
			if (late.includes(one)) continue;
			counts.shared += 1;
			give(one.exchange, page);
		}
		const [first, ...others] = late;
		if (first)
			lead(
				key,
				about,
				first,
				others.map((one) => ({ ...one, cameBefore: true })),
			);
	}

	function keep(key: string, page: Page<About>) {
		pages.delete(key);
		pages.set(key, page);
		for (const oldest of pages.keys()) {
			if (pages.size <= MOST_PAGES) break;
			pages.delete(oldest);
		}
	}

	function give(exchange: Exchange, page: Page<About>) {
		const { response } = exchange;
		const { html, headers, own: then } = page.rendered;
		page.packed ??= packPage(html, then);
		const own = ownOf(exchange);
		const body = page.packed.withValues(own);
		for (const [name, value] of headers) {
			const fresh = Object.entries(then).reduce(
				(text, [of, old]) => (old === "" ? text : text.replaceAll(old, own[of] ?? "")),
				value,
			);
			response.setHeader(name, fresh);
		}
		response.setHeader("Vary", "Accept-Encoding");
		response.setHeader("Content-Encoding", "gzip");
		response.setHeader("Content-Length", body.length);
		onShown(exchange, page.about);
		response.end(body);
	}

	return {
		gate,
		/** To be told of each statement as soon as it was run, and for whom. */
		note(exchange: Exchange | undefined, text: string) {
			const tables = revisions.note(text);
			const flight = exchange && leading.get(exchange);
			if (!flight) return;
			if (!tables) flight.isOpaque = true;
			for (const table of tables ?? []) flight.tables.add(table);
		},
		/** To be told of each page that was rendered and is answered with status 200. */
		offer(exchange: Exchange | undefined, rendered: Rendered) {
			if (!exchange) return;
			const isForAll = !rendered.headers.has("Set-Cookie") && rendered.html.length <= MOST_CHARACTERS;
			land(exchange, isForAll ? rendered : undefined);
		},
		figures: () => ({ ...counts, pages: pages.size }),
	};
}
