import { createHash } from "node:crypto";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text as textOf } from "node:stream/consumers";
import type { Db } from "db/database";
import { openDatabase } from "db/open";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addChain, addLiveRound } from "../support/data/crash-rows";
import { chooseFlights, readPlayer } from "../support/data/players";
import { type ServedPage, visit } from "../support/http/visitor";
import { newPlayer } from "../support/site/new-player";
import { openRows } from "../support/site/rows";
import { type Site, startSite } from "../support/site/site";

const ROUNDS = 60;
/** More steps than the server walks for one request. */
const LONG_CHAIN = 1400;
const LIVE = "/fairness/live-crash";
const VERIFIER = "form:has(input[name=hash])";
const SOLO = "/fairness/crash";

let site: Site;
let chain: Awaited<ReturnType<typeof addChain>>;

async function addRounds(db: Db) {
	const long = await addChain(db, "long", 1500, "2098-01-01T00:00:00.000Z");
	await addLiveRound(db, long, LONG_CHAIN, "closed");
	chain = await addChain(db, "chain", 200, "2099-01-01T00:00:00.000Z");
	for (let number = 1; number <= ROUNDS; number++) {
		await addLiveRound(db, chain, number, number === ROUNDS ? "open" : number === 50 ? "voided" : "closed");
	}
}

beforeAll(async () => {
	site = await startSite();
	// A start would void the open round.
	const db = openDatabase(site.databaseUrl);
	await addRounds(db).finally(() => db.destroy());
});
afterAll(() => site?.close());

const byTestId = (page: ServedPage, testId: string) => page.$(`[data-testid=${testId}]`);
const count = (page: ServedPage, testId: string) => byTestId(page, testId).length;
const text = (page: ServedPage, testId: string) => byTestId(page, testId).first().text().trim();
const multiplier = (hundredths: number) => `${(hundredths / 100).toFixed(2)}x`;

/** Reveals the server seed in use, which the page then shows. */
async function reveal(page: ServedPage) {
	const revealed = await page.submit("button[value=rotate]", {}, { button: "[value=rotate]" });
	return { page: revealed, serverSeed: byTestId(revealed, "revealed").find("dd").first().text().trim() };
}

describe("the fairness page of Plinko", () => {
	it("commits to a seed, changes the other one, and verifies a round once the seed is revealed", async () => {
		const name = newPlayer();
		const viewer = await visit(site, { as: name });
		await viewer.open("/mini-games/plinko");
		const start = await viewer.open("/fairness");
		const commitment = text(start, "commitment");
		expect(commitment).toMatch(/^[0-9a-f]{64}$/);
		const change = { button: "[value=change-client-seed]" };
		const refused = await start.submit("#client-seed", { clientSeed: "my lucky seed!" }, change);
		expect(refused.status).toBe(400);
		expect(refused.errors().clientSeed).toMatch(/./);
		expect(refused.fields("#client-seed").clientSeed).toBe("my lucky seed!");
		const changed = await refused.submit("#client-seed", { clientSeed: "my-lucky-seed" }, change);
		expect([text(changed, "client-seed"), text(changed, "commitment")]).toEqual([
			"my-lucky-seed",
			commitment,
		]);

		const played = await (await viewer.open("/mini-games/plinko")).submit("#plinko-form", { balls: 9 });
		const [round] = readPlayer(site, name).rounds;
		const address = `/fairness?round=${round?.id}`;
		const before = await played.follow(`a[href="${address}"]`);
		expect([count(before, "round-facts"), count(before, "verdict-good")]).toEqual([1, 0]);
		expect(before.html).not.toContain("verdict-bad");

		const { page, serverSeed } = await reveal(await viewer.open("/fairness"));
		expect(createHash("sha256").update(serverSeed).digest("hex")).toBe(commitment);
		expect(text(page, "commitment")).not.toBe(commitment);
		const after = await viewer.open(address);
		expect(count(after, "verdict-good")).toBe(2);
		const drawn = byTestId(after, "draws").find("tbody tr").toArray();
		expect(drawn.map(({ attribs }) => Number(attribs["data-value"]))).toEqual(round?.outcome);
		expect((await viewer.open("/fairness?round=nothing")).text()).toContain("There's no round with this ID.");
	});
});

