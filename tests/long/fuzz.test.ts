/**
 * Random requests to a site with content on every page. The samples are new in each run, and the seed is printed.
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { ServedPage } from "../support/browser/served-page";
import { changed, changes, texts } from "../support/data/fuzz-input";
import {
	BY_THE_CLOCK,
	type FuzzedForm,
	isDestructive,
	MAY_CHANGE_POINTS,
	momentForms,
	type Sent,
} from "../support/data/fuzzed-forms";
import { type SiteWithContent, startSiteWithContent } from "../support/data/site-with-content";
import { type Discovery, discover, formsOn, parametersInCode } from "../support/discovery";
import { pickFrom, seededRandom } from "../support/random";
import { builtRoutes, patternOf, routeFinder } from "../support/site/built-routes";
import { sendRaw } from "../support/site/raw-http";
import {
	type Answer,
	faultsOfAnswer,
	sendRequest,
	sendUnnormalised,
	type Watch,
	watch,
} from "../support/site/watched-site";
import { propertySeed } from "../support/test-size";

const RUNS = 1000;
const RUNS_PER_FORM = 100;
const SEED = propertySeed(20_261_126);
const LIMIT_MS = 24 * 60 * 60 * 1000;

const MAX_PER_ADDRESS = 6000;
const MAX_PER_PATH = 1900;
const ROLES = ["visitor", "viewer", "admin"] as const;
const WITHOUT_LINK = [
	...["/live", "/settings", "/analytics", "/user-points/import", "/bonus-hunt/manage?ask=finish"],
];

let contentSite: SiteWithContent;
let watched: Watch;
const routes = builtRoutes();
const routeOf = routeFinder(routes);
let forms: FuzzedForm[];
/** For each route, a path that it answers. */
const addresses = new Map<string, string>();
/** Every search parameter in links, forms or the code of the site. */
const parameters = new Set(["_routes", "_data", "index", ...parametersInCode()]);

beforeAll(async () => {
	contentSite = await startSiteWithContent();
	watched = watch(contentSite.site);
	const found = await crawl();
	forms = await formsIn(found);
	for (const name of found.admin.parameters) parameters.add(name);
	for (const path of found.admin.pages) {
		const pathname = path.replace(/\?.*/, "");
		addresses.set(routeOf(pathname) ?? "", pathname);
	}
	for (const route of routes) {
		// The offline page is a constant with a style element.
		if (!addresses.has(route.id) && route.id !== "root" && route.id !== "routes/offline")
			addresses.set(route.id, patternOf(route, routes).replaceAll(/:\w+|\*/g, "none"));
	}
}, LIMIT_MS);
afterAll(async () => {
	watched?.close();
	await contentSite?.close();
});

/** The pages of each role, and those before the age gate. */
async function crawl(): Promise<Record<FuzzedForm["role"] | "gate", Discovery>> {
	const { site, cookies } = contentSite;
	const expectNoFaults = (page: ServedPage, path: string) => expect(page.faults, path).toEqual([]);
	const as = (cookie: string, starts: string[] = []) =>
		discover(site, cookie, routeOf, ["/", ...starts], expectNoFaults);
	return {
		visitor: await as(cookies.visitor, WITHOUT_LINK),
		viewer: await as(cookies.viewer, WITHOUT_LINK),
		admin: await as(cookies.admin, WITHOUT_LINK),
		gate: await as("language=en"),
	};
}

/** Every form of every role, without duplicates. */
async function formsIn(found: Awaited<ReturnType<typeof crawl>>): Promise<FuzzedForm[]> {
	const forms = new Map<string, FuzzedForm>();
	const add = (form: FuzzedForm) => {
		// A visitor plays with demo points, which takes another code path. Other forms are the same for every permitted
		// role.
		const isDemo = form.role === "visitor" && form.route.startsWith("routes/mini-games");
		const key = (isDemo ? "demo " : "") + form.key;
		if (!forms.has(key)) forms.set(key, form);
	};
	for (const role of [...ROLES, "gate"] as const) {
		for (const form of found[role].forms)
			if (form.method === "post") add({ ...form, role: role === "gate" ? "visitor" : role });
	}
	for (const form of momentForms(watched)) add(form);
	return [...forms.values()].sort((a, b) => Number(isDestructive(a)) - Number(isDestructive(b)));
}

