import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { QUICKNET, roundAfter, timeOf } from "~/beacon/beacon";
import { cancelRaffle, passPlace } from "~/events/raffles/decide.server";
import { checkDraw, type DrawFile, readDrawFile, readList } from "~/events/raffles/draw-file";
import { raffleInvariants } from "~/events/raffles/raffles.audit.server";
import { findRaffleStates } from "~/events/raffles/raffles.queries.server";
import { raffles } from "~/events/raffles/raffles.server";
import { readOwnRaffles } from "~/events/raffles/raffles-page.server";
import { DomainError } from "~/forms/domain-error";
import { changeLimits } from "~/games/limits/limits.server";
import { jsonDownload } from "~/http/json-download.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { removeRecord } from "~/records/change-record.server";
import { addItem } from "../../../support/data/store-rows";
import { addUser } from "../../../support/database";
import { expectInvariants, expectRefusal, violatedAfter } from "../../../support/expectations";
import { openForEachTest } from "../../../support/for-each-test";
import { rowOf, rowsOf } from "../../../support/rows-of";
import { removeGuards } from "../../../support/unguarded";
import { MINUTE_MS, openRaffles } from "./raffles.setup";

const test = openForEachTest(openRaffles);
const raffleOf = (id: string) => rowOf(test.db, "raffles", { id });
const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const decided = { raffleId: "", reason: "Not in the chat" };

/** A raffle with one bought and one free ticket of each of `ana`, `bruno` and `sub`. */
async function entered() {
	const id = await test.save();
	for (const user of [test.ana, test.bruno, test.sub]) await test.enter(id, user, { count: 1 });
	return id;
}

async function later(minutes: number) {
	test.clock.pass(minutes * MINUTE_MS);
	await test.settle();
}

/** Closes and draws a raffle. */
async function drawn() {
	const id = await entered();
	await later(60);
	await later(1);
	return id;
}

const audit = () => expectInvariants(test.db, ...raffleInvariants, ...ledgerInvariants);
const expectCorrect = async (id: string) =>
	expect(checkDraw((await test.file(id)) as DrawFile, () => true).filter(([, isGood]) => !isGood)).toEqual(
		[],
	);

describe("a new raffle", () => {
	it("shows the hash of a secret seed, and the first round 30 s after it closes", async () => {
		const id = await test.save();
		const { seed, seed_hash, round, state } = await raffleOf(id);
		expect(sha256(Buffer.from(seed, "hex"))).toBe(seed_hash);
		expect(state).toBe("open");
		expect(round).toBe(roundAfter(QUICKNET, new Date("2026-03-04T13:00:00.000Z")));
		const shown = await test.read(id, test.ana);
		expect(shown?.proof).toMatchObject({ seedHash: seed_hash, seed: null, round });
		expect(JSON.stringify(shown)).not.toContain(seed);
		expect(await test.file(id)).toBeUndefined();
	});

	it("has prizes in points or items on offer, and closes in the future", async () => {
		const itemId = await addItem(test.db, "mug");
		const id = await test.save({ prizes: "mug\n5" });
		expect(JSON.parse((await raffleOf(id)).prize_values)).toEqual([{ itemId }, { points: 5 }]);
		await expectRefusal(test.save({ prizes: "Nothing" }), "rafflePrizeUnknown", { prize: "Nothing" });
		await expectRefusal(test.save({ closesAt: "2026-03-04T12:00" }), "raffleClosesInvalid");
	});

	it("may close at another time, with another round, only before the first ticket", async () => {
		const id = await test.save();
		const { round } = await raffleOf(id);
		await test.save({ closesAt: "2026-03-04T14:00" }, { id, revision: 1 });
		expect((await raffleOf(id)).round).toBe(round + 1200);
		await later(90);
		expect((await raffleOf(id)).state).toBe("open");
		await test.enter(id);
		for (const change of [{ closesAt: "2026-03-04T15:00" }, { closesAt: "2026-03-04T14:00", price: 1 }])
			await expectRefusal(test.save(change, { id, revision: 2 }), "raffleLocked");
		await test.save({ closesAt: "2026-03-04T14:00", title: "Cups" }, { id, revision: 2 });
		expect(await raffleOf(id)).toMatchObject({ title: "Cups", round: round + 1200 });
		const removal = removeRecord(test.site, raffles, test.admin, { id, revision: 3 });
		await expectRefusal(removal, "raffleHasTickets");
	});
});

