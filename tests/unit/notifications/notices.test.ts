import { transact } from "db/transact";
import { describe, expect, it } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { jsonDownload } from "~/http/json-download.server";
import { MAX_NOTICES, type Notice } from "~/notifications/notices";
import { countUnreadNotices } from "~/notifications/notices.queries.server";
import {
	addNotices,
	deleteOldNotices,
	markRead,
	readNotices,
	readOwnNotices,
} from "~/notifications/notices.server";
import { fakeClock, userId } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { testSite } from "../../support/test-site";

const DAY_MS = 24 * 60 * 60 * 1000;
const test = databaseForEachTest({ users: { ana: 1000, bruno: 1000 } });
const [ana, bruno] = [userId("ana"), userId("bruno")];
const clock = fakeClock();
const config = { SITE_TIMEZONE: "Europe/Lisbon" };

const adjusted = (reference: string, user = ana): Notice => ({
	userId: user,
	kind: "points-adjusted",
	reference,
	data: { delta: 500, balance: 1500 },
});
const add = (notices: readonly Notice[], at = clock.now()) =>
	transact(test.db, (trx) => addNotices(trx, notices, { at, by: undefined }));
const list = (user = ana, language: "pt" | "en" = "en") =>
	readNotices(testSite({ db: test.db, config }), user, undefined, language);
const unread = (user = ana) => countUnreadNotices(test.db, user);
const tools = (announced: string[] = []) => ({
	db: test.db,
	now: clock.now,
	announceNotices: (user: string) => void announced.push(user),
});

describe("notices", () => {
	it("of a repeated event are added once, and the same event may concern several viewers", async () => {
		await add([adjusted("one"), adjusted("one", bruno)]);
		await add([adjusted("one"), adjusted("two")]);
		expect([await unread(), await unread(bruno)]).toEqual([2, 1]);
	});

	it("are listed newest first, 25 on a page, and only to their viewer", async () => {
		await add(Array.from({ length: 30 }, (_, number) => adjusted(`n${number}`)));
		await add([adjusted("other", bruno)]);
		const { rows, next } = await list();
		expect(rows).toHaveLength(25);
		expect(next).toBeDefined();
		expect(rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id).toSorted((a, b) => b - a));
		expect((await list(bruno)).rows).toHaveLength(1);
	});

	it("are limited to the newest 200 of a viewer, also when many are added at once", async () => {
		const many = (name: string) => Array.from({ length: 150 }, (_, number) => adjusted(`${name}${number}`));
		await add([...many("a"), adjusted("kept", bruno)]);
		await add(many("b"));
		const rows = await test.db.selectFrom("notifications").select(["user_id", "reference"]).execute();
		expect(rows.filter(({ user_id }) => user_id === ana)).toHaveLength(MAX_NOTICES);
		expect(rows.filter(({ reference }) => reference.startsWith("b"))).toHaveLength(150);
		expect(rows.filter(({ user_id }) => user_id === bruno)).toHaveLength(1);
	});

	it("are deleted after 180 days", async () => {
		await add([adjusted("old")], new Date(clock.now().getTime() - 181 * DAY_MS));
		await add([adjusted("new")], new Date(clock.now().getTime() - 179 * DAY_MS));
		await deleteOldNotices(test.db, clock.now());
		expect((await list()).rows).toHaveLength(1);
	});

	it("are part of the export of personal data and deleted by an erasure", async () => {
		await add([adjusted("one"), adjusted("two", bruno)]);
		const exported = JSON.parse(await jsonDownload("data.json", readOwnNotices(test.db, ana)).text());
		expect(exported.notifications).toMatchObject([{ kind: "points-adjusted", read_at: null }]);
		await eraseUser({ db: test.db, async remember() {} }, ana);
		expect([await unread(), await unread(bruno)]).toEqual([0, 1]);
	});
});

