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
	it.each(["open", "closed", "voided"] as const)(
		"that is %s shows its commitment, its hash when it is over, and its crash point when it is closed",
		async (status) => {
			const chain = await playedChain(7, status);
			const isOver = status !== "open";
			const [number, commitment] = isOver ? [8, chain.hashOf(7)] : [7, chain.hashOf(6)];
			expect((await chainOf())?.next).toEqual({ number, commitment, isRunning: !isOver });
			const hash = isOver ? chain.hashOf(7) : undefined;
			const crashPoint = status === "closed" ? chain.pointOf(7) : undefined;
			expect(await readRound("chain-7")).toEqual({
				...{ id: "chain-7", chainId: "chain", number: 7, status, playedAt: "4 Mar 2026, 12:00" },
				...{ commitment: chain.hashOf(6), hash, crashPoint },
			});
			const over = await readOver("chain");
			expect(over.map((round) => round.number)).toEqual([...(isOver ? [7] : []), 6, 5, 4, 3, 2, 1]);
			if (isOver) expect(over[0]).toMatchObject({ hash, crashPoint: crashPoint ?? null });
			const shown = await readPage(7);
			for (const secret of [chain.seed, chain.hashOf(8), ...(isOver ? [] : [chain.hashOf(7)])])
				expect(shown).not.toContain(secret);
		},
	);

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
		await playedChain(3, "closed", 3);
		expect((await chainOf())?.next, "all links are used").toBeUndefined();
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