describe("an entry", () => {
	it("takes the price of bought tickets, and shows free and extra ones that cost nothing", async () => {
		const id = await test.save();
		expect(await test.enter(id, test.sub, { count: 2 })).toHaveLength(5);
		expect(await test.points(test.sub)).toBe(900);
		const own = (await test.read(id, test.sub))?.own ?? [];
		expect(new Set(own).size).toBe(5);
		expect((await test.read(id, test.ana))?.own).toEqual([]);
		expect(await test.enter(id, test.ana)).toHaveLength(1);
		expect(await test.points(test.ana)).toBe(1000);
		expect(await test.read(id)).toMatchObject({ tickets: 6, viewers: 2, own: [] });
		await audit();
	});

	it("has no tickets without the points, above the maximum, at another price, or a second free one", async () => {
		const id = await test.save({ price: 300 });
		await expectRefusal(test.enter(id, test.ana, { count: 4, price: 300 }), "insufficientPoints");
		expect(await rowsOf(test.db, "raffle_tickets")).toEqual([]);
		await expectRefusal(test.enter(id, test.ana, { count: 6, price: 300 }), "raffleTicketsUsed", {
			count: 5,
		});
		await expectRefusal(test.enter(id, test.ana, { count: 1, price: 50 }), "raffleChanged");
		await test.enter(id);
		await expectRefusal(test.enter(id), "raffleNotSubscriber");
		const free = await test.save({ price: null, hasFreeTicket: false });
		expect(await test.enter(free)).toHaveLength(1);
		await expectRefusal(test.enter(free, test.ana, { count: 1, price: 0 }), "raffleChanged");
		const few = await test.save({ maxBought: 2 });
		expect(await test.enter(few, test.ana, { count: 1 })).toHaveLength(2);
		await expectRefusal(test.enter(few, test.ana, { count: 2 }), "raffleTicketsUsed", { count: 2 });
		await audit();
	});

	it("is for accounts of the age, and for admins only where they may", async () => {
		const id = await test.save({ minAccountHours: 100 });
		await expectRefusal(test.enter(id), "accountTooNew", { hours: 100 });
		await expectRefusal(test.enter(await test.save(), test.admin, { isAdmin: true }), "raffleNotForAdmins");
		const open = await test.save({ isOpenToAdmins: true, minAccountHours: 72 });
		expect(await test.enter(open, test.admin, { isAdmin: true })).toHaveLength(1);
		await expectRefusal(test.enter(open, test.ana, { rights: ["raffles"] }), "raffleNotForAdmins");
	});

	it("counts in the daily loss, and buys nothing during a break", async () => {
		const id = await test.save();
		const limits = { ...test.site, announceRestriction() {} };
		await changeLimits(limits, test.ana, (now) => ({ ...now, dailyLoss: 80 }));
		await test.enter(id, test.ana, { count: 1 });
		await expectRefusal(test.enter(id, test.ana, { count: 1 }), "lossLimitReached");
		await changeLimits(limits, test.ana, (now) => ({
			...now,
			breakUntil: test.clock.now().getTime() + MINUTE_MS,
		}));
		await expectRefusal(test.enter(id, test.ana, { count: 1 }), "onBreak");
	});

	it("has the extra tickets of a subscriber once, also when they come after the free one", async () => {
		const id = await test.save({ price: null });
		await test.enter(id, test.ana);
		await expectRefusal(test.enter(id, test.ana), "raffleNotSubscriber");
		test.site.isSubscriber = async () => true;
		expect(await test.read(id, test.ana)).toMatchObject({ offer: "takeExtra" });
		expect(await test.enter(id, test.ana)).toHaveLength(2);
		expect(await test.read(id, test.ana)).toMatchObject({ offer: undefined, tickets: 3, viewers: 1 });
		await expectRefusal(test.enter(id, test.ana), "raffleEntered");
	});

	it("waits for nobody in its act: an answer about subscribers comes before", async () => {
		const [plain, extra] = [await test.save({ subscriberTickets: null }), await test.save()];
		test.site.isSubscriber = async () => {
			throw new DomainError("siteBusy");
		};
		expect(await test.enter(plain, test.ana)).toHaveLength(1);
		await expectRefusal(test.enter(extra, test.ana), "siteBusy");
		expect(await test.read(extra, test.ana)).toMatchObject({ tickets: 0 });
	});

	it("is refused from the closing time on, also before the list is final", async () => {
		const id = await test.save();
		test.clock.set("2026-03-04T13:00:00.000Z");
		await expectRefusal(test.enter(id), "raffleClosed");
		await expectRefusal(test.enter("none"), "raffleClosed");
	});
});

