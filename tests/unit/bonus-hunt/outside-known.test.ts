import { describe, expect, it } from "vitest";
import { answerReading } from "~/bonus-hunt/outside/api.server";
import { QUIET_HEADER, readHuntAnswer } from "~/bonus-hunt/outside/hunt-answer";
import { answersOf, readingOf, withAnswers } from "~/bonus-hunt/outside/outside-known";
import { SLOT, STATISTICS } from "../../support/hunt-source";

describe("an API response", () => {
	const responseWith = (
		body: string,
		status: number,
		type = "application/json; charset=utf-8",
		age?: string,
	) => new Response(body, { status, headers: { "Content-Type": type, ...(age ? { Age: age } : {}) } });

	it("has the value, with its age while the source fails", async () => {
		expect(await readHuntAnswer(responseWith("[1]", 200))).toEqual({ value: [1], ageMs: null });
		expect(await readHuntAnswer(responseWith("[1]", 200, undefined, "90"))).toEqual({
			value: [1],
			ageMs: 90_000,
		});
	});

	it("with status 502 has no value if it is the site's JSON, and is an error otherwise", async () => {
		expect(await readHuntAnswer(responseWith('{"error":""}', 502))).toEqual({ value: null, ageMs: null });
		await expect(readHuntAnswer(responseWith("<h1>Bad Gateway", 502, "text/html"))).rejects.toThrow(
			"status 502",
		);
		await expect(readHuntAnswer(responseWith("{}", 503))).rejects.toThrow("status 503");
		await expect(
			readHuntAnswer(responseWith("<p>Sign in to this network", 200, "text/html")),
		).rejects.toThrow();
	});

	it("without a value is null for the site's page, and status 502 for other clients", async () => {
		const reading = { value: undefined, ageMs: 0, fails: true };
		const respond = (headers = {}) => answerReading(new Request("http://x/", { headers }), reading, "Failed");
		const page = respond({ [QUIET_HEADER]: "1" });
		expect(page.status).toBe(200);
		expect(await readHuntAnswer(page)).toEqual({ value: null, ageMs: null });
		expect([respond().status, await respond().json()]).toEqual([502, { error: "Failed" }]);
	});
});

describe("a page's values of an outside hunt", () => {
	const NOTHING = { value: null, ageMs: null };
	const good = { statistics: { value: STATISTICS, ageMs: null }, slots: { value: [SLOT], ageMs: null } };

	it("are kept with their age if the site has no newer ones", () => {
		const known = withAnswers(
			withAnswers(undefined, good, 1000),
			{ statistics: NOTHING, slots: NOTHING },
			61_000,
		);
		expect(readingOf(known)).toEqual({ statistics: STATISTICS, slots: [SLOT], staleMs: 60_000 });
		const later = withAnswers(known, { ...good, slots: NOTHING }, 91_000);
		expect(readingOf(later).staleMs, "the age of the older part").toBe(90_000);
		expect(readingOf(withAnswers(later, good, 121_000)).staleMs).toBeNull();
	});

	it("have the age that the site reports", () => {
		const known = withAnswers(undefined, { ...good, slots: { value: [SLOT], ageMs: 130_000 } }, 1000);
		expect(readingOf(known).staleMs).toBe(130_000);
	});

	it("are null where the source never answered", () => {
		const loaded = { statistics: null, slots: [SLOT], staleMs: null };
		expect(readingOf(withAnswers(undefined, answersOf(loaded), 1000))).toEqual(loaded);
	});

	it("are kept if the page is loaded from a process without values", () => {
		const loaded = { statistics: null, slots: null, staleMs: null };
		const known = withAnswers(withAnswers(undefined, good, 1000), answersOf(loaded), 31_000);
		expect(readingOf(known)).toEqual({ statistics: STATISTICS, slots: [SLOT], staleMs: 30_000 });
	});
});