describe("marking as read", () => {
	const readOnes = ({ rows }: Awaited<ReturnType<typeof list>>) => rows.map(({ isRead }) => isRead);

	it("marks one, and publishes it", async () => {
		await add([adjusted("one"), adjusted("two"), adjusted("other", bruno)]);
		const announced: string[] = [];
		const [newest] = (await list()).rows;
		const [other] = (await list(bruno)).rows;
		await markRead(tools(), ana, { id: other?.id ?? 0 });
		await markRead(tools(announced), ana, { id: newest?.id ?? 0 });
		expect(readOnes(await list())).toEqual([true, false]);
		expect(announced).toEqual([ana]);
	});

	it("of all leaves those that arrived after the page was rendered", async () => {
		await add([adjusted("one"), adjusted("two"), adjusted("other", bruno)]);
		const [shown] = (await list()).rows;
		await add([adjusted("three")]);
		await markRead(tools(), ana, { upTo: shown?.id ?? 0 });
		expect(readOnes(await list())).toEqual([false, true, true]);
		await markRead(tools(), ana, { upTo: Number.MAX_SAFE_INTEGER });
		expect(await unread(bruno), "notices of others stay").toBe(1);
	});
});

describe("the text of a notice", () => {
	const until = "2026-03-05T12:00:00.000Z";
	const content: Omit<Notice, "userId" | "reference">[] = [
		{ kind: "order-approved", data: { orderId: "o", item: "Mug", note: "Sent <today>" } },
		{ kind: "order-cancelled", data: { orderId: "o", item: "Mug", points: 1500, note: null } },
		{ kind: "hunt-prize", data: { huntId: "h", title: "Saturday", points: 5000 } },
		{ kind: "tournament-prize", data: { tournamentId: "t", title: "Weekend", place: 2, points: 700 } },
		{ kind: "raffle-drawn", data: { raffleId: "r", title: "Keys", place: 3, prize: "500" } },
		{ kind: "raffle-drawn", data: { raffleId: "s", title: "Keys", place: 3, prize: "Mug" } },
		{
			kind: "tournament-prize",
			data: { tournamentId: "w", title: "Weekend", place: 2, points: 700, item: "Mug" },
		},
		{ kind: "tournament-cancelled", data: { tournamentId: "t", title: "Weekend", points: 50 } },
		{ kind: "tournament-cancelled", data: { tournamentId: "u", title: "Weekend", points: 0 } },
		{ kind: "points-adjusted", data: { delta: 500, balance: 1500 } },
		{ kind: "points-adjusted", data: { delta: -500, balance: 1500 } },
		{ kind: "points-imported", data: { delta: 500, balance: 1500 } },
		{ kind: "points-merged", data: { delta: 500, balance: 1500, provider: "Bot" } },
		{ kind: "merge-undone", data: { delta: -500, balance: 1500, provider: "Bot" } },
		{ kind: "limit-set", data: { dailyLoss: 700 } },
		{ kind: "limit-set", data: { dailyLoss: null } },
		{ kind: "limit-later", data: { dailyLoss: 700, from: until } },
		{ kind: "limit-later", data: { dailyLoss: null, from: until } },
		{ kind: "limit-raised", data: { dailyLoss: 700 } },
		{ kind: "break-started", data: { until } },
		{ kind: "break-extended", data: { until } },
		{ kind: "break-shortened", data: { until } },
		{ kind: "break-over", data: {} },
		{ kind: "pause-started", data: { note: "Two accounts" } },
		{ kind: "pause-over", data: {} },
	];

	it.each(["pt", "en"] as const)("is complete and in the reader's language: %s", async (language) => {
		await add(content.map((one, number) => ({ ...one, userId: ana, reference: `${number}` }) as Notice));
		const { rows } = await list(ana, language);
		expect(rows).toHaveLength(content.length);
		for (const { text, to } of rows) {
			expect(text).not.toMatch(/notifications\.|\{|undefined|NaN|Invalid/);
			expect(to).toMatch(/^\/(points|bonus-hunt|mini-games|tournament|raffles)/);
		}
		const texts = rows.map(({ text }) => text).join("\n");
		expect(texts).toContain(
			language === "en" ? "An admin took 500 points" : "Um administrador retirou-te 500",
		);
		expect(texts, "a raffle's points").toMatch(/(won|ganhaste): 500 (points|pontos)/);
		expect(rows.at(-1)).toMatchObject({ note: "Sent <today>", to: "/points/orders#order-o" });
	});
});