describe("a draw", () => {
	it("follows from the list that was published before its round, and anybody can repeat it with the file", async () => {
		const id = await entered();
		await later(60);
		const frozen = await test.file(id);
		expect(frozen).toMatchObject({ seed: null, places: null, listHash: sha256(String(frozen?.list)) });
		expect(readList(String(frozen?.list))).toMatchObject({ title: "Keys", prizes: ["500", "200"] });
		const retitled = test.save({ title: "Cups" }, { id, revision: (await raffleOf(id)).revision });
		await expectRefusal(retitled, "raffleLocked");
		await later(1);
		const file = await test.file(id);
		expect(file?.list).toBe(frozen?.list);
		expect(readDrawFile(await jsonDownload("x", { ...file }).text())).toEqual(file);
		expect(JSON.stringify(file)).not.toMatch(/user-|ana|bruno/);
		expect((await test.read(id, test.ana))?.places.map(({ name }) => name)).not.toContain(null);
		await expectCorrect(id);
		await audit();
	});

	it("waits while no relay has the round, and is drawn once it has", async () => {
		const id = await entered();
		test.state.isAway = true;
		await later(60);
		await later(2);
		expect(await test.read(id)).toMatchObject({ state: "frozen", isDue: true, places: [] });
		test.state.isAway = false;
		await later(1);
		expect(await test.read(id)).toMatchObject({ state: "drawn", proof: { isLate: false } });
	});

	it("has a later round if the list was not final before the first one, and says so", async () => {
		const id = await entered();
		const { round } = await raffleOf(id);
		test.clock.set(timeOf(QUICKNET, round).toISOString());
		await test.settle();
		const next = roundAfter(QUICKNET, test.clock.now());
		expect(await test.read(id)).toMatchObject({ state: "frozen", proof: { round: next, isLate: true } });
		await later(1);
		expect(await raffleOf(id)).toMatchObject({ state: "drawn", round: next });
		await expectCorrect(id);
		await audit();
	});

	it("without tickets has no places", async () => {
		const id = await test.save();
		await later(60);
		await later(1);
		expect(await test.read(id)).toMatchObject({ state: "drawn", places: [] });
		await audit();
	});
});

describe("the prizes", () => {
	it("are paid once after the pause, to two viewers, who are told", async () => {
		const id = await drawn();
		expect(await test.entries("raffle-payout")).toEqual([]);
		expect(await rowsOf(test.db, "notifications", { kind: "raffle-drawn" })).toHaveLength(2);
		await later(10);
		await test.settle();
		const paid = await test.entries("raffle-payout");
		expect(paid.map(({ delta }) => delta).sort()).toEqual([200, 500]);
		expect(new Set(paid.map(({ user_id }) => user_id)).size).toBe(2);
		expect((await test.read(id))?.places.map(({ state }) => state)).toEqual(["paid", "paid"]);
		const cancelling = cancelRaffle(test.site, test.admin, { ...decided, raffleId: id });
		await expectRefusal(cancelling, "rafflePaid");
		await audit();
	});

	it("are announced once overlays have revealed all winners, unless the raffle is cancelled before", async () => {
		const id = await drawn();
		const planned = () => rowsOf(test.db, "jobs", { kind: "announcement", reference: `raffle.drawn:${id}` });
		const drawnAt = Date.parse((await raffleOf(id)).drawn_at ?? "");
		expect((await planned()).map(({ next_at }) => Date.parse(next_at ?? "") - drawnAt)).toEqual([8000]);
		await cancelRaffle(test.site, test.admin, { ...decided, raffleId: id });
		expect(await planned()).toEqual([]);
	});

	it("of a place that is passed over go to the next one of the same draw, with the reason", async () => {
		const raffleId = await drawn();
		const [first] = (await test.file(raffleId))?.places ?? [];
		await passPlace(test.site, test.admin, { ...decided, raffleId, place: 1 });
		await passPlace(test.site, test.admin, { ...decided, raffleId, place: 1 });
		const shown = await test.read(raffleId);
		expect(shown?.places).toMatchObject([
			{ place: 1, state: "passed", reason: decided.reason, ticket: first?.ticket, prize: "500 points" },
			{ place: 2, state: "drawn", prize: "200 points" },
			{ place: 3, state: "drawn", prize: "500 points" },
		]);
		await passPlace(test.site, test.admin, { ...decided, raffleId, place: 3 });
		await later(10);
		expect((await test.entries("raffle-payout")).map(({ delta }) => delta)).toEqual([200]);
		await expectRefusal(passPlace(test.site, test.admin, { ...decided, raffleId, place: 2 }), "rafflePaid");
		await expectRefusal(passPlace(test.site, test.admin, { ...decided, raffleId, place: 4 }), "pageExpired");
		await expectCorrect(raffleId);
		await audit();
	});

	it("are not decided by an admin with a ticket", async () => {
		const raffleId = await drawn();
		const passing = { ...decided, raffleId, place: 1 };
		await expectRefusal(passPlace(test.site, test.ana, passing), "raffleOwnTickets");
		await expectRefusal(cancelRaffle(test.site, test.ana, passing), "raffleOwnTickets");
		expect((await raffleOf(raffleId)).state).toBe("drawn");
	});

	it("of an erased account go to the next place", async () => {
		const raffleId = await drawn();
		const { user_id } = await rowOf(test.db, "raffle_places", { place: 1 });
		await eraseUser({ db: test.db, remember: async () => {} }, user_id);
		await later(10);
		expect((await test.read(raffleId))?.places).toMatchObject([
			{ state: "passed", reason: "", name: null },
			{ state: "paid" },
			{ state: "drawn" },
		]);
		expect(await rowsOf(test.db, "notifications", { user_id })).toEqual([]);
		await audit();
	});
});

