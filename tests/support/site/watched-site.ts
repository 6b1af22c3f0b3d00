/** A running site whose responses, ledger, log and invariants are checked while it gets arbitrary requests. */
import { createHash } from "node:crypto";
import { type OutgoingHttpHeaders, request } from "node:http";
import { Script } from "node:vm";
import { checkInvariants } from "db/audit";
import { openDatabase } from "db/open";
import { invariants } from "~/commands/invariants.server";
import { readPage, type ServedPage } from "../browser/served-page";
import { openRows } from "./rows";
import { decodeData } from "./single-fetch";
import type { Site } from "./site";

const ANSWERS_WITHIN_MS = 20_000;
const COOKIES =
	/^((__Host-)?(session|login)|language|theme|age-verified|games-demo|crash-demo|return-to|notice|social-posts|other-host)=/;

export interface Answer {
	status: number;
	headers: Headers;
	text: string;
	/** For an HTML response. */
	page: ServedPage | undefined;
	/** For a `.data` response. */
	data: unknown;
}

export interface Entry {
	id: number;
	user_id: string;
	delta: number;
	reason: string;
}

/** Checks a response against rules that hold for every request. @returns the violation; undefined if there is none. */
export function faultsOfAnswer(answer: Answer, origin: string, redirectsTo: readonly string[]): string[] {
	const { status, headers, page } = answer;
	const faults: string[] = [];
	if (status >= 500) faults.push(`status ${status}`);
	if (headers.has("x-run")) faults.push("an injected header");
	if (headers.get("x-content-type-options") !== "nosniff") faults.push("no security headers");
	for (const cookie of headers.getSetCookie()) {
		if (!COOKIES.test(cookie) || /domain=|run=/i.test(cookie)) faults.push(`an injected cookie: ${cookie}`);
	}
	const location = headers.get("location");
	if (location !== null) {
		const to = URL.canParse(location, origin) ? new URL(location, origin).origin : "none";
		if (to !== origin && !redirectsTo.includes(to)) faults.push(`redirects to ${location}`);
	}
	if (page) {
		faults.push(...page.faults);
		const policy = headers.get("content-security-policy") ?? "";
		for (const script of page.scripts) {
			const hash = createHash("sha256").update(script.text).digest("base64");
			if (script.type === "application/json") {
				if (!isJson(script.text)) faults.push(`truncated data: ${script.text.slice(-80)}`);
			} else if (script.src !== undefined || !policy.includes(`'sha256-${hash}'`))
				faults.push(`an injected script: ${script.text.slice(0, 80)}`);
			else if (!isWhole(script.text)) faults.push(`a truncated script: ${script.text.slice(-80)}`);
		}
	}
	return faults;
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

/** Matches lines with imports of a module, which are not part of a script. */
function isWhole(script: string): boolean {
	try {
		return Boolean(new Script(script.replaceAll(/^\s*import .*$/gm, "")));
	} catch {
		return false;
	}
}

export function watch(site: Site) {
	const rows = openRows(site);
	let lastSeen = rows.one("select coalesce(max(id), 0) as id from point_entries").id as number;
	let logged = site.logs().length;

	return {
		/** The ledger entries since the last call. */
		newEntries(): Entry[] {
			const entries = rows.all(
				"select id, user_id, delta, reason from point_entries where id > ? order by id",
				lastSeen,
			) as unknown as Entry[];
			lastSeen = entries.at(-1)?.id ?? lastSeen;
			return entries;
		},
		/** The errors in the log, and output that is not JSON, since the last call. */
		newErrors(): string[] {
			const lines = site.logs().slice(logged).split("\n");
			// The last line may be incomplete.
			logged = site.logs().length - (lines.pop() ?? "").length;
			return lines.filter((line) => line !== "" && !/^\{"level":"(debug|info|warn)"/.test(line));
		},
		/** The broken invariants of the data. */
		async broken(): Promise<unknown[]> {
			const db = openDatabase(site.databaseUrl);
			try {
				return (await checkInvariants(db, invariants)).filter(({ rows }) => rows.length > 0);
			} finally {
				await db.destroy();
			}
		},
		all: rows.all,
		close: rows.close,
	};
}

export type Watch = ReturnType<typeof watch>;

/** Requests a path of the site without following redirects. @throws if there is no complete response in time. */
export async function sendRequest(site: Site, path: string, init: RequestInit = {}): Promise<Answer> {
	const response = await fetch(site.origin + path, {
		redirect: "manual",
		signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
		...init,
		headers: { accept: "text/html", "sec-fetch-site": "same-origin", ...init.headers },
	});
	const { status, headers } = response;
	return answerOf({ status, headers, bytes: await response.arrayBuffer() }, site.origin + path);
}

async function answerOf(
	{ status, headers, bytes }: { status: number; headers: Headers; bytes: ArrayBuffer | Buffer<ArrayBuffer> },
	address: string,
): Promise<Answer> {
	const type = headers.get("content-type") ?? "";
	const text = new TextDecoder().decode(bytes);
	return {
		status,
		headers,
		text,
		page: type.startsWith("text/html") ? readPage(text, address) : undefined,
		data: type.startsWith("text/x-script") ? await decodeData(bytes) : undefined,
	};
}

/**
 * Requests a path without normalising it, with any headers that Node accepts. For an endless stream,
 * returns its beginning.
 */
export function sendUnnormalised(
	site: Site,
	path: string,
	headers: OutgoingHttpHeaders = {},
): Promise<Answer> {
	return new Promise((resolve, reject) => {
		const { port } = new URL(site.origin);
		const outgoing = request({
			...{ host: "localhost", port, path, agent: false },
			headers: { accept: "text/html", "sec-fetch-site": "same-origin", ...headers },
			signal: AbortSignal.timeout(ANSWERS_WITHIN_MS),
		});
		outgoing.once("error", reject);
		outgoing.once("response", (response) => {
			const chunks: Buffer[] = [];
			const finish = () => {
				const all = new Headers();
				for (const [name, value] of Object.entries(response.headers)) {
					for (const one of [value ?? []].flat()) all.append(name, one);
				}
				const bytes = Buffer.concat(chunks);
				const got = { status: response.statusCode ?? 0, headers: all, bytes };
				answerOf(got, site.origin + path).then(resolve, reject);
				outgoing.destroy();
			};
			response.once("error", reject);
			response.once("end", finish);
			response.on("data", (chunk: Buffer) => {
				chunks.push(chunk);
				if (response.headers["content-type"]?.startsWith("text/event-stream")) finish();
			});
		});
		outgoing.end();
	});
}
