import { describe, expect, it } from "vitest";
import { readChain, readLiveRound, readRoundsThatAreOver } from "~/games/crash/fairness/live-rounds.server";
import { addChain, addLiveRound, addSoloRound, SALT } from "../../../../support/data/crash-rows";
import { addUser } from "../../../../support/database";
import { databaseForEachTest } from "../../../../support/for-each-test";

const test = databaseForEachTest();

const site = () => ({ db: test.db, config: { SITE_TIMEZONE: "Europe/Lisbon" } });
const chainOf = (id?: string) => readChain(site(), id, "en");
const readRound = (idOrNumber: string, chainId?: string) => readLiveRound(site(), idOrNumber, chainId, "en");
const readOver = (chainId: string, upTo = 1_000_000) => readRoundsThatAreOver(site(), chainId, upTo, "en");

/** A chain with rounds 1 to `last`. The last one has `status`, the others are closed. */
async function playedChain(last: number, status: "open" | "closed" | "voided", length = 200) {
	const chain = await addChain(test.db, "chain", length);
	for (let number = 1; number <= last; number++) {
		await addLiveRound(test.db, chain, number, number === last ? status : "closed");
	}
	return chain;
}

/** All data of the page while round `number` is the last one. */
const readPage = async (number: number) =>
	JSON.stringify([
		await chainOf(),
		await readOver("chain"),
		await readRound(`chain-${number}`),
		await readRound(String(number)),
	]);

describe("the chain", () => {
	it("is published before its first round, without its seed", async () => {
		expect([await chainOf(), await readRound("1")]).toEqual([undefined, undefined]);
		const chain = await addChain(test.db, "chain", 200);
		expect(await chainOf()).toEqual({
			...{ id: "chain", isNewest: true, length: 200, commitment: chain.hashOf(0), salt: SALT },
			createdAt: "1 Mar 2026, 00:00",
			next: { number: 1, commitment: chain.hashOf(0), isRunning: false },
			chains: [],
		});
		expect(await readPage(1)).not.toContain(chain.seed);
	});

	it.each([
		["open", 7],
		["closed", 8],
		["voided", 8],
	] as const)("includes the commitment of the next round while the last is %s", async (status, number) => {
		const isRunning = status === "open";
		const chain = await playedChain(7, status);
		expect((await chainOf())?.next).toEqual({ number, commitment: chain.hashOf(number - 1), isRunning });
	});

	it("is the newest of several by default, and each can be selected", async () => {
		await addChain(test.db, "old", 5, "2026-01-01T00:00:00.000Z");
		await addChain(test.db, "new", 5, "2026-02-01T00:00:00.000Z");
		expect(await chainOf()).toMatchObject({ id: "new", isNewest: true });
		expect(await chainOf("old")).toMatchObject({
			id: "old",
			isNewest: false,
			chains: [
				{ id: "new", createdAt: "1 Feb 2026, 00:00" },
				{ id: "old", createdAt: "1 Jan 2026, 00:00" },
			],
		});
		expect(await chainOf("none")).toBeUndefined();
	});
});

describe("a live round on the fairness page", () => {
	it("shows its commitment while it is open, but neither its hash nor its crash point", async () => {
		const chain = await playedChain(7, "open");
		expect(await readRound("chain-7")).toEqual({
			...{ id: "chain-7", chainId: "chain", number: 7, status: "open", playedAt: "4 Mar 2026, 12:00" },
			...{ commitment: chain.hashOf(6), hash: undefined, crashPoint: undefined },
		});
		const shown = await readPage(7);
		for (const secret of [chain.seed, chain.hashOf(7), chain.hashOf(8)]) expect(shown).not.toContain(secret);
		expect((await readOver("chain")).map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1]);
	});

	it("shows its hash and crash point once it is closed", async () => {
		const chain = await playedChain(7, "closed");
		expect(await readRound("chain-7")).toMatchObject({
			hash: chain.hashOf(7),
			crashPoint: chain.pointOf(7),
			commitment: chain.hashOf(6),
		});
		expect(await readPage(7)).not.toContain(chain.hashOf(8));
	});

	it("shows its hash and no crash point after it was voided", async () => {
		const chain = await playedChain(7, "voided");
		expect(await readRound("chain-7")).toMatchObject({ hash: chain.hashOf(7), crashPoint: undefined });
		expect((await readOver("chain"))[0]).toMatchObject({
			number: 7,
			hash: chain.hashOf(7),
			crashPoint: null,
		});
		expect(await readPage(7)).not.toContain(chain.hashOf(8));
	});

	it("is found by its number in the newest or the selected chain", async () => {
		await playedChain(3, "closed");
		const newer = await addChain(test.db, "newer", 10, "2026-03-02T00:00:00.000Z");
		await addLiveRound(test.db, newer, 2, "closed");
		expect(await readRound("2")).toMatchObject({ id: "newer-2", chainId: "newer" });
		expect(await readRound("2", "chain")).toMatchObject({ id: "chain-2", chainId: "chain" });
		expect(await readRound("3")).toBeUndefined();
		expect(await readRound("2", "none")).toBeUndefined();
	});

	it("is undefined for another id, and for that of a solo round", async () => {
		await playedChain(3, "closed");
		await addUser(test.db, "ana");
		await addSoloRound(test.db, { status: "closed", crash_point: 200 });
		for (const id of ["", "none", "0", "-1", "99", "1e1", "9999999999", "' or '1'='1", "round"]) {
			expect(await readRound(id), id).toBeUndefined();
		}
	});
});

describe("the list of rounds", () => {
	it("contains the last fifty, newest first, or those up to a number", async () => {
		await playedChain(60, "closed");
		const numbers = async (upTo?: number) => (await readOver("chain", upTo)).map(({ number }) => number);
		expect(await numbers()).toEqual(Array.from({ length: 50 }, (_, i) => 60 - i));
		expect(await numbers(30)).toEqual(Array.from({ length: 30 }, (_, i) => 30 - i));
	});
});
