/**
 * Caches rendered pages for one second, counted from the start of the render, and renders a page once for all
 * requests that arrive while it is rendered. What a response shows was read at most one second before its request.
 */
import { guarded } from "~/lib/guarded";
import type { Middleware, RequestContext } from "~/lib/request-context.server";

const TTL_MS = 1000;
/** Maximum wait for a render. Some renders end without an event, such as a pipelined redirect behind another response. */
const MAX_WAIT_MS = 5000;
const MAX_PAGES = 100;
const MAX_BYTES = 100_000;

interface Page {
	status: number;
	headers: Headers;
	/** Compressed with gzip. Every request with the same key gets these bytes. */
	body: Buffer;
}

interface Render {
	startedAt: number;
	/** Undefined while the render runs. */
	page?: Page | undefined;
	waiting: { context: RequestContext; pass: () => void }[];
}

interface Tools {
	/** The cache key; undefined for a request whose page must not be shared. */
	keyOf(request: RequestContext["request"]): string | undefined;
	/** Called for each response that is sent without a separate render. */
	onShared(context: RequestContext): void;
	now?: () => number;
}

/**
 * @returns the middleware that serves cached pages; `offer`, which stores a rendered page; and `counts` since the
 * start: `hits` from the cache, `misses` that were rendered, `shared` that waited for the render of another request.
 */
export function createPageCache({ keyOf, onShared, now = () => performance.now() }: Tools) {
	const renders = new Map<string, Render>();
	const finishers = new WeakMap<RequestContext, (page?: Page) => void>();
	const counts = { hits: 0, misses: 0, shared: 0 };

	const middleware: Middleware = (context, pass) => {
		const key = keyOf(context.request);
		if (key === undefined) return pass();
		const latest = renders.get(key);
		if (!latest || now() - latest.startedAt >= TTL_MS) {
			start(key, context);
			pass();
		} else if (latest.page) {
			counts.hits += 1;
			send(context, latest.page);
		} else latest.waiting.push({ context, pass });
	};

	function start(key: string, context: RequestContext) {
		counts.misses += 1;
		const render: Render = { startedAt: now(), waiting: [] };
		renders.delete(key);
		renders.set(key, render);
		const [oldest = key] = renders.keys();
		if (renders.size > MAX_PAGES) renders.delete(oldest);

		/**
		 * Without a shareable page, passes each waiting request on to its own render. Load shedding runs before this
		 * middleware, so few requests wait.
		 */
		function finish(page?: Page) {
			if (!finishers.delete(context)) return;
			clearTimeout(timeout);
			render.page = page;
			if (!page && renders.get(key) === render) renders.delete(key);
			// A failed answer must not leave the others waiting.
			const answer = guarded((waiting: Render["waiting"][number]) => {
				if (waiting.context.response.destroyed) return;
				if (!page) return waiting.pass();
				counts.shared += 1;
				send(waiting.context, page);
			});
			for (const waiting of render.waiting.splice(0)) answer(waiting);
		}
		finishers.set(context, finish);
		const giveUp = guarded(() => finish());
		const timeout = setTimeout(giveUp, MAX_WAIT_MS).unref();
		context.response.once("close", giveUp);
	}

	function send(context: RequestContext, { headers, body }: Page) {
		onShared(context);
		context.response.setHeaders(headers).end(body);
	}

	return {
		middleware,
		/**
		 * Must be called with each rendered page of any status. Caches it if the request has a cache key and the
		 * page is a 200 without `Set-Cookie` of at most 100 kB.
		 */
		offer(context: RequestContext, page: Page) {
			const { status, headers, body } = page;
			const isShareable = status === 200 && !headers.has("Set-Cookie") && body.length <= MAX_BYTES;
			finishers.get(context)?.(isShareable ? page : undefined);
		},
		counts: () => ({ ...counts, pages: renders.size }),
	};
}
