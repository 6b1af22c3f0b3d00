import { transact } from "db/transact";
import { beforeEach, describe, expect, it } from "vitest";
import { announce, announcementJob } from "~/announcements/announce.server";
import { ANNOUNCEMENT_TYPES } from "~/lib/announcement-types";
import { setNameHidden } from "~/points/users/hidden-names.server";
import { describeAnnouncement } from "~/team/describe-announcement.server";
import { deleteAlertsBefore, startAlert } from "~/team/overlays/alerts.queries.server";
import {
	acknowledgeAlert,
	addTestAlert,
	alertOutlet,
	muteAlerts,
	readAlerts,
	readAlertsPage,
	skipAlert,
} from "~/team/overlays/alerts.server";
import { addItem } from "../../support/data/store-rows";
import { addUser, fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { changeRows } from "../../support/rows-of";
import { settleJobs } from "../../support/settle-jobs";
import { testSite } from "../../support/test-site";

const test = databaseForEachTest({ users: { boss: 0, ana: 0, bruno: 0 } });
const SECOND = 1000;
let world: ReturnType<typeof open>;

function open(config: object = {}) {
	const clock = fakeClock();
	let changes = 0;
	const alertsChanged = () => {
		changes += 1;
	};
	const services = {
		db: test.db,
		now: clock.now,
		alertsChanged,
		announced() {},
		nameChanged() {},
		randomHex: () => "ab",
	};
	const site = testSite({ ...services, config });
	return {
		clock,
		site,
		changes: () => changes,
		/** Redeems of an item by some viewers. */
		async redeem(itemId: string, ...names: string[]) {
			for (const name of names) {
				const orderId = crypto.randomUUID();
				const data = { userId: userId(name), itemId, orderId };
				const at = clock.now().toISOString();
				await transact(test.db, (trx) =>
					announce(trx, { type: "store.redeemed", reference: orderId, data, at }),
				);
			}
			await settleJobs(site, [announcementJob([alertOutlet])]);
		},
		due: async () => (await readAlerts(site)).alerts,
		titles: async () => (await readAlerts(site)).alerts.map(({ title, more }) => [title.en, more]),
		states: async () => (await readAlertsPage(site, "en")).alerts.map(({ state }) => state),
	};
}
let mug: string;
beforeEach(async () => {
	world = open();
	mug = await addItem(test.db, "Caneca", { price: 300 });
	await changeRows(test.db, "store_items", { id: mug }, { translations: '{"en":{"name":"Mug"}}' });
});

describe("an alert", () => {
	it("is shown once though two overlays acknowledge it, for as long as the setting says", async () => {
		await world.redeem(mug, "ana");
		const [first] = await world.due();
		const at = world.clock.now().getTime();
		expect(first).toMatchObject({
			title: { pt: "ana resgatou Caneca", en: "ana redeemed Mug" },
			...{ type: "store.redeemed", more: 0, shownAt: null, expiresAt: at + 60 * SECOND },
		});
		const before = world.changes();
		const id = first?.id ?? 0;
		const answers = await Promise.all([acknowledgeAlert(world.site, id), acknowledgeAlert(world.site, id)]);
		for (const { alerts } of answers)
			expect(alerts).toMatchObject([{ id, shownAt: at, endsAt: at + 8 * SECOND }]);
		expect(world.changes() - before).toBe(1);
		world.clock.pass(8 * SECOND);
		expect(await acknowledgeAlert(world.site, id)).toMatchObject({ alerts: [] });
		expect(await world.states()).toEqual(["over"]);
	});

	it("waits while another is shown, so that a leaked address cannot empty the queue", async () => {
		await world.redeem(mug, "ana", "bruno");
		const [first, second] = (await world.due()).map(({ id }) => id);
		await acknowledgeAlert(world.site, second ?? 0);
		expect(await world.states(), "out of turn").toEqual(["waiting", "waiting"]);
		await acknowledgeAlert(world.site, first ?? 0);
		await acknowledgeAlert(world.site, second ?? 0);
		expect(await world.states()).toEqual(["waiting", "showing"]);
		world.clock.pass(8 * SECOND);
		await acknowledgeAlert(world.site, second ?? 0);
		expect(await world.states()).toEqual(["showing", "over"]);
	});

	it("starts only while it waits, has not expired and no other is shown, even if an overlay has read an older state", async () => {
		await world.redeem(mug, "ana", "bruno");
		const [first = 0, second = 0] = (await world.due()).map(({ id }) => id);
		const start = (id: number) => {
			const shown_at = world.clock.now().toISOString();
			return transact(test.db, (trx) =>
				startAlert(trx, id, { shown_at, ends_at: "2026-03-04T12:00:30.000Z" }),
			);
		};
		expect([await start(first), await start(first), await start(second)]).toEqual([true, false, false]);
		world.clock.pass(60 * SECOND);
		expect(await start(second)).toBe(false);
	});

	it("expires after a minute, and none is added for what happened earlier", async () => {
		await world.redeem(mug, "ana");
		world.clock.pass(60 * SECOND);
		expect(await world.due()).toEqual([]);
		expect(await world.states()).toEqual(["expired"]);
		const at = new Date(world.clock.now().getTime() - 60 * SECOND).toISOString();
		const late = { type: "stream.started", reference: "late", data: { startedAt: at }, at } as const;
		await transact(test.db, (trx) => announce(trx, late));
		await settleJobs(world.site, [announcementJob([alertOutlet])]);
		expect(await world.states()).toEqual(["expired"]);
	});

	it("stands for all redeems of a viewer within a minute, and for a flood of others", async () => {
		for (const name of ["carla", "dora", "eva"]) await addUser(test.db, name, 0);
		await world.redeem(mug, "ana", "ana", "ana");
		expect(await world.titles()).toEqual([["ana redeemed Mug", 2]]);
		await world.redeem(mug, "bruno", "carla", "dora", "eva");
		expect(await world.titles()).toEqual([
			["ana redeemed Mug", 2],
			["bruno redeemed Mug", 0],
			["carla redeemed Mug", 2],
		]);
		world.clock.pass(61 * SECOND);
		await world.redeem(mug, "ana");
		expect(await world.titles()).toEqual([["ana redeemed Mug", 0]]);
	});

	it("is not merged into tests that wait", async () => {
		for (let tests = 0; tests < 3; tests++) await addTestAlert(world.site);
		await world.redeem(mug, "ana");
		expect((await world.titles()).slice(2)).toEqual([
			["Ana redeemed Mug (test)", 0],
			["ana redeemed Mug", 0],
		]);
	});

	it("is added only for what the settings switch on", async () => {
		world = open({ ALERT_MIN_POINTS: 301 });
		await world.redeem(mug, "ana");
		world = open({ ALERTS_STORE: false });
		await world.redeem(mug, "ana");
		expect(await world.states()).toEqual([]);
		world = open({ ALERT_MIN_POINTS: 300 });
		await world.redeem(mug, "ana");
		expect(await world.states()).toEqual(["waiting"]);
	});

	it("can be tested, skipped and muted, at once", async () => {
		await addTestAlert(world.site);
		expect(await world.titles()).toEqual([["Ana redeemed Mug (test)", 0]]);
		await muteAlerts(world.site, true);
		expect([await world.due(), (await readAlertsPage(world.site, "pt")).isMuted]).toEqual([[], true]);
		await muteAlerts(world.site, false);
		const [shown] = await world.due();
		await acknowledgeAlert(world.site, shown?.id ?? 0);
		await skipAlert(world.site, shown?.id ?? 0);
		expect([await world.due(), await world.states(), world.changes()]).toEqual([[], ["skipped"], 5]);
		await transact(test.db, (trx) => deleteAlertsBefore(trx, "2100"));
		expect(await world.states()).toEqual([]);
	});
});

describe("a description", () => {
	it("has the names of now, and none that is hidden", async () => {
		await world.redeem(mug, "ana");
		await setNameHidden(world.site, userId("boss"), userId("ana"), true);
		expect(await world.titles()).toEqual([["Anonymous redeemed Mug", 0]]);
		const data = { raffleId: "none", winnerIds: [userId("ana")] };
		expect(await describeAnnouncement(world.site, { type: "raffle.drawn", data }, "en"), "gone").toBe(
			undefined,
		);
	});

	it("of a big win names the game, points and multiplier", async () => {
		const data = { userId: userId("ana"), game: "plinko", stake: 20, payout: 250, multiplier: 12.5 };
		expect(await describeAnnouncement(world.site, { type: "game.big_win", data }, "pt")).toEqual({
			title: "ana ganhou 250 pontos em Navalhas Plinko (12,5x)",
			...{ names: ["ana"], points: 250, multiplier: 12.5, path: "/mini-games/plinko" },
		});
	});

	it("is undefined for what is gone, of each type", async () => {
		const gone = { itemId: "none", raffleId: "none", tournamentId: "none", marketId: "none", huntId: "none" };
		const data = { ...gone, codeId: "none", slotId: "none", userId: userId("ana"), game: "none" } as never;
		for (const type of ANNOUNCEMENT_TYPES.filter((one) => one !== "stream.started"))
			expect(await describeAnnouncement(world.site, { type, data }, "en"), type).toBe(undefined);
	});
});
