import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import {
	BY_THE_CLOCK,
	type FuzzedForm,
	filled,
	isDestructive,
	MAY_CHANGE_POINTS,
	momentForms,
	namesOf,
	type Sent,
} from "../../support/data/fuzzed-forms";
import { FOREIGN_FIELDS, HOSTILE_FIELD_NAMES, HOSTILE_STRINGS } from "../../support/data/hostile-strings";
import { type SiteWithContent, startSiteWithContent } from "../../support/data/site-with-content";
import { discover, formsOn } from "../../support/discovery";
import { pickFrom, seededRandom, seedFrom } from "../../support/random";
import { builtRoutes, routeFinder } from "../../support/site/built-routes";
import { type Answer, faultsOfAnswer, sendRequest, type Watch, watch } from "../../support/site/watched-site";

/** `FUZZ_RUNS=10000 FUZZ_STRINGS=30 FUZZ_SEED=7 npm test e2e fuzz` runs longer. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 100);
/** Runs after which the forms are collected again, since accepted input changes which forms exist. */
const RUNS_PER_CHAPTER = 1000;
/** Hostile strings per field of each form. */
const STRINGS_PER_FIELD = Number(process.env.FUZZ_STRINGS ?? 1);
const SEED = seedFrom("FUZZ_SEED");

/** A crawl of every page in each role is slow on a busy machine. */
const FIVE_MINUTES = 300_000;
const HOUR_MS = 60 * 60 * 1000;
const WITHOUT_LINK = [
	"/live",
	"/settings",
	"/analytics",
	"/user-points/import",
	"/bonus-hunt/manage?ask=finish",
];

let contentSite: SiteWithContent;
let watched: Watch;
const routes = builtRoutes();
const routeOf = routeFinder(routes);
const answered = new Map<number, number>();

beforeAll(async () => {
	console.log(`FUZZ_SEED=${SEED}`);
	contentSite = await startSiteWithContent();
	watched = watch(contentSite.site);
});
afterAll(async () => {
	watched?.close();
	await contentSite?.close();
});

/** Every form of every role, without duplicates. */
async function findForms(): Promise<FuzzedForm[]> {
	const { site, cookies } = contentSite;
	const forms = new Map<string, FuzzedForm>();
	const add = (form: FuzzedForm) => {
		// A visitor plays with demo points, which takes another code path. Other forms are the same for every permitted
		// role.
		const isDemo = form.role === "visitor" && form.route.startsWith("routes/mini-games");
		const key = (isDemo ? "demo " : "") + form.key;
		if (!forms.has(key)) forms.set(key, form);
	};
	for (const role of ["visitor", "viewer", "admin"] as const) {
		const found = await discover(site, cookies[role], routeOf, ["/", ...WITHOUT_LINK], (page, path) =>
			expect(page.faults, path).toEqual([]),
		);
		for (const form of found.forms) if (form.method === "post") add({ ...form, role });
	}
	const gate = await discover(site, "language=en", routeOf, ["/"]);
	for (const form of gate.forms) if (form.method === "post") add({ ...form, role: "visitor" });
	const text = "username,points\nana,4000";
	const preview = await post(cookies.admin, "/user-points/import", [
		["intent", "preview"],
		["text", text],
	]);
	for (const form of preview.page ? formsOn(preview.page, "/user-points/import", routeOf) : []) {
		add({ ...form, role: "admin", page: undefined });
	}
	for (const form of momentForms(watched)) add(form);
	return [...forms.values()].sort((a, b) => Number(isDestructive(a)) - Number(isDestructive(b)));
}

function post(cookie: string, action: string, sent: Sent, encoding: Partial<Encoding> = {}): Promise<Answer> {
	const [path = "", search] = action.split("?");
	const address = `${path}${encoding.isData ? ".data" : ""}${search === undefined ? "" : `?${search}`}`;
	return sendRequest(contentSite.site, address, {
		method: "POST",
		headers: { cookie },
		body: bodyOf(sent, encoding),
	});
}

interface Encoding {
	/** Sent as a data request of Remix's scripts. */
	isData: boolean;
	isMultipart: boolean;
}

function bodyOf(sent: Sent, { isMultipart }: Partial<Encoding>): FormData | URLSearchParams {
	if (!isMultipart && sent.every(([, value]) => typeof value === "string")) {
		return new URLSearchParams(sent as [string, string][]);
	}
	const form = new FormData();
	for (const [name, value] of sent) form.append(name, value);
	return form;
}