/** Fails if a response breaks a rule of all responses, or the log has an error. */
function check(answer: Answer, what: string) {
	const { site } = contentSite;
	const faults = faultsOfAnswer(answer, site.origin, [site.provider.issuer]);
	expect(faults, `${what}\n${answer.text.slice(0, 500)}`).toEqual([]);
	expect(watched.newErrors(), what).toEqual([]);
}

interface Encoding {
	/** Sent as a data request of Remix's scripts. */
	isData: boolean;
	isMultipart: boolean;
}

function bodyOf(sent: Sent, isMultipart: boolean): FormData | URLSearchParams {
	if (!isMultipart && sent.every(([, value]) => typeof value === "string")) {
		return new URLSearchParams(sent as [string, string][]);
	}
	const form = new FormData();
	for (const [name, value] of sent) form.append(name, value);
	return form;
}

function post(cookie: string, action: string, sent: Sent, encoding: Partial<Encoding> = {}): Promise<Answer> {
	const [path = "", search] = action.split("?");
	const address = `${path}${encoding.isData ? ".data" : ""}${search === undefined ? "" : `?${search}`}`;
	const body = bodyOf(sent, encoding.isMultipart ?? false);
	return sendRequest(contentSite.site, address, { method: "POST", headers: { cookie }, body });
}

const cookieOf = (role: (typeof ROLES)[number]) => contentSite.cookies[role];

