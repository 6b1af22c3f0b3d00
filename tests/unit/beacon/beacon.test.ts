import { expect, it } from "vitest";
import {
	beaconOf,
	drawOrder,
	QUICKNET,
	QUICKNET_CHAIN,
	randomnessOf,
	roundAfter,
	roundAt,
	timeOf,
} from "~/beacon/beacon";
import { openBeacon } from "~/beacon/beacon.server";
import { isRoundOf } from "~/beacon/verification";
import { testSite } from "../../support/test-site";

/** Of drand's documentation. */
const ROUND = {
	publicKey: QUICKNET.publicKey,
	round: 1000,
	signature:
		"b44679b9a59af2ec876b1a6b1ad52ea9b1615fc3982b19576350f93447cb1125e342b73a8dd2bacbe47e4b6b63ed5e39",
};
const RANDOMNESS = "fe290beca10872ef2fb164d2aa4442de4566183ec51c56ff3cd603d930e54fdd";
const at = (ms: number) => new Date(QUICKNET.genesisMs + ms);

it("counts quicknet's rounds from its genesis, one every three seconds", () => {
	expect([0, 2999, 3000].map((ms) => roundAt(QUICKNET, at(ms)))).toEqual([1, 1, 2]);
	expect(timeOf(QUICKNET, 1000)).toEqual(at(2_997_000));
	expect(roundAt(QUICKNET, timeOf(QUICKNET, 7_777_777))).toBe(7_777_777);
});

it("names a round that comes at least half a minute after the commitment, and of the local beacon the next one", () => {
	for (const ms of [0, 1, 2999, 3000, 123_456]) {
		const round = roundAfter(QUICKNET, at(ms));
		expect(timeOf(QUICKNET, round).getTime()).toBeGreaterThan(at(ms + 30_000).getTime());
		expect(timeOf(QUICKNET, round - 1).getTime()).toBeLessThanOrEqual(at(ms + 30_000).getTime());
	}
	const local = beaconOf("00");
	expect([local.name, timeOf(local, roundAfter(local, at(5000)))]).toEqual(["local", at(6000)]);
	expect(roundAfter(QUICKNET, at(-1e9))).toBe(1);
});

it("verifies rounds of quicknet, and refuses another round, key or signature", () => {
	expect(randomnessOf(ROUND.signature)).toBe(RANDOMNESS);
	expect(isRoundOf(ROUND)).toBe(true);
	const later =
		"8c87caf26bb4f5e9fdfad5ddf739ff8683344f8cf04a8c381225ff067557b5d9d51937eed765fcef21971bf5ddef44bb";
	expect(isRoundOf({ ...ROUND, round: 10_024_141, signature: later })).toBe(true);
	for (const change of [
		{ round: 1001 },
		{ signature: later },
		{ signature: "00".repeat(48) },
		{ signature: "zz" },
		{ publicKey: "ab" },
	])
		expect(isRoundOf({ ...ROUND, ...change })).toBe(false);
});

const RELAYS = ["api.drand.sh", "drand.cloudflare.com", "api2.drand.sh", "api3.drand.sh"];
type Answer = () => Response | Promise<Response>;
const json = (value: unknown) => () => Response.json(value);

/** A beacon whose relays answer in turn with `answers`; those without one are down. */
function openWith(answers: readonly Answer[], { BEACON = "drand", now = at(1e12) } = {}) {
	const asked: string[] = [];
	const logged: unknown[] = [];
	const log = { warn: (entry: unknown) => void logged.push(entry) };
	const clock = { now };
	const beacon = openBeacon({
		...testSite({ config: { BEACON } as never, log: log as never, now: () => clock.now }),
		siteKey: "key",
		fetcher: async (address) => {
			const answer = answers[asked.push(address) - 1];
			if (!answer) throw new TypeError("fetch failed");
			return answer();
		},
	});
	return { beacon, asked, logged, clock };
}

