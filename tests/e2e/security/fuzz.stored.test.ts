import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Sent } from "../../support/data/fuzzed-forms";
import { HOSTILE_NAMES } from "../../support/data/hostile-strings";
import { type SiteWithContent, startSiteWithContent } from "../../support/data/site-with-content";
import { seededRandom, seedFrom } from "../../support/random";
import { openStream } from "../../support/site/event-stream";
import { signInWithCookies } from "../../support/site/sign-in";
import { type Answer, faultsOfAnswer, sendRequest, type Watch, watch } from "../../support/site/watched-site";

/** All of them with `FUZZ_RUNS`. */
const NAMES = process.env.FUZZ_RUNS ? HOSTILE_NAMES.length : 4;
const SEED = seedFrom("FUZZ_SEED");
/** Texts that a spreadsheet would evaluate as formulas are prefixed with an apostrophe. */
const FORMULA = /^[=+\-@\t\r\uff0b\uff0d\uff1d\uff20]/;

let contentSite: SiteWithContent;
let watched: Watch;
beforeAll(async () => {
	console.log(`FUZZ_SEED=${SEED}`);
	contentSite = await startSiteWithContent();
	watched = watch(contentSite.site);
});
afterAll(async () => {
	watched?.close();
	await contentSite?.close();
});

function check(answer: Answer, what: string) {
	const { site } = contentSite;
	expect(faultsOfAnswer(answer, site.origin, [site.provider.issuer]), what).toEqual([]);
	expect(watched.newErrors(), what).toEqual([]);
}

/** Posts a form that must be accepted. */
async function post(cookie: string, path: string, fields: Record<string, string>) {
	const body = new FormData();
	const sent: Sent = Object.entries({ idempotencyKey: crypto.randomUUID(), ...fields });
	for (const [name, value] of sent) body.append(name, value);
	const answer = await sendRequest(contentSite.site, path, { method: "POST", headers: { cookie }, body });
	const what = `POST ${path} ${JSON.stringify(fields)} answers ${answer.status}`;
	check(answer, what);
	expect(answer.status, what).toBe(302);
	return answer;
}

const oneOf = (sql: string, ...values: string[]) =>
	String(Object.values(watched.all(sql, ...values)[0] ?? {})[0]);

/** Stores a text in every field for texts. @returns the pages that show it. */
async function store(text: string): Promise<{ viewerCookie: string; paths: string[]; itemId: string }> {
	const { site, cookies } = contentSite;
	const { admin } = cookies;
	const name = `mallory${watched.all("select id from users").length}`;
	site.provider.rename(name, text);
	const mallory = (await signInWithCookies(site, name, "en")).replace("language=pt", "language=en");
	const userId = oneOf("select id from users where twitch_username = ?", text.toLowerCase());
	await post(mallory, "/points/page", { isPublic: "on", showsPoints: "on" });
	await post(admin, "/store/new", { name: text, description: text, price: "7", stock: "5", question: text });
	const itemId = oneOf("select id from store_items where name = ?", text);
	await post(mallory, `/store/${itemId}/redeem`, { revision: "1", price: "7", stock: "5", answer: text });
	const demoUrl = "https://demogamesfree.pragmaticplay.net/cup";
	await post(admin, "/slots/new", { name: text, provider: text, description: text, demoUrl });
	const slotId = oneOf("select id from slots where name = ?", text);
	const added = (await post(admin, "/promotions", {})).headers.get("location") ?? "";
	await post(admin, added, {
		...{ revision: "1", title: text, description: text, cashback: text },
		...{ promocode: text, claimUrl: "https://casino.example/" },
	});
	const huntId = oneOf("select id from hunts where status = 'open'");
	const bonus = { huntId, name: text, bet: "1", provider: text, preNote: text };
	await post(admin, "/bonus-hunt/manage", { intent: "add-slot", ...bonus });
	const revision = oneOf("select coalesce(max(value), '0') from site_settings where key = 'revision'");
	await saveSettings(revision, text);
	return {
		viewerCookie: mallory,
		itemId,
		paths: [
			..."/ /store /slots /promotions /bonus-hunt /bonus-hunt/overlay /bio /points/orders".split(" "),
			..."/orders /user-points /bonus-hunt/manage /changes /settings".split(" "),
			...[`/slots/${slotId}/play`, `/slots/${slotId}/edit`, `/store/${itemId}/edit`, added],
			...[`/user-points/${userId}`, `/players/${encodeURIComponent(text)}`],
		],
	};
}

/** The form contains the revision that it has shown. */
async function saveSettings(otherwise: string, text: string) {
	const { admin } = contentSite.cookies;
	const { page } = await sendRequest(contentSite.site, "/settings", { headers: { cookie: admin } });
	const form = page?.forms.find(({ action }) => action === "/settings");
	const revision = form?.fields.find(({ name }) => name === "revision")?.value ?? otherwise;
	const texts = { taglinePt: text, taglineEn: text, aboutPt: text, aboutEn: text };
	await post(admin, "/settings", { revision, name: text, ...texts, soloDraw: "table" });
}

/** User names are stored in lower case. */
const asShown = (texts: string) => texts.replaceAll(/\s+/g, " ").toLowerCase();
/** Whether to open the page as the viewer instead of the admin: each user sees their own orders only. */
const isOfViewer = (path: string) => path === "/points/orders";

it("shows stored hostile texts as plain text, on every page and in every file", {
	timeout: process.env.FUZZ_RUNS ? 3_600_000 : undefined,
}, async () => {
	const random = seededRandom(SEED);
	const names = [...HOSTILE_NAMES].sort(() => random() - 0.5).slice(0, NAMES);
	for (const text of names) {
		const { viewerCookie, paths } = await store(text);
		for (const path of paths) {
			const cookie = isOfViewer(path) ? viewerCookie : contentSite.cookies.admin;
			const answer = await sendRequest(contentSite.site, path, { headers: { cookie } });
			check(answer, `${path} with ${text}`);
			expect(answer.status, `${path} with ${text}`).toBe(200);
			expect(asShown(answer.page?.text ?? ""), `${path} shows ${text}`).toContain(text.toLowerCase());
		}
		for (const path of ["/orders/export", "/user-points/export"]) {
			const answer = await sendRequest(contentSite.site, path, {
				headers: { cookie: contentSite.cookies.admin },
			});
			const rows = parse(answer.text, { bom: true, columns: true, relax_column_count: false }) as Record<
				string,
				string
			>[];
			const cells = rows.flatMap((row) => Object.values(row));
			const held = asShown(FORMULA.test(text) ? `'${text}` : text);
			expect(cells.map(asShown), `${path} holds ${text}`).toContain(held);
			expect(
				cells.filter((cell) => FORMULA.test(cell) && !/^-?\d+$/.test(cell)),
				path,
			).toEqual([]);
		}
		const slots = await sendRequest(contentSite.site, "/api/bonus-hunt-slots?user=streamer");
		expect(JSON.parse(slots.text)).toContainEqual(expect.objectContaining({ slotName: text, preNote: text }));
		const stream = await openStream(contentSite.site.origin, "/live?topics=bonus-hunt,store,lobby");
		for (const line of stream.events) JSON.parse(line.slice(line.indexOf(" ") + 1));
		stream.close();
	}
	expect(await watched.broken()).toEqual([]);
});