/** The current form of its page; the earlier one if the page no longer has it. */
async function readCurrent(form: FuzzedForm): Promise<FuzzedForm> {
	if (form.page === undefined) return form;
	const answer = await sendRequest(contentSite.site, form.page, {
		headers: { cookie: contentSite.cookies[form.role] },
	});
	check(answer, `GET ${form.page}`);
	const shown = answer.page ? formsOn(answer.page, form.page, routeOf) : [];
	const found = shown.find(({ key }) => key === form.key);
	return found ? { ...form, ...found } : form;
}

function check(answer: Answer, what: string) {
	answered.set(answer.status, (answered.get(answer.status) ?? 0) + 1);
	const { site } = contentSite;
	const faults = faultsOfAnswer(answer, site.origin, [site.provider.issuer]);
	expect(faults, `${what}\n${answer.text.slice(0, 500)}`).toEqual([]);
	expect(watched.newErrors(), what).toEqual([]);
}

const shown = (sent: Sent) =>
	JSON.stringify(
		sent.map(([name, value]) => [name, typeof value === "string" ? value.slice(0, 200) : value.name]),
	);

/** Sends the form and checks the response, the ledger and the log. */
async function send(form: FuzzedForm, sent: Sent, encoding: Encoding) {
	const isEndOfSession = form.route === "routes/logout" && form.role !== "visitor";
	const cookie = isEndOfSession ? contentSite.signInAgain("viewer") : contentSite.cookies[form.role];
	const answer = await post(cookie, form.action, sent, {
		...encoding,
		isMultipart: encoding.isMultipart || form.isMultipart,
	});
	const what = `${form.role} POST ${form.action} ${JSON.stringify(encoding)} ${shown(sent)} answers ${answer.status}`;
	check(answer, what);
	const allowed = answer.status < 400 ? MAY_CHANGE_POINTS[form.route] : undefined;
	const wrong = watched
		.newEntries()
		.filter(({ reason }) => !BY_THE_CLOCK.test(reason) && !allowed?.test(reason));
	expect(wrong, what).toEqual([]);
}

const prototypes = async () => {
	const { site } = contentSite;
	const before = site.logs().length;
	site.process.kill("SIGUSR2");
	return vi.waitFor(() => {
		const output = /.*"event":"prototypes".*\n/.exec(site.logs().slice(before));
		if (!output) throw new Error("The site has not printed its prototypes.");
		return output[0];
	}, 10_000);
};

const storedUsers = () =>
	watched.all("select id, twitch_id, twitch_username, email, roles from users order by id");

/** Users and roles are unchanged, all invariants hold, and the site still answers. */
async function expectIntact(before: { storedUsers: unknown; prototypes: unknown }) {
	expect(storedUsers()).toEqual(before.storedUsers);
	expect(await prototypes()).toEqual(before.prototypes);
	expect(await watched.broken()).toEqual([]);
	expect((await sendRequest(contentSite.site, "/healthz")).status).toBe(200);
	for (const role of ["visitor", "viewer", "admin"] as const) {
		const answer = await sendRequest(contentSite.site, "/store", {
			headers: { cookie: contentSite.cookies[role] },
		});
		check(answer, `/store as ${role}`);
		expect(answer.status).toBe(200);
	}
	const statuses = [...answered].sort().map(([status, count]) => `${count} x ${status}`);
	console.log(`responses so far: ${statuses.join(", ")}`);
}

const files = fc
	.record({
		name: fc.constantFrom(
			"a.png",
			"../../a.png",
			"a\0.png",
			"a.svg",
			"",
			'x"; filename="y.png',
			"<x-run>.png",
		),
		type: fc.constantFrom("image/png", "image/svg+xml", "text/html", "", "application/x-www-form-urlencoded"),
		bytes: fc.oneof(
			fc.uint8Array({ maxLength: 200 }),
			fc.constantFrom(
				Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'><script>run()</script></svg>"),
				Buffer.from("\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xff\xff\xff\xff\xff\xff\xff\x08\x06\0\0\0", "latin1"),
				Buffer.from("GIF89a\xff\xff\xff\xff\x80\0\0", "latin1"),
				Buffer.from("\xff\xfeu\0s\0e\0r\0", "latin1"),
				Buffer.alloc(70_000, 65),
			),
		),
	})
	.map(({ name, type, bytes }) => new File([new Uint8Array(bytes)], name, { type }));

const texts = fc.oneof(
	{ arbitrary: fc.constantFrom(...HOSTILE_STRINGS), weight: 4 },
	{ arbitrary: fc.string({ unit: "binary", maxLength: 60 }), weight: 2 },
	{ arbitrary: fc.string({ unit: "grapheme", maxLength: 60 }), weight: 1 },
	{ arbitrary: fc.double().map(String), weight: 1 },
	{ arbitrary: fc.bigInt().map(String), weight: 1 },
	{ arbitrary: fc.json({ maxDepth: 2 }), weight: 1 },
	{
		arbitrary: fc
			.tuple(fc.constantFrom(...HOSTILE_STRINGS), fc.integer({ min: 2, max: 30 }))
			.map(([text, times]) => text.repeat(times)),
		weight: 1,
	},
);

