/** Each act that spends, earns or has an idempotency key has a race test, or EXCEPTIONS says why not. */
import { describe, expect, it } from "vitest";
import { actsToRace, posters, reachedFrom, readUnits } from "./acts";
import { RACES } from "./races";

const EXCEPTIONS: Record<string, string> = {
	"account/sessions#createSessions.store":
		"refreshes the claims of a user who is registered; the registration is raced at the first sign-in",
};

const units = readUnits();
const raced = new Set(RACES.flatMap(({ acts }) => acts));

describe("the acts that spend, earn or have an idempotency key", () => {
	it("are found", () => {
		const found = actsToRace(units);
		expect(found).toContain("store/redeem/redeem#redeem");
		expect(found).toContain("games/crash/persistence/live-bets#createLiveBets.place");
	});

	it("each have a race, or are an explained exception", () => {
		expect(actsToRace(units).filter((act) => !raced.has(act) && !(act in EXCEPTIONS))).toEqual([]);
	});

	it("include every function that changes a balance", () => {
		const reached = reachedFrom(units, raced);
		expect(posters(units).filter((id) => !reached.has(id))).toEqual([]);
	});
});

it("races and exceptions name acts of the source", () => {
	const known = [...raced, ...Object.keys(EXCEPTIONS)];
	expect(known.filter((act) => !units.get(act)?.isAct)).toEqual([]);
});

it("race names are unique", () => {
	expect(new Set(RACES.map(({ name }) => name)).size).toBe(RACES.length);
});