describe("a fuzzed request", { timeout: LIMIT_MS }, () => {
	async function get(path: string, headers: Record<string, string>) {
		const answer = await sendUnnormalised(contentSite.site, path, headers);
		const what = `GET ${path} ${JSON.stringify(headers)} answers ${answer.status}`;
		check(answer, what);
		const moved = watched.newEntries().filter(({ reason }) => !reason.startsWith("live-crash"));
		expect(moved, what).toEqual([]);
		if (answer.headers.get("content-type")?.startsWith("application/json")) JSON.parse(answer.text);
	}

	/** A lone half of a pair is no text that could be encoded. */
	const whole = (text: string) => Buffer.from(text).toString();
	/** As UTF-8 bytes, without those that are invalid in headers, which the client would not send. */
	const asHeader = (text: string): string =>
		Buffer.from(text.slice(0, 3000))
			.toString("latin1")
			.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "");
	const settings = { seed: SEED, numRuns: RUNS };

	it("gets a valid response for every search parameter of every route, all together and in small sets", async () => {
		const random = seededRandom(SEED);
		for (const path of addresses.values()) {
			for (let run = 0; run < 20; run++) {
				const names = [...parameters].sort(() => random() - 0.5).slice(0, random() < 0.5 ? undefined : 3);
				const values = fc.sample(texts, { seed: 2 ** 31 * random(), numRuns: 5 });
				const pairs = names.map((name) => [name, pickFrom(values, random)]);
				const query = new URLSearchParams(pairs).toString();
				const data = path === "/" ? "/_root.data" : `${path}.data`;
				const cookie = cookieOf(pickFrom(ROLES, random));
				await get(`${random() < 0.4 ? data : path}?${query.slice(0, MAX_PER_ADDRESS)}`, { cookie });
			}
		}
	});

	const MALFORMED_PATHS = [
		...["%", "%z", "%ff%fe", "%00", "%c0%ae%c0%ae", "..%2f..%2f", "%5c..%5c", ".%2e", "%252e%252e", "%u0041"],
		...["a%0d%0aX-Run:%20yes", ";a=b", "a;b", "//", "/./", "a//b", "con", "~", "*", "(x)", "'", "%e2%80%ae"],
		...["a".repeat(5000), "%2f".repeat(1500)],
	];
	/** Percent-encoded once, twice, or as it is as far as an address can be. */
	const encodings: readonly ((text: string) => string)[] = [
		encodeURIComponent,
		(text) => encodeURIComponent(encodeURIComponent(text)),
		(text) =>
			text
				.replaceAll(/[^\x21-\x7e]/gu, (letter) => encodeURIComponent(letter))
				.replaceAll(/[?#]/g, encodeURIComponent),
	];

	it("gets a valid response for any path parameter of a route in any encoding", async () => {
		const open = routes.map((route) => patternOf(route, routes)).filter((pattern) => /[:*]/.test(pattern));
		expect(open.length).toBeGreaterThan(15);
		const pathOf = (pattern: string, segment: string) =>
			pattern.replace(/:\w+|\*/, () => segment).replaceAll(/:\w+/g, "none");
		const random = seededRandom(SEED);
		for (const malformed of MALFORMED_PATHS) {
			await get(pathOf(pickFrom(open, random), malformed), { cookie: cookieOf("admin") });
			await get(`/${malformed}`, { cookie: cookieOf("visitor") });
		}
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...open),
				texts,
				fc.constantFrom(...encodings),
				fc.constantFrom(...ROLES),
				async (pattern, text, encode, role) => {
					const segment = encode(whole(text)).slice(0, MAX_PER_PATH);
					await get(pathOf(pattern, segment), { cookie: cookieOf(role) });
				},
			),
			settings,
		);
	});

	/** Headers that the site and its server read, and headers that have been exploited in other software. */
	const HEADERS =
		`accept accept-encoding accept-language authorization cache-control content-type cookie forwarded from host if-match
		if-modified-since if-none-match if-range last-event-id origin prefer purpose range referer sec-fetch-dest
		sec-fetch-mode sec-fetch-site sec-purpose user-agent via x-forwarded-for x-forwarded-host x-forwarded-port
		x-forwarded-proto x-http-method-override x-original-url x-real-ip x-remix-revalidate x-request-id
		x-rewrite-url`.split(/\s+/);
	const COOKIES =
		`session language theme age-verified games-demo crash-demo return-to notice social-posts login login:__proto__
		__proto__ constructor __Host-session`.split(/\s+/);
	const PATHS = [
		...[
			"/",
			"/store",
			"/mini-games/plinko",
			"/mini-games/crash",
			"/social",
			"/login",
			"/points",
			"/favicon.svg",
		],
		...["/login/callback?code=x&state=x", "/api/bonus-hunt-slots?user=streamer", "/slot-images/none.webp"],
		"/live?topics=lobby",
	];

	it("gets a valid response for any cookie and header", () =>
		fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...PATHS),
				fc.array(fc.tuple(fc.constantFrom(...COOKIES), texts), { maxLength: 3 }),
				fc.array(fc.tuple(fc.constantFrom(...HEADERS), texts), { maxLength: 3 }),
				fc.constantFrom(...ROLES),
				async (path, cookies, headers, role) => {
					const pairs = cookies.map(([name, value]) => `${name}=${asHeader(value)}`);
					const malformed = Object.fromEntries(headers.map(([name, value]) => [name, asHeader(value)]));
					await get(path, { cookie: [cookieOf(role), ...pairs].join("; "), ...malformed });
				},
			),
			settings,
		));

	it("gets no server error for mutated bytes of a valid form", async () => {
		const good = `POST /preferences HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 25\r\nConnection: close\r\n\r\ntheme=light&returnTo=/store`;
		const separators = ["\r\n", "\0", ":", " ", "\n", "\r\n\r\n"].map((text) => Buffer.from(text));
		const put = fc.oneof(fc.uint8Array({ maxLength: 12 }), fc.constantFrom(...separators));
		const edits = fc.array(fc.tuple(fc.nat(good.length), fc.nat(30), put), { minLength: 1, maxLength: 4 });
		const mutations = fc.sample(edits, { seed: SEED, numRuns: RUNS }).map((edits) => {
			let bytes = Buffer.from(good);
			for (const [at, taken, put] of edits)
				bytes = Buffer.concat([bytes.subarray(0, at), put, bytes.subarray(at + taken)]);
			return bytes;
		});
		const AT_ONCE = 50;
		for (let first = 0; first < mutations.length; first += AT_ONCE) {
			const sent = mutations.slice(first, first + AT_ONCE);
			// A mutation may wait for the rest of its body.
			const replies = await Promise.all(sent.map((bytes) => sendRaw(contentSite.site.origin, bytes, 1000)));
			const faults = replies.flatMap(({ statuses }, at) =>
				statuses
					.filter((status) => status >= 500 && status !== 501 && status !== 505)
					.map((status) => `${status} for ${JSON.stringify(sent[at]?.toString("latin1"))}`),
			);
			expect([...faults, ...watched.newErrors()]).toEqual([]);
		}
		await get("/healthz", {});
		expect(await watched.broken()).toEqual([]);
	});
});