/** A change of a form before it is sent. `at` selects a field, modulo the number of fields. */
const changes = fc.oneof(
	{ weight: 6, arbitrary: fc.record({ kind: fc.constant("set" as const), at: fc.nat(), value: texts }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("drop" as const), at: fc.nat() }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("repeat" as const), at: fc.nat(), value: texts }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant("file" as const), at: fc.nat(), value: files }) },
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant("rename" as const),
			at: fc.nat(),
			name: fc.oneof(fc.constantFrom(...HOSTILE_FIELD_NAMES), fc.string({ unit: "binary", maxLength: 20 })),
		}),
	},
	{
		weight: 1,
		arbitrary: fc.record({ kind: fc.constant("add" as const), field: fc.constantFrom(...FOREIGN_FIELDS) }),
	},
	{
		weight: 1,
		arbitrary: fc.record({
			kind: fc.constant("addOdd" as const),
			name: fc.constantFrom(...HOSTILE_FIELD_NAMES),
			value: texts,
		}),
	},
);

type Change = typeof changes extends fc.Arbitrary<infer Value> ? Value : never;

function changed(form: FuzzedForm, all: readonly Change[]): Sent {
	let sent = filled(form);
	const names = namesOf(form);
	for (const change of all) {
		const name = "at" in change ? (names[change.at % Math.max(1, names.length)] ?? "x") : "";
		const others = sent.filter(([other]) => other !== name);
		switch (change.kind) {
			case "set":
			case "file":
				sent = [...others, [name, change.value]];
				break;
			case "repeat":
				sent = [...sent, [name, change.value], [name, change.value]];
				break;
			case "drop":
				sent = others;
				break;
			case "rename":
				sent = sent.map(([other, value]) => [other === name ? change.name : other, value]);
				break;
			case "add":
				sent = [...sent, [change.field[0], change.field[1]]];
				break;
			case "addOdd":
				sent = [...sent, [change.name, change.value]];
		}
	}
	return sent;
}

const encodings: fc.Arbitrary<Encoding> = fc.record({ isData: fc.boolean(), isMultipart: fc.boolean() });

describe("the forms of the site", { timeout: process.env.FUZZ_RUNS ? 24 * HOUR_MS : FIVE_MINUTES }, () => {
	let forms: FuzzedForm[];
	let before: { storedUsers: unknown; prototypes: unknown };
	beforeAll(async () => {
		forms = await findForms();
		before = { storedUsers: storedUsers(), prototypes: await prototypes() };
		watched.newEntries();
		console.log(`${forms.length} forms, ${forms.flatMap(namesOf).length} fields`);
	}, FIVE_MINUTES);

	it("include one for every action of the build", () => {
		const actions = routes.filter(({ hasAction }) => hasAction).map(({ id }) => id);
		// The same page at another URL.
		const found = new Set([...forms.map(({ route }) => route), "tournament"]);
		expect(actions.filter((id) => !found.has(id))).toEqual([]);
	});

	it("accept any value in any field without a server error, and move no points for refused requests", async () => {
		const random = seededRandom(SEED);
		for (const form of forms) {
			for (const name of namesOf(form)) {
				for (let count = 0; count < STRINGS_PER_FIELD; count++) {
					const value = pickFrom(HOSTILE_STRINGS, random);
					const now = await readCurrent(form);
					const sent: Sent = [...filled(now).filter(([other]) => other !== name), [name, value]];
					await send(now, sent, { isData: random() < 0.3, isMultipart: random() < 0.2 });
				}
			}
			if (isDestructive(form)) await contentSite.renew().then(watched.newEntries);
		}
		await expectIntact(before);
	});

	it("accept any mutation without a server error, and move no points for refused requests", async () => {
		for (let left = RUNS; left > 0; left -= RUNS_PER_CHAPTER) {
			await contentSite.renew();
			if (left < RUNS) forms = await findForms();
			watched.newEntries();
			await fc.assert(
				fc.asyncProperty(
					fc.nat(forms.length - 1),
					fc.array(changes, { minLength: 1, maxLength: 4 }),
					encodings,
					async (at, all, encoding) => {
						const form = forms[at];
						if (!form) throw new RangeError("no such form");
						const now = await readCurrent(form);
						await send(now, changed(now, all), encoding);
					},
				),
				{ seed: SEED + left, numRuns: Math.min(left, RUNS_PER_CHAPTER) },
			);
		}
		await expectIntact(before);
	});
});
