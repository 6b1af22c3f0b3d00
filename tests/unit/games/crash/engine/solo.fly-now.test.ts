import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { momentOf } from "~/games/crash/engine/curve";
import type { SoloCrash, SoloPlayer } from "~/games/crash/engine/solo.server";
import { crashInvariants } from "~/games/crash/persistence/crash.audit.server";
import { hasOpenSoloBet } from "~/games/crash/persistence/crash.queries.server";
import { rotateSeeds } from "~/games/fairness/seeds.server";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { findBalance } from "~/points/ledger/ledger.queries.server";
import { expectInvariants } from "../../../../support/expectations";
import { openForEachTest } from "../../../../support/for-each-test";
import { answerTo, TIMING } from "./engine.setup";
import { openSite } from "./live.setup";

const ADDRESS = "198.51.100.1";
const ANA: SoloPlayer = { userId: "user-ana" };
const BRUNO: SoloPlayer = { userId: "user-bruno" };
const DEMO: SoloPlayer = { demo: { id: "visitor", points: 1000, staked: 0 } };
const site = openForEachTest(() => openSite({ users: ["ana", "bruno"] }));
let solo: SoloCrash;

beforeEach(() => {
	solo = site.bootSolo();
});
afterEach(async () => {
	expect(site.errors).toEqual([]);
	await expectInvariants(site.db, ...ledgerInvariants, ...crashInvariants);
});

let requests = 0;
const place = (player: SoloPlayer, stake = 100) =>
	solo.place(player, ADDRESS, { idempotencyKey: `request-${++requests}`, stake, target: null });
const phaseOf = async (player: SoloPlayer) => (await solo.read(player)).round?.phase;
const pointsOf = (userId: string) => findBalance(site.db, userId);
const rounds = () => site.db.selectFrom("crash_rounds").selectAll().execute();

describe("an early start of a solo flight", () => {
	it("affects the player's own game only", async () => {
		expect(await answerTo(solo.flyNow(ANA, crypto.randomUUID()))).toBe("noBet");
		expect(solo.counts().games, "starts no game").toBe(0);
		const [ana] = [await place(ANA), await place(BRUNO), await place(DEMO)];
		await solo.flyNow(ANA, ana.id);
		expect([await phaseOf(ANA), await phaseOf(BRUNO), await phaseOf(DEMO)]).toEqual([
			...["flying", "waiting", "waiting"],
		]);
		for (const other of [BRUNO, DEMO]) expect(await answerTo(solo.flyNow(other, ana.id))).toBe("noBet");
		expect([await phaseOf(BRUNO), await phaseOf(DEMO)]).toEqual(["waiting", "waiting"]);
	});

	it("uses the next draw, and keeps stake and seeds: the bet cannot be taken back, no seed is revealed", async () => {
		const { id } = await place(ANA);
		expect(await rounds()).toMatchObject([{ nonce: null, crash_point: null }]);
		await Promise.all([solo.flyNow(ANA, id), solo.flyNow(ANA, id)]);
		const [round] = await rounds();
		expect(round).toMatchObject({ nonce: 0, crash_point: expect.any(Number) });
		expect(await answerTo(solo.cancel(ANA, id))).toBe("bettingClosed");
		expect(await answerTo(place(ANA, 10))).toBe("bettingClosed");
		expect(await phaseOf(ANA)).toBe("flying");
		expect(await answerTo(rotateSeeds(site.tools, "user-ana", hasOpenSoloBet))).toBe("seedInPlay");
		await site.clock.advance(momentOf(round?.crash_point ?? 0) + TIMING.crashed);
		expect(await pointsOf("user-ana")).toBe(900);
		expect(await solo.flyNow(ANA, id), "a repeat after the flight").toBeUndefined();
		expect(await phaseOf(ANA)).toBe("waiting");
	});

	it("can be had in the demo, once for each bet", async () => {
		const { id } = await place(DEMO);
		await solo.flyNow(DEMO, id);
		expect(await phaseOf(DEMO)).not.toBe("waiting");
		expect(await answerTo(solo.cancel(DEMO, id))).toBe("bettingClosed");
		expect(solo.readOwn(DEMO).demoBalance).toBeLessThanOrEqual(900);
	});
});
