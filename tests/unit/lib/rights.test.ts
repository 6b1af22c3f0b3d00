import { expect, it } from "vitest";
import { may, mayOpen, RIGHTS, rankOf, rightsIn, type Staff } from "~/lib/rights";

const admin: Staff = { isAdmin: true, rights: [] };
const viewer: Staff = { isAdmin: false, rights: [] };
const moderators = RIGHTS.map((right): Staff => ({ isAdmin: false, rights: [right] }));

it("a moderator may do what each right allows, an admin everything, and a viewer or visitor nothing", () => {
	for (const [at, moderator] of moderators.entries()) {
		expect(RIGHTS.filter((right) => may(moderator, right))).toEqual([RIGHTS[at]]);
		expect([mayOpen(moderator, "admin"), mayOpen(moderator, "staff")]).toEqual([false, true]);
	}
	expect(RIGHTS.filter((right) => may(admin, right))).toEqual(RIGHTS);
	for (const person of [viewer, undefined])
		expect(([...RIGHTS, "admin", "staff"] as const).filter((part) => mayOpen(person, part))).toEqual([]);
});

it("people with different rights have different ranks, so that their streams end when one is given or taken", () => {
	const people = [admin, viewer, ...moderators, { isAdmin: false, rights: RIGHTS }];
	expect(new Set(people.map(rankOf)).size).toBe(people.length);
});

it("stored rights that no longer exist are left out", () => {
	expect(rightsIn(JSON.stringify(["points", "everything", "orders"]))).toEqual(["orders", "points"]);
	for (const stored of [null, "null", "{}"]) expect(rightsIn(stored)).toEqual([]);
});