describe("a cancelled raffle", () => {
	it("refunds all bought tickets once, and stays visible with its reason", async () => {
		const raffleId = await drawn();
		const cancelling = { ...decided, raffleId };
		await cancelRaffle(test.site, test.admin, cancelling);
		await cancelRaffle(test.site, test.admin, cancelling);
		await later(10);
		for (const user of [test.ana, test.bruno, test.sub]) expect(await test.points(user)).toBe(1000);
		expect(await test.read(raffleId)).toMatchObject({
			state: "cancelled",
			cancelled: { reason: decided.reason, isAfterRound: true },
		});
		expect(await rowsOf(test.db, "admin_changes", { action: "raffle.cancel" })).toHaveLength(1);
		await audit();
	});

	it("refunds erased accounts too, and neither closes nor takes entries", async () => {
		const raffleId = await entered();
		await eraseUser({ db: test.db, remember: async () => {} }, test.ana);
		await cancelRaffle(test.site, test.admin, { ...decided, raffleId });
		await expectRefusal(test.enter(raffleId, await addUser(test.db, "late")), "raffleClosed");
		await later(120);
		expect(await raffleOf(raffleId)).toMatchObject({ state: "cancelled", list_hash: null });
		for (const user of [test.ana, test.bruno]) expect(await test.points(user)).toBe(1000);
		await audit();
	});
});

it("pages get the states of raffles to which something may still happen, and no others", async () => {
	const paid = await drawn();
	const cancelled = await test.save({ closesAt: "2026-03-04T15:00" });
	const published = async () => (await findRaffleStates(test.db)).map(({ id }) => id);
	expect((await published()).sort()).toEqual([paid, cancelled].sort());
	await cancelRaffle(test.site, test.admin, { ...decided, raffleId: cancelled });
	expect(await published()).toEqual([paid]);
	await later(10);
	expect(await published()).toEqual([]);
});

it("a viewer's export has the tickets with their pseudonym", async () => {
	await entered();
	const text = await jsonDownload("x.json", readOwnRaffles(test.db, test.sub)).text();
	expect(JSON.parse(text).raffleTickets).toHaveLength(4);
	expect(JSON.parse(text).raffleTickets[0]).toMatchObject({ raffle: "Keys", pseudonym: expect.any(String) });
});

it("the audit finds what differs from entries, tickets and seed", async () => {
	await drawn();
	await later(10);
	await removeGuards(test.db);
	const [PAID, STAKE, COUNT, PRIZE, DRAW] = raffleInvariants.map(({ name }) => name);
	const stake = "reason = 'raffle-stake' and user_id = 'user-ana'";
	for (const [statement, ...violated] of [
		[`update point_entries set delta = -49 where ${stake}`, PAID],
		[`update point_entries set reference = 'x' where ${stake}`, PAID, STAKE],
		["update raffle_entries set bought = 2 where user_id = 'user-ana'", COUNT],
		["update raffle_entries set tickets = 1 where user_id = 'user-ana'", COUNT],
		["update raffles set state = 'cancelled', cancelled_at = '2026'", COUNT],
		["delete from point_entries where reason = 'raffle-payout'", PRIZE],
		["update raffle_places set state = 'drawn' where state = 'paid'", PRIZE],
		["update raffles set seed = 'aa'", DRAW],
		["update raffle_tickets set origin = 'subscriber' where origin = 'free' and user_id = 'user-ana'", DRAW],
		["update raffle_places set place = place + 10", PRIZE, DRAW],
	] as [string, ...string[]][])
		expect(await violatedAfter(test.db, statement, raffleInvariants), statement).toEqual(violated);
});
