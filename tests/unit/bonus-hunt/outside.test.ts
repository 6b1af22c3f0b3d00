import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { I18nextProvider } from "react-i18next";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { answerReading } from "~/bonus-hunt/outside/api.server";
import { createOutsideHunt } from "~/bonus-hunt/outside/outside.server";
import { HuntAge } from "~/bonus-hunt/screen/hunt-statistics";
import { i18nIn } from "~/i18n/i18next.server";
import { endless, json, respondWith, SLOT, STATISTICS, startHuntSource } from "../../support/hunt-source";

let source: Awaited<ReturnType<typeof startHuntSource>>;
const log = { warn: vi.fn() };

beforeAll(async () => {
	source = await startHuntSource();
});
afterAll(() => source.close());
beforeEach(() => {
	source.reset();
	log.warn.mockClear();
});

function open(times: Parameters<typeof createOutsideHunt>[2] = {}) {
	const hunt = createOutsideHunt(
		source.settings,
		{ log, fetcher: fetch },
		{ withinMs: 10_000, everyMs: 0, ...times },
	);
	if (!hunt) throw new Error("no outside hunt");
	return hunt;
}

describe("a valid source", () => {
	it("is requested with the streamer's handle in the placeholder or in the query", async () => {
		const hunt = open();
		expect(await hunt.readStatistics()).toMatchObject({ value: STATISTICS, fails: false });
		expect(await hunt.readSlots()).toMatchObject({ value: [SLOT], fails: false });
		expect(source.asked).toEqual(["/stats?user=navalhas", "/slots?key=secret&user=navalhas"]);
	});

	it("may omit values or send them as strings", async () => {
		source.play("/stats", json({ countTotalBonus: "12", totalWinAmount: " 12.5 ", averageMultiplier: "" }));
		source.play("/slots", json([{ slotName: " Book ", payout: "0", betSize: null, preNote: "  " }]));
		const hunt = open();
		expect((await hunt.readStatistics()).value).toEqual({
			...{ countTotalBonus: 12, countOpenedBonus: null, totalWinAmount: 12.5 },
			...{ averageMultiplier: null, breakEvenInitial: null, breakEvenCurrent: null },
		});
		const numbers = { idForBonusHunt: null, betSize: null, payout: 0, multiplier: null };
		const texts = { slotName: "Book", slotImage: null, providerName: null, preNote: null };
		expect((await hunt.readSlots()).value).toEqual([{ ...numbers, ...texts }]);
	});

	it("has its texts kept, without invisible and direction characters, truncated to fit a card", async () => {
		const name = `<script>alert(1)</script> ${"🎰".repeat(5000)}`;
		const long = { ...SLOT, slotName: name, preNote: "’s", slotImage: "a".repeat(3000) };
		const hidden = {
			providerName: "\u2066x\u2069",
			preNote: "\u202e",
			slotName: "\u202eBig\u0000\n Bass\u202c",
		};
		source.play("/slots", json([long, { ...SLOT, ...hidden }]));
		const slots = (await open().readSlots()).value ?? [];
		expect(slots).toMatchObject([
			{ preNote: "’s", slotImage: null },
			{ slotName: "Big Bass", providerName: "x", preNote: null },
		]);
		expect(slots[0]?.slotName).toMatch(/^<script>alert\(1\)<\/script> (🎰)+…$/u);
		expect([...(slots[0]?.slotName ?? "")]).toHaveLength(201);
	});

	it("has invalid values and slots omitted, each kind logged once", async () => {
		source.play("/stats", json({ ...STATISTICS, totalWinAmount: "1.234,5", breakEvenInitial: 1e15 }));
		const bad = { payout: "12x", multiplier: [1], providerName: 5, slotImage: {} };
		source.play(
			"/slots",
			json([null, { ...SLOT, slotName: null }, { ...SLOT, slotName: " " }, { ...SLOT, ...bad }]),
		);
		const hunt = open();
		for (let turn = 0; turn < 3; turn += 1) {
			expect(await hunt.readStatistics()).toMatchObject({
				value: { ...STATISTICS, totalWinAmount: null, breakEvenInitial: null },
				fails: false,
			});
			expect(await hunt.readSlots()).toMatchObject({
				value: [{ ...SLOT, payout: null, multiplier: null, providerName: null, slotImage: null }],
				fails: false,
			});
		}
		const warnings = log.warn.mock.calls.map(([{ event, part, what }]) => `${event} ${part} ${what}`);
		expect(warnings.sort()).toEqual(
			[
				...["multiplier", "payout", "providerName", "slot", "slotImage"].map((what) => `slots ${what}`),
				...["breakEvenInitial", "totalWinAmount"].map((what) => `statistics ${what}`),
			].map((value) => `bonus-hunt-source-invalid ${value}`),
		);
	});
});

/** Invalid responses, and the logged reason. */
const INVALID: [string, () => Parameters<typeof source.play>[1], RegExp][] = [
	["an endless body", () => endless("[".repeat(65_536)), /more than \d+ bytes/],
	["HTML", () => respondWith(200, "<!doctype html><p>5", { "content-type": "application/json" }), /not JSON/],
	["a number", () => json(5), /Expected array/],
	["a redirect", () => respondWith(302, "", { location: "http://169.254.169.254/" }), /status 302/],
	["404", () => respondWith(404, JSON.stringify([SLOT])), /status 404/],
	["500", () => respondWith(500, JSON.stringify([SLOT])), /status 500/],
	["a broken connection", () => (request) => request.socket.destroy(), /UND_ERR_SOCKET|unreachable/],
];