describe("the fairness page of solo Crash", () => {
	it("hides a flight's crash point and its seed until the end, then verifies it with the revealed seed", async () => {
		const name = newPlayer();
		const viewer = await visit(site, { as: name, lang: "pt" });
		const start = await viewer.open("/fairness");
		expect(start.$('main nav a[href="/fairness/crash"]').length).toBe(1);
		// A flight that the test can look at before its end. The page has no whole number of this range.
		const { id: userId } = readPlayer(site, name);
		const [crashPoint = 0] = chooseFlights(site, userId, { from: 640, to: 690 });
		const shown = multiplier(crashPoint).replace(".", ",");
		const act = (intent: string, fields = {}) => viewer.post("/mini-games/crash", { intent, ...fields });
		await act("place", { stake: "10", idempotencyKey: crypto.randomUUID() });
		const rows = openRows(site);
		const { id: betId, round_id: roundId } = rows.one(
			"select id, round_id from crash_bets where user_id = ?",
			userId,
		);
		const address = `${SOLO}?round=${roundId}`;
		await act("fly", { betId: String(betId) });
		const inPlay = await (await viewer.open(SOLO)).follow(`a[href="${address}"]`);
		expect(text(inPlay, "round-facts")).toContain(text(start, "commitment"));
		expect([count(inPlay, "crash-point"), count(inPlay, "drawn-crash-point")]).toEqual([0, 0]);
		const kept = await reveal(await viewer.open("/fairness"));
		expect([kept.page.status, kept.serverSeed]).toEqual([409, ""]);
		const seed = String(
			rows.one("select server_seed from player_seeds where user_id = ?", userId).server_seed,
		);
		const stored = rows.one("select status, crash_point from crash_rounds where id = ?", String(roundId));
		expect(stored).toEqual({ status: "open", crash_point: crashPoint });
		for (const file of ["", ".data"]) {
			const page = await viewer.open(`${SOLO}${file}?round=${roundId}`);
			// Its drawings have any number.
			const html = page.html.replace(/\b(?:d|[xy][12]?|c[xy]|r)=\\*"[^"]*"/g, "");
			for (const secret of [seed, shown, multiplier(crashPoint)]) expect(html).not.toContain(secret);
			// The digits may be part of an id or a hash.
			expect(html).not.toMatch(new RegExp(`(?<![\\w-])${crashPoint}(?![\\w-])`));
		}

		await expect.poll(async () => text(await viewer.open(address), "crash-point")).toBe(shown);
		expect(count(await viewer.open(address), "verdict-good")).toBe(0);
		expect((await reveal(await viewer.open("/fairness"))).serverSeed).toBe(seed);
		const verified = await viewer.open(address);
		expect([count(verified, "verdict-good"), count(verified, "verdict-bad")]).toEqual([2, 0]);
		expect(text(verified, "drawn-crash-point")).toContain(shown);
		rows.close();
		expect((await (await visit(site)).open(`${SOLO}?round=nothing`)).text()).toContain(
			"There's no solo flight with this ID.",
		);
	});
});