it("goes on to the next relay after one that fails or lies, and returns what is verified", async () => {
	const { beacon, asked, logged } = openWith([
		json({ round: 1000, signature: "ab".repeat(48) }),
		() => new Response("busy", { status: 503 }),
		() => new Response(`{"signature": "${"b".repeat(10_000)}"}`),
		json({ ...ROUND, randomness: "chosen by the relay" }),
	]);
	expect(await beacon.read(ROUND)).toEqual({ ...ROUND, randomness: RANDOMNESS });
	expect(asked).toEqual(RELAYS.map((host) => `https://${host}/${QUICKNET_CHAIN}/public/1000`));
	expect([beacon.isUnread(), logged]).toEqual([false, []]);
});

it("has no round while no relay answers, and says so once", async () => {
	const { beacon, asked, logged, clock } = openWith([]);
	expect([await beacon.read(ROUND), await beacon.read(ROUND)]).toEqual([undefined, undefined]);
	expect([asked.length, beacon.isUnread()]).toEqual([10, true]);
	expect(logged).toMatchObject([{ event: "beacon-unread", round: 1000 }]);
	clock.now = new Date(clock.now.getTime() + 10 * 60_000);
	expect(beacon.isUnread(), "nothing waits for it").toBe(false);
});

it("asks no relay for a round that is still to come", async () => {
	const { beacon, asked } = openWith([json(ROUND)], { now: new Date(timeOf(QUICKNET, 1000).getTime() - 1) });
	expect([await beacon.read(ROUND), asked, beacon.isUnread()]).toEqual([undefined, [], false]);
});

it("signs rounds with a key of the site, the same ones after a restart, and none before their time", async () => {
	const open = () => openWith([], { BEACON: "local", now: at(10_000) });
	const { beacon, clock } = open();
	const { name, publicKey, ...rest } = await beacon.current();
	const round = roundAfter({ name, publicKey, ...rest }, clock.now);
	expect([name, await beacon.read({ publicKey, round })]).toEqual(["local", undefined]);
	clock.now = at(11_000);
	const read = await beacon.read({ publicKey, round });
	expect(read && [isRoundOf(read), read.randomness]).toEqual([true, randomnessOf(read?.signature ?? "")]);
	const restarted = open();
	restarted.clock.now = at(12_000);
	expect(await restarted.beacon.read({ publicKey, round })).toEqual(read);
	expect(await beacon.read({ publicKey: publicKey.replace(/^../, "8f"), round }), "another site's key").toBe(
		undefined,
	);
});

it("orders all tickets by seed and randomness, in the thread as in the browser", async () => {
	const numbers = [1, 2, 3, 4, 5, 300, 70_000];
	const seed = "5e".repeat(32);
	const order = drawOrder(seed, RANDOMNESS, numbers);
	expect(await openWith([]).beacon.drawOrder(seed, RANDOMNESS, numbers)).toEqual(order);
	expect(order.toSorted((one, other) => one - other)).toEqual(numbers);
	expect(drawOrder(seed, RANDOMNESS, numbers.toReversed())).toEqual(order);
	expect(drawOrder("5f".repeat(32), RANDOMNESS, numbers)).not.toEqual(order);
	expect(drawOrder(seed, randomnessOf("00"), numbers)).not.toEqual(order);
});

it("gives each of eight tickets each place equally often", () => {
	const numbers = [1, 2, 3, 4, 5, 6, 7, 8];
	const firsts = numbers.map(() => 0);
	const draws = 10_000;
	for (let draw = 0; draw < draws; draw++) {
		const [first = 0] = drawOrder("5e".repeat(32), randomnessOf(draw.toString(16).padStart(8, "0")), numbers);
		firsts[first - 1] = (firsts[first - 1] ?? 0) + 1;
	}
	const expected = draws / numbers.length;
	const chiSquared = firsts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
	// Seven degrees of freedom; 24.3 is exceeded once in a thousand samples.
	expect(chiSquared).toBeLessThan(24.3);
});