describe("a hostile source", () => {
	it.each(INVALID)(
		"that answers with %s fails, and the last valid value is kept",
		async (_what, play, reason) => {
			const hunt = open({ patienceMs: 10_000 });
			const good = await hunt.readSlots();
			source.play("/slots", play());
			const { value, fails, ageMs } = await hunt.readSlots();
			expect([value, fails]).toEqual([good.value, true]);
			expect(ageMs).toBeGreaterThanOrEqual(0);
			expect(log.warn).toHaveBeenCalledTimes(1);
			const [[entry] = []] = log.warn.mock.calls;
			const event = "bonus-hunt-source-failed";
			expect(entry).toEqual({ event, part: "slots", reason: expect.stringMatching(reason) });
			expect(JSON.stringify(entry), "the URL may contain a key").not.toMatch(/secret|127\.0\.0\.1/);
			source.play("/slots");
			const again = await hunt.readSlots();
			expect([again.value, again.fails], "a later valid response").toEqual([good.value, false]);
		},
	);

	it.each<[string, Parameters<typeof source.play>[1]]>([
		["does not answer", () => {}],
		["answers with one byte at a time", endless(" ", 20)],
	])("that %s has no value after the time limit", async (_what, play) => {
		source.play("/stats", play);
		expect(await open({ withinMs: 200 }).readStatistics()).toMatchObject({ value: undefined, fails: true });
		expect(log.warn).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ reason: "timeout" }));
	});

	it.each([
		["an infinite number", `{"countTotalBonus": 1e999}`, `[{"slotName": 1e999}]`],
		["a number with too many digits", `{"countTotalBonus": 1e15}`, `[{"slotName": 1e15}]`],
		["a list", `{"countTotalBonus": [1]}`, `[[1]]`],
		["text", `{"countTotalBonus": "many"}`, `["many"]`],
		["too many slots or no fields", `{}`, JSON.stringify(Array(1001).fill({ slotName: "B" }))],
		["an error message", `{"error": "busy"}`, `{"error": "busy"}`],
		["null", "null", "null"],
	])("whose only content is %s is rejected", async (_name, statistics, slots) => {
		source.play("/stats", respondWith(200, statistics));
		source.play("/slots", respondWith(200, slots));
		const hunt = open();
		expect(await hunt.readStatistics()).toMatchObject({ value: undefined, fails: true });
		expect(await hunt.readSlots()).toMatchObject({ value: undefined, fails: true });
	});
});

describe("repeated reads", () => {
	const crowd = (hunt: ReturnType<typeof open>) =>
		Promise.all(Array.from({ length: 50 }, () => hunt.readStatistics()));

	it("request the source once per interval", async () => {
		let now = 0;
		const hunt = open({ everyMs: 60_000, now: () => now });
		for (const reading of await crowd(hunt)) expect(reading.value).toEqual(STATISTICS);
		now = 59_999;
		await crowd(hunt);
		expect(source.asked).toHaveLength(1);
		now = 60_000;
		await crowd(hunt);
		expect(source.asked).toHaveLength(2);
		source.play("/stats", respondWith(500));
		now = 120_000;
		for (let turn = 0; turn < 3; turn += 1) await crowd(hunt);
		expect(source.asked, "a failing source").toHaveLength(3);
	});

	it("respect Retry-After", async () => {
		source.play("/stats", respondWith(429, "", { "retry-after": "60" }));
		const hunt = open({ everyMs: 0 });
		for (let turn = 0; turn < 3; turn += 1) await hunt.readStatistics();
		expect(source.asked).toHaveLength(1);
	});

	it("return an older value instead of waiting for a slow response", async () => {
		const hunt = open({ patienceMs: 50 });
		await hunt.readStatistics();
		source.play("/stats", () => {});
		expect((await hunt.readStatistics()).value).toEqual(STATISTICS);
		expect(log.warn, "the request has not ended").not.toHaveBeenCalled();
		hunt.end();
	});
});

it("a pending read ends with the site, without a log entry", async () => {
	source.play("/slots", () => {});
	const hunt = open();
	const reading = hunt.readSlots();
	hunt.end();
	expect(await reading).toMatchObject({ value: undefined, fails: true });
	expect(log.warn).not.toHaveBeenCalled();
});

it("no outside hunt exists without settings", () => {
	const settings = { ...source.settings, BONUS_HUNT_STATS_URL: undefined, BONUS_HUNT_SLOTS_URL: undefined };
	expect(createOutsideHunt(settings, { log, fetcher: fetch })).toBeUndefined();
});

it("an API response has the value with its age, or status 502", async () => {
	const respond = async (reading: Parameters<typeof answerReading>[1]) => {
		const response = answerReading(new Request("http://x/"), reading, "Failed");
		return [response.status, response.headers.get("Age"), await response.json()];
	};
	expect(await respond({ value: [1], ageMs: 5, fails: false })).toEqual([200, null, [1]]);
	expect(await respond({ value: [1], ageMs: 90_000, fails: true })).toEqual([200, "90", [1]]);
	expect(await respond({ value: undefined, ageMs: 0, fails: true })).toEqual([
		502,
		null,
		{ error: "Failed" },
	]);
});

it("a page says how old the values are while the source or the site does not answer", () => {
	const text = (staleMs: number | null, lostMs: number | null) => {
		const age = createElement(HuntAge, { staleMs, lostMs });
		return renderToStaticMarkup(createElement(I18nextProvider, { i18n: i18nIn("pt") }, age)).replace(
			/<[^>]*>/g,
			"",
		);
	};
	expect(text(null, null)).toBe("");
	expect(text(130_000, null)).toBe("A fonte não responde. Estes números são de há 2 minutos.");
	expect(text(130_000, 1000)).toMatch(/^Não há ligação ao site\..*2 minutos/);
});