describe("the fairness page of live Crash", () => {
	it("lists matching rounds, and walks back to the commitment", async () => {
		const visitor = await visit(site);
		const page = await (await visitor.open(SOLO)).follow('main nav a[href="/fairness/live-crash"]');
		expect([text(page, "commitment"), text(page, "next-commitment")]).toEqual([
			chain.hashOf(0),
			chain.hashOf(ROUNDS - 1),
		]);
		const listed = byTestId(page, "listed");
		const marks = listed.toArray().map(({ attribs }) => attribs["data-mark"]);
		expect(marks).toEqual(new Array(50).fill("good"));
		expect(listed.first().text()).toContain(multiplier(chain.pointOf(ROUNDS - 1)));
		const walked = await page.submit(VERIFIER, {}, { button: "[name=walk]" });
		expect(text(walked, "verdict-good")).toContain(String(ROUNDS - 1));
	});

	it("shows a round that is over with its hash, and an open one without its secrets", async () => {
		const visitor = await visit(site);
		const open = await (await visitor.open(LIVE)).submit("#round", { round: ROUNDS });
		expect(text(open, "round-facts")).toContain(chain.hashOf(ROUNDS - 1));
		expect(count(open, "crash-point")).toBe(0);
		const past = await open.submit("#round", { round: "chain-20" });
		expect(text(past, "crash-point")).toBe(multiplier(chain.pointOf(20)));
		expect(text(past, "hash")).toBe(chain.hashOf(20));
		expect([count(past, "verdict-good"), count(past, "listed")]).toEqual([2, 20]);
		const unknown = await past.submit("#round", { round: "nothing" });
		expect(unknown.text()).toContain("There's no live round with this ID or number.");
		const other = await visitor.open(`${LIVE}?chain=nothing`);
		expect(text(other, "commitment"), "falls back to the newest chain").toBe(chain.hashOf(0));
		const secrets = [chain.seed, chain.hashOf(ROUNDS), chain.hashOf(ROUNDS + 1)];
		for (const file of ["", ".data"]) {
			for (const search of [
				"",
				`?round=chain-${ROUNDS}`,
				`?round=${ROUNDS}&chain=chain`,
				"?chain=chain&walk=yes",
			]) {
				const { status, html } = await visitor.open(`${LIVE}${file}${search}`);
				expect(status).toBe(200);
				for (const secret of secrets) expect(html).not.toContain(secret);
			}
		}
	});

	it("walks a long chain in several requests", async () => {
		const page = await (await visit(site)).open(`${LIVE}?chain=long`);
		expect(page.text()).toContain("An earlier chain");
		const half = await page.submit(VERIFIER, {}, { button: "[name=walk]" });
		expect(half.text()).toContain("Steps back: 1000.");
		const end = await half.follow("Continue from there");
		expect(end.text()).toContain(`The commitment was reached after ${LONG_CHAIN - 1000} steps.`);
	});

	it("limits walks per address, states the limit in the page's language, and serves other requests", async () => {
		const fetchPage = async (from: string, search: string, language = "en") => {
			const headers = { accept: "text/html", cookie: `age-verified=true; language=${language}` };
			const request = get(`${site.origin}${LIVE}${search}`, { localAddress: from, family: 4, headers });
			const [answer] = (await once(request, "response")) as [IncomingMessage];
			return { status: answer.statusCode, wait: answer.headers["retry-after"], text: await textOf(answer) };
		};
		const walk = `?walk=yes&hash=${"ab".repeat(32)}`;
		for (let turn = 0; turn < 30; turn++) expect((await fetchPage("127.0.0.9", walk)).status).toBe(200);
		for (const [language, message] of [
			["en", "Too many requests in a row."],
			["pt", "Demasiadas tentativas seguidas."],
		] as const) {
			const refused = await fetchPage("127.0.0.9", walk, language);
			expect(refused.status).toBe(429);
			expect(refused.text).toContain(message);
			expect(Number(refused.wait)).toBeGreaterThan(0);
		}
		expect((await fetchPage("127.0.0.9", "")).status, "the page itself").toBe(200);
		expect((await fetchPage("127.0.0.10", walk)).status, "another address").toBe(200);
	});
});

it("the page of raffles has the commands for checking a draw without scripts, and the file of the raffle that it names", async () => {
	for (const [lang, text] of [
		["pt", "Sem scripts"],
		["en", "Without scripts"],
	] as const) {
		const visitor = await visit(site, { lang });
		const page = await visitor.open("/fairness/raffle?raffle=raffle-1");
		expect(page.$(".without-scripts").text()).toContain(text);
		expect(page.$("code").text()).toContain("openssl dgst -sha256 -mac HMAC");
		expect(page.$("a[download]").attr("href")).toBe("/raffles/raffle-1/draw.json");
		const odd = await visitor.open("/fairness/raffle?raffle=../../login");
		expect(odd.$("a[download]")).toHaveLength(0);
	}
});