describe("the forms of the site", { timeout: LIMIT_MS }, () => {
	let before: { storedUsers: unknown; prototypes: unknown };
	beforeAll(async () => {
		await contentSite.renew();
		before = { storedUsers: storedUsers(), prototypes: await prototypes() };
		watched.newEntries();
	});

	const storedUsers = () =>
		watched.all("select id, twitch_id, twitch_username, email, roles from users order by id");

	/** The names that were added to the built-in prototypes of the site's process. */
	async function prototypes() {
		const { site } = contentSite;
		const start = site.logs().length;
		site.process.kill("SIGUSR2");
		return vi.waitFor(() => {
			const output = /.*"event":"prototypes".*\n/.exec(site.logs().slice(start));
			if (!output) throw new Error("The site has not printed its prototypes.");
			return output[0];
		}, 10_000);
	}

	/** Users and roles are unchanged, all invariants hold, and the site still answers. */
	async function expectIntact() {
		expect(storedUsers()).toEqual(before.storedUsers);
		expect(await prototypes()).toEqual(before.prototypes);
		expect(await watched.broken()).toEqual([]);
		for (const role of ROLES) {
			const answer = await sendRequest(contentSite.site, "/store", { headers: { cookie: cookieOf(role) } });
			check(answer, `/store as ${role}`);
			expect(answer.status).toBe(200);
		}
	}

	/** The current form of its page; the earlier one if the page no longer has it. */
	async function readCurrent(form: FuzzedForm): Promise<FuzzedForm> {
		if (form.page === undefined) return form;
		const answer = await sendRequest(contentSite.site, form.page, {
			headers: { cookie: cookieOf(form.role) },
		});
		check(answer, `GET ${form.page}`);
		const shown = answer.page ? formsOn(answer.page, form.page, routeOf) : [];
		return { ...form, ...shown.find(({ key }) => key === form.key) };
	}

	/** Sends the form and checks the response, the ledger and the log. */
	async function send(form: FuzzedForm, sent: Sent, encoding: Encoding) {
		const isEndOfSession = form.route === "routes/logout" && form.role !== "visitor";
		const cookie = isEndOfSession ? contentSite.signInAgain("viewer") : cookieOf(form.role);
		const isMultipart = encoding.isMultipart || form.isMultipart;
		const answer = await post(cookie, form.action, sent, { ...encoding, isMultipart });
		const shown = sent.map(([name, value]) => [
			name,
			typeof value === "string" ? value.slice(0, 200) : value.name,
		]);
		const what = `${form.role} POST ${form.action} ${JSON.stringify(encoding)} ${JSON.stringify(shown)} answers ${answer.status}`;
		check(answer, what);
		const allowed = answer.status < 400 ? MAY_CHANGE_POINTS[form.route] : undefined;
		const wrong = watched
			.newEntries()
			.filter(({ reason }) => !BY_THE_CLOCK.test(reason) && !allowed?.test(reason));
		expect(wrong, what).toEqual([]);
	}

	it("include one for every action of the build", () => {
		const actions = routes.filter(({ hasAction }) => hasAction).map(({ id }) => id);
		// The same pages at other URLs.
		const found = new Set([...forms.map(({ route }) => route), "tournament-edit", "fairness-game"]);
		expect(actions.filter((id) => !found.has(id))).toEqual([]);
	});

	it("accept any mutation without a server error, and move no points for refused requests", async () => {
		const inputs = fc.record({
			...{ isData: fc.boolean(), isMultipart: fc.boolean() },
			all: fc.array(changes, { minLength: 1, maxLength: 4 }),
		});
		for (const [at, form] of forms.entries()) {
			const samples = fc.sample(inputs, { seed: SEED + at, numRuns: RUNS_PER_FORM });
			for (const { all, ...encoding } of samples) {
				const now = await readCurrent(form);
				await send(now, changed(now, all), encoding);
				if (isDestructive(form)) await contentSite.renew().then(watched.newEntries);
			}
		}
		await expectIntact();
	});
});
