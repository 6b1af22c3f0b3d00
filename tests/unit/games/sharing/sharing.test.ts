import { beforeEach, describe, expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { readSharedRound, roundPicture, shareRound, unshareRound } from "~/games/sharing/sharing.server";
import { addBet, addSoloRound } from "../../../support/data/crash-rows";
import { fakeClock, seededRandomHex, userId } from "../../../support/database";
import { expectRefusal } from "../../../support/expectations";
import { databaseForEachTest } from "../../../support/for-each-test";
import { gameTools, playPlinko } from "../../../support/game-events";
import { testSite } from "../../../support/test-site";

const test = databaseForEachTest({ users: { ana: 1000, bruno: 1000 } });
const [ana, bruno] = [userId("ana"), userId("bruno")];
const randomHex = seededRandomHex("shares");
const { now } = fakeClock();
const tools = () => testSite({ db: test.db, now, randomHex });
const share = (round: string, game = "plinko", player = ana) => shareRound(tools(), player, { game, round });
const read = (id: string, viewerId?: string) => readSharedRound(tools(), id, viewerId, "en");
let round: string;

beforeEach(async () => {
	const played = await playPlinko(gameTools(test.db, ana), ana);
	round = played.id;
});

describe("a shared round", () => {
	it("shows its player, amounts and verifier to everyone, and only its player as its owner", async () => {
		const id = await share(round);
		expect(id).toMatch(/^[0-9a-f]{24}$/);
		expect(await read(id)).toMatchObject({
			...{ id, player: "ana", game: "Plinko", result: "3 balls", staked: 30, isOwn: false },
			verifierPath: `/fairness?round=${round}`,
		});
		expect(await read(id, bruno)).toMatchObject({ isOwn: false });
		expect(await read(id, ana)).toMatchObject({ isOwn: true });
	});

	it("has one address, also when it is shared twice at the same time", async () => {
		const ids = await Promise.all([share(round), share(round)]);
		expect(new Set([...ids, await share(round)]).size).toBe(1);
		expect(await test.db.selectFrom("shared_rounds").selectAll().execute()).toHaveLength(1);
	});

	it("is gone once its player withdraws it or is erased, and has a new address when it is shared again", async () => {
		const id = await share(round);
		await unshareRound(tools(), bruno, id);
		expect(await read(id)).toBeDefined();
		await unshareRound(tools(), ana, id);
		expect(await read(id)).toBeUndefined();
		const again = await share(round);
		expect(again).not.toBe(id);
		await eraseUser({ db: test.db, async remember() {} }, ana);
		expect(await read(again)).toBeUndefined();
	});

	it("is refused if it is another player's, unknown, of another or no game, or a flight that is not over", async () => {
		await addSoloRound(test.db, {});
		await addBet(test.db, {});
		const attempts: Parameters<typeof share>[] = [
			[round, "plinko", bruno],
			["unknown"],
			[round, "crash"],
			[round, "dice"],
			["bet", "crash"],
		];
		for (const attempt of attempts) await expectRefusal(share(...attempt), "roundNotFound");
		expect(await test.db.selectFrom("shared_rounds").selectAll().execute()).toEqual([]);
	});

	it("is described in its picture, a loss without the word win", async () => {
		const shared = await read(await share(round));
		if (!shared) throw new Error("not shared");
		const lost = roundPicture({ ...shared, staked: 30, received: 10 }, "Channel", "en");
		expect(lost).toMatchObject({ heading: "ana played Plinko", figure: "−20", tone: "neutral" });
		const won = roundPicture({ ...shared, staked: 30, received: 780 }, "Canal", "pt");
		expect(won).toMatchObject({ heading: "ana ganhou no Plinko", figure: "26,00x", tone: "good" });
	});
});
