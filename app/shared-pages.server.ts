/** Which pages all visitors share, what they differ by, and what they are made from. */
import { parse } from "cookie";
import type { Db } from "db/database";
import { readPreferences } from "./account/preferences.server";
import type { Count } from "./analytics/events";
import { isSeen } from "./analytics/page-views";
import type { Config } from "./platform/config.server";
import { currentExchange, type Exchange, putGate } from "./platform/node-request.server";
import { createPageCache } from "./platform/page-cache.server";
import { newNonce } from "./platform/security-headers.server";
import { createTableRevisions } from "./platform/table-revisions.server";

/** Pages that every visitor sees alike, but for their preferences; also what each is counted as. */
const SHARED = new Set([
	"/",
	"/bio",
	"/bonus-hunt",
	"/bonus-hunt/past",
	"/cookies",
	"/help",
	"/mini-games",
	"/privacy",
	"/slots",
	"/store",
	"/terms",
]);
const LONGEST_ADDRESS = 300;

interface Tools {
	db: Db;
	/** What pages show of what no statement of this process tells, each compared by identity. */
	state(): readonly unknown[];
	/** A visitor with one of these has a page of their own. */
	ownCookies: readonly string[];
	count: Count;
	config: Pick<Config, "NODE_ENV">;
}

/** What a page's answer has its own of. */
interface Own extends Record<string, string> {
	nonce: string;
	requestId: string;
}

/** Has visitors share pages from now on. */
export async function shareVisitorPages({ db, state, ownCookies, count, config }: Tools) {
	const tables = (await db.introspection.getTables()).map(({ name }) => name);

	function share({ request }: Exchange) {
		const { method, url = "", headers } = request;
		if (method !== "GET" || url.length > LONGEST_ADDRESS) return undefined;
		const [path = "", query = ""] = url.split("?", 2);
		// Remix takes the parameter `_data` for one of its own.
		if (!SHARED.has(path) || query.includes("_data") || hasBody(headers)) return undefined;
		if (!takesGzip(headers["accept-encoding"])) return undefined;
		const cookies = parse(headers.cookie ?? "");
		if (ownCookies.some((name) => name in cookies)) return undefined;
		const { language, theme, ageVerified } = readPreferences({
			headers: { get: () => headers.cookie ?? null },
		});
		const key = JSON.stringify([
			...[url, language, theme, ageVerified],
			// Remix makes the request's whole address of them.
			...[headers.host, headers["x-forwarded-host"]],
		]);
		return { key, about: { path, ageVerified } };
	}

	const cache = createPageCache({
		revisions: createTableRevisions(tables),
		state,
		share,
		ownOf: ({ id }): Own => ({ nonce: newNonce(), requestId: id }),
		onShown({ request: { url = "", headers } }, { path, ageVerified }) {
			const referer: [string, string][] = headers.referer ? [["Referer", headers.referer]] : [];
			const asked = { url: `http://site${url}`, headers: new Headers(referer) };
			if (isSeen(asked, ageVerified)) count("page_view", path);
		},
	});
	// While developing, code changes too.
	if (config.NODE_ENV !== "development") putGate(cache.gate);

	return {
		/** To be told of each statement as soon as it was run. */
		note: (statement: string) => cache.note(currentExchange(), statement),
		figures: cache.figures,
		/** To be told of each page that is answered with status 200. */
		offer(exchange: Exchange | undefined, page: { html: string; headers: Headers; nonce: string }) {
			if (!exchange) return;
			const own: Own = { nonce: page.nonce, requestId: exchange.id };
			cache.offer(exchange, { html: page.html, headers: new Headers(page.headers), own });
		},
	};
}

export type SharedPages = Awaited<ReturnType<typeof shareVisitorPages>>;

const hasBody = (headers: Exchange["request"]["headers"]): boolean =>
	headers["content-length"] !== undefined || headers["transfer-encoding"] !== undefined;

/** As all browsers do. */
export const takesGzip = (acceptEncoding: string | string[] | null | undefined): boolean =>
	/(^|[\s,])gzip\s*(,|$|;\s*q=(1|0\.[0-9]*[1-9]))/i.test([acceptEncoding ?? ""].flat().join());
