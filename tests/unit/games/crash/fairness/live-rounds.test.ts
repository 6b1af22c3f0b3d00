import { expect, it } from "vitest";
import { QUICKNET } from "~/beacon/beacon";
import { readChain, readLiveRound, readRoundsThatAreOver } from "~/games/crash/fairness/live-rounds.server";
import { addChain, addLiveRound, addSoloRound } from "../../../../support/data/crash-rows";
import { addUser } from "../../../../support/database";
import { databaseForEachTest } from "../../../../support/for-each-test";
import { addRow } from "../../../../support/rows-of";
import { testSite } from "../../../../support/test-site";

const test = databaseForEachTest();

const site = () => testSite({ db: test.db });
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

it("a chain is published before its first round, without its seed; the newest one by default", async () => {
	expect([await chainOf(), await readRound("1")]).toEqual([undefined, undefined]);
	const chain = await addChain(test.db, "chain", 200);
	const shown = await chainOf();
	expect(shown).toMatchObject({
		id: "chain",
		state: "inUse",
		proof: "byHost",
		length: 200,
		commitment: chain.hashOf(0),
	});
	expect(shown?.facts.at(-1)?.slice(1)).toEqual([chain.hashOf(0), "next-commitment"]);
	expect(await readPage(1)).not.toContain(chain.seed);
	await addChain(test.db, "old", 5, "2026-01-01T00:00:00.000Z");
	expect(await chainOf()).toMatchObject({ id: "chain", state: "inUse" });
	expect(await chainOf("old")).toMatchObject({
		...{ id: "old", state: "earlier" },
		chains: [{ id: "chain" }, { id: "old", createdAt: "1 Jan 2026, 00:00" }],
	});
	expect(await chainOf("none")).toBeUndefined();
});

it("chains whose salts come from the beacon are listed with their rounds, also one that was abandoned", async () => {
	const chain = await addChain(test.db, "used", 200);
	await addLiveRound(test.db, chain, 1, "closed");
	for (const [number, id] of ["abandoned", "next"].entries()) {
		const more = { beacon_key: QUICKNET.publicKey, beacon_round: 1000 + number, salt: "" };
		const created_at = `2026-03-0${number + 2}T00:00:00.000Z`;
		await addRow(test.db, "crash_chains", {
			id,
			seed: chain.seed,
			length: 5,
			commitment: "c0",
			...more,
			created_at,
		});
	}
	const shown = await chainOf("next");
	expect(shown).toMatchObject({ state: "next", proof: "quicknet", saltRound: undefined });
	expect(shown?.chains).toMatchObject([
		{ id: "next", state: "next", round: 1001 },
		{ id: "abandoned", state: "abandoned", round: 1000 },
		{ id: "used", state: "inUse", round: null },
	]);
	expect(shown?.facts).toContainEqual(["Salt", "not read", "salt"]);
	expect(shown?.facts).toContainEqual(["Round of the beacon", "1001 (23 Aug 2023, 16:59)", "beacon-round"]);
	expect(await chainOf()).toMatchObject({ id: "used", state: "inUse" });
	expect(JSON.stringify(shown)).not.toContain(chain.seed);
});

it.each(["open", "closed", "voided"] as const)(
	"a live round that is %s shows its commitment, its hash when it is over, and its crash point when it is closed",
	async (status) => {
		const chain = await playedChain(7, status);
		const isOver = status !== "open";
		const next = (await chainOf())?.facts.at(-1) ?? [];
		expect(next[0]).toContain(isOver ? "before round 8" : "before round 7");
		expect(next[1]).toBe(isOver ? chain.hashOf(7) : chain.hashOf(6));
		const hash = isOver ? chain.hashOf(7) : undefined;
		const crashPoint = status === "closed" ? chain.pointOf(7) : undefined;
		const round = { id: "chain-7", chainId: "chain", number: 7, commitment: chain.hashOf(6) };
		expect(await readRound("chain-7")).toMatchObject({ ...round, hash, crashPoint });
		const over = await readOver("chain");
		expect(over.map(({ number }) => number)).toEqual([...(isOver ? [7] : []), 6, 5, 4, 3, 2, 1]);
		if (isOver) expect(over[0]).toMatchObject({ hash, crashPoint: crashPoint ?? null });
		const shown = await readPage(7);
		for (const secret of [chain.seed, chain.hashOf(8), ...(isOver ? [] : [chain.hashOf(7)])])
			expect(shown).not.toContain(secret);
	},
);

it("a live round is found by its id, or by its number in the newest or the selected chain", async () => {
	await playedChain(3, "closed", 3);
	expect((await chainOf())?.isUsed).toBe(true);
	const newer = await addChain(test.db, "newer", 10, "2026-03-02T00:00:00.000Z");
	await addLiveRound(test.db, newer, 2, "closed");
	expect(await readRound("2")).toMatchObject({ id: "newer-2", chainId: "newer" });
	expect(await readRound("2", "chain")).toMatchObject({ id: "chain-2", chainId: "chain" });
	expect(await readRound("2", "none")).toBeUndefined();
	await addUser(test.db, "ana");
	await addSoloRound(test.db, { status: "closed", crash_point: 200 });
	for (const id of ["", "none", "0", "3", "-1", "99", "1e1", "9999999999", "' or '1'='1", "round"]) {
		expect(await readRound(id), id).toBeUndefined();
	}
});

it("the list contains the last fifty rounds, newest first, or those up to a number", async () => {
	await playedChain(60, "closed");
	const numbers = async (upTo?: number) => (await readOver("chain", upTo)).map(({ number }) => number);
	expect(await numbers()).toEqual(Array.from({ length: 50 }, (_, i) => 60 - i));
	expect(await numbers(30)).toEqual(Array.from({ length: 30 }, (_, i) => 30 - i));
});
