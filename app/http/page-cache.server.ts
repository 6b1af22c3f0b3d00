/**
 * Caches rendered pages for one second, counted from the start of the render, and renders a page once for all
 * requests that arrive while it is rendered. What a response shows was read at most one second before its request.
 */
import type { Exchange, Gate } from "~/lib/request-context.server";

const TTL_MS = 1000;
/** Maximum wait for a render. Some renders end without an event, such as a pipelined redirect behind another response. */
const MAX_WAIT_MS = 5000;
const MAX_PAGES = 100;
const MAX_BYTES = 100_000;

interface Page {
	status: number;
	headers: Headers;
	/** Compressed: every request with the same key gets these bytes. */
	body: Buffer;
}

interface Render {
	startedAt: number;
	/** Undefined while the render runs. */
	page?: Page | undefined;
	waiting: { exchange: Exchange; pass: () => void }[];
}

interface Tools {
	/** Undefined for a request that shares no page. */
	keyOf(request: Exchange["request"]): string | undefined;
	/** Called for each response that is sent without a render of its own. */
	onShared(exchange: Exchange): void;
	now?: () => number;
}

export function createPageCache({ keyOf, onShared, now = () => performance.now() }: Tools) {
	const renders = new Map<string, Render>();
	const finishers = new WeakMap<Exchange, (page?: Page) => void>();
	const counts = { hits: 0, misses: 0, shared: 0 };

	const gate: Gate = (exchange, pass) => {
		const key = keyOf(exchange.request);
		if (key === undefined) return pass();
		const latest = renders.get(key);
		if (!latest || now() - latest.startedAt >= TTL_MS) {
			start(key, exchange);
			pass();
		} else if (latest.page) {
			counts.hits += 1;
			send(exchange, latest.page);
		} else latest.waiting.push({ exchange, pass });
	};

	function start(key: string, exchange: Exchange) {
		counts.misses += 1;
		const render: Render = { startedAt: now(), waiting: [] };
		renders.delete(key);
		renders.set(key, render);
		const [oldest = key] = renders.keys();
		if (renders.size > MAX_PAGES) renders.delete(oldest);

		/** Without a shareable page, renders each waiting request separately. Load shedding runs before this middleware, so few requests wait. */
		function finish(page?: Page) {
			if (!finishers.delete(exchange)) return;
			clearTimeout(timeout);
			render.page = page;
			if (!page && renders.get(key) === render) renders.delete(key);
			for (const waiting of render.waiting.splice(0)) {
				if (waiting.exchange.response.destroyed) continue;
				if (!page) waiting.pass();
				else {
					counts.shared += 1;
					send(waiting.exchange, page);
				}
			}
		}
		finishers.set(exchange, finish);
		const timeout = setTimeout(finish, MAX_WAIT_MS).unref();
		exchange.response.once("close", () => finish());
	}

	function send(exchange: Exchange, { headers, body }: Page) {
		onShared(exchange);
		exchange.response.setHeaders(headers).end(body);
	}

	return {
		gate,
		/** Must be called with each rendered page, whatever its status. */
		offer(exchange: Exchange, page: Page) {
			const { status, headers, body } = page;
			const isShareable = status === 200 && !headers.has("Set-Cookie") && body.length <= MAX_BYTES;
			finishers.get(exchange)?.(isShareable ? page : undefined);
		},
		figures: () => ({ ...counts, pages: renders.size }),
	};
}
