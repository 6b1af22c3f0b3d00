import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readChain, readLiveRound, readRoundsThatAreOver } from "~/games/crash/fairness/live-rounds.server";
import { verifyLive, walkOn } from "~/games/crash/fairness/live-verification";
import { addChain, addLiveRound, addSoloRound, SALT } from "../../../../support/data/crash-rows";
import { openTestDatabase, type TestDatabase } from "../../../../support/database";

let test: TestDatabase;
beforeEach(async () => {
	test = await openTestDatabase({ durable: false });
});
afterEach(() => test.close());

const site = () => ({ db: test.db, config: { SITE_TIMEZONE: "Europe/Lisbon" } });
const chainOf = (id?: string) => readChain(site(), id, "en");
const look = (asked: string, chainId?: string) => readLiveRound(site(), asked, chainId, "en");
const over = (chainId: string, upTo = 1_000_000) => readRoundsThatAreOver(site(), chainId, upTo, "en");

/** Rounds 1 to `last`, the last one as `status` says, all others closed. */
async function playedChain(last: number, status: "open" | "closed" | "voided", length = 200) {
	const chain = await addChain(test.db, "chain", length);
	for (let number = 1; number <= last; number++) {
		await addLiveRound(test.db, chain, number, number === last ? status : "closed");
	}
	return chain;
}

/** All that the page shows while round `number` is the last one. */
const everything = async (number: number) =>
	JSON.stringify([
		await chainOf(),
		await over("chain"),
		await look(`chain-${number}`),
		await look(String(number)),
	]);

describe("the chain", () => {
	it("is none before there is one", async () => {
		expect(await chainOf()).toBeUndefined();
		expect(await look("1")).toBeUndefined();
	});

	it("is published before its first round, without its seed", async () => {
		const chain = await addChain(test.db, "chain", 200);
		expect(await chainOf()).toEqual({
			id: "chain",
			isNewest: true,
			length: 200,
			commitment: chain.hashOf(0),
			salt: SALT,
			createdAt: "1 Mar 2026, 00:00",
			next: { number: 1, commitment: chain.hashOf(0), isRunning: false },
			chains: [],
		});
		expect(await everything(1)).not.toContain(chain.seed);
	});

	it("says what was published before the round that runs", async () => {
		const chain = await playedChain(7, "open");
		expect((await chainOf())?.next).toEqual({ number: 7, commitment: chain.hashOf(6), isRunning: true });
	});

	it.each(["closed", "voided"] as const)(
		"says what is published before the next round: %s",
		async (status) => {
			const chain = await playedChain(7, status);
			expect((await chainOf())?.next).toEqual({ number: 8, commitment: chain.hashOf(7), isRunning: false });
		},
	);

	it("has no next round once all are played", async () => {
		await playedChain(3, "closed", 3);
		expect((await chainOf())?.next).toBeUndefined();
	});

	it("is the newest of several, and each can be asked for", async () => {
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

describe("a live round that anyone may check", () => {
	it("shows neither its hash nor its end while it is not over, but what was published before it", async () => {
		const chain = await playedChain(7, "open");
		expect(await look("chain-7")).toEqual({
			id: "chain-7",
			chainId: "chain",
			number: 7,
			status: "open",
			playedAt: "4 Mar 2026, 12:00",
			commitment: chain.hashOf(6),
			hash: undefined,
			crashPoint: undefined,
		});
		const shown = await everything(7);
		for (const secret of [chain.seed, chain.hashOf(7), chain.hashOf(8)]) expect(shown).not.toContain(secret);
		expect((await over("chain")).map(({ number }) => number)).toEqual([6, 5, 4, 3, 2, 1]);
	});

	it("shows all once it is closed", async () => {
		const chain = await playedChain(7, "closed");
		expect(await look("chain-7")).toMatchObject({
			hash: chain.hashOf(7),
			crashPoint: chain.pointOf(7),
			commitment: chain.hashOf(6),
		});
		expect(await everything(7)).not.toContain(chain.hashOf(8));
	});

	it("that was called off shows its hash and no end", async () => {
		const chain = await playedChain(7, "voided");
		expect(await look("chain-7")).toMatchObject({ hash: chain.hashOf(7), crashPoint: undefined });
		expect((await over("chain"))[0]).toMatchObject({ number: 7, hash: chain.hashOf(7), crashPoint: null });
		expect(await everything(7)).not.toContain(chain.hashOf(8));
	});

	it("has the chain's commitment before it when it is the first", async () => {
		const chain = await playedChain(1, "closed");
		expect(await look("chain-1")).toMatchObject({ commitment: chain.hashOf(0) });
	});

	it("is found by its number in the newest chain, or in the one asked for", async () => {
		await playedChain(3, "closed");
		const newer = await addChain(test.db, "newer", 10, "2026-03-02T00:00:00.000Z");
		await addLiveRound(test.db, newer, 2, "closed");
		expect(await look("2")).toMatchObject({ id: "newer-2", chainId: "newer" });
		expect(await look("2", "chain")).toMatchObject({ id: "chain-2", chainId: "chain" });
		expect(await look("3")).toBeUndefined();
		expect(await look("2", "none")).toBeUndefined();
	});

	it.each(["", "none", "0", "-1", "99", "1e1", "9999999999", "' or '1'='1"])(
		"is none for %j",
		async (asked) => {
			await playedChain(3, "closed");
			expect(await look(asked)).toBeUndefined();
		},
	);

	it("is no solo round", async () => {
		await test.db
			.insertInto("users")
			.values({
				id: "user-ana",
				twitch_id: "ana",
				twitch_username: "ana",
				email: null,
				roles: "[]",
				created_at: "2026-03-01T00:00:00.000Z",
			})
			.execute();
		await addSoloRound(test.db, { status: "closed", crash_point: 200 });
		expect(await look("round")).toBeUndefined();
	});
});

describe("the listed rounds", () => {
	it("are the last fifty, the last one first, or those up to a number", async () => {
		await playedChain(60, "closed");
		const numbers = async (upTo?: number) => (await over("chain", upTo)).map(({ number }) => number);
		expect(await numbers()).toEqual(Array.from({ length: 50 }, (_, i) => 60 - i));
		expect(await numbers(30)).toEqual(Array.from({ length: 30 }, (_, i) => 30 - i));
	});

	it("are all good from the hash of the newest, which leads to the commitment", async () => {
		await playedChain(60, "voided");
		const [chain, rounds] = [await chainOf(), await over("chain")];
		const hash = rounds[0]?.hash ?? "";
		expect(new Set(verifyLive({ hash, salt: chain?.salt ?? "" }, rounds)?.marks)).toEqual(new Set(["good"]));
		expect(walkOn({ hash, steps: 0 }, chain?.commitment ?? "", 100)).toMatchObject({
			steps: 60,
			arrived: true,
		});
	});
});
