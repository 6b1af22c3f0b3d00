import { transact } from "db/transact";
import { importJWK, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { eraseUser } from "~/account/erasure.server";
import { createSecretBox } from "~/lib/secret-box.server";
import type { Notice, NoticeContent } from "~/notifications/notices";
import { noticesSchema } from "~/notifications/notices.schema";
import { addNotice } from "~/notifications/notices.server";
import { createPush } from "~/notifications/push/delivery.server";
import { createFailureCount } from "~/notifications/push/failures";
import { openPushKeys } from "~/notifications/push/keys.server";
import { MAX_DEVICES } from "~/notifications/push/push";
import {
	orderPush,
	pushHuntStart,
	pushStreamStart,
	startPush,
	startPushes,
} from "~/notifications/push/push-jobs.server";
import { readDevices, subscribe, unsubscribe } from "~/notifications/push/subscriptions.server";
import { fakeClock, userId } from "../../support/database";
import { expectRefusal } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { startPushService } from "../../support/push-service";
import { settleJobs } from "../../support/settle-jobs";
import { testSite } from "../../support/test-site";

const SECRET = "0123456789abcdef0123456789abcdef";
const test = databaseForEachTest({ users: { ana: 1000, bruno: 1000 } });
const clock = fakeClock();
const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const ana = { id: userId("ana"), sessionId: "session-ana" };
const bruno = { id: userId("bruno"), sessionId: "session-bruno" };
const approved: Extract<NoticeContent, { kind: "order-approved" }> = {
	kind: "order-approved",
	data: { orderId: "o1", item: "Mug", note: "The code is 1234" },
};

let service: Awaited<ReturnType<typeof startPushService>>;
let config: { APP_ORIGIN: string; SITE_TIMEZONE: string; TEST_ORIGIN: string | undefined };
beforeEach(async () => {
	service = await startPushService();
	config = {
		APP_ORIGIN: "https://plateia.example",
		SITE_TIMEZONE: "Europe/Lisbon",
		TEST_ORIGIN: service.origin,
	};
	for (const call of Object.values(log)) call.mockClear();
	// As at the first start: later a new pair would end the subscriptions.
	await keysWith();
});
afterEach(() => service.close());

const keysWith = (secret = SECRET) =>
	openPushKeys(testSite({ db: test.db, now: clock.now, log }), createSecretBox(secret, "session tokens"));
async function openSite() {
	const services = { db: test.db, now: clock.now, log, wakeJobs() {} };
	const site = testSite({ ...services, config });
	const push = createPush(site, { keys: await keysWith(), siteName: () => "Praça" });
	return { ...site, push };
}
const settle = async () => settleJobs(await openSite(), [startPushes, startPush, orderPush]);
let told = 0;
/** Stores a decision on an order of a viewer. */
const decide = (userId = ana.id) => {
	const notice: Notice = { ...approved, userId, reference: `o${++told}` };
	return transact(test.db, (trx) => addNotice(trx, notice, { at: clock.now(), by: undefined }));
};
/** Sends a decision on an order of ana. */
async function sendApproved() {
	await decide();
	await settle();
}
const dropped = () =>
	log.warn.mock.calls.map(([entry]) => entry).filter(({ event }) => event === "job-dropped");
const both = { orders: true, hunts: true, streams: false };
type Fields = Parameters<typeof subscribe>[2];
const add = (name: string, change = {}, viewer = ana, language: "pt" | "en" = "en") =>
	subscribe(
		testSite({ db: test.db, now: clock.now, config }),
		viewer,
		{ ...("auth" in change ? {} : service.subscribe(name)), ...both, ...change } as Fields,
		language,
	);
const devices = (viewer = ana) => readDevices(testSite({ db: test.db, config }), viewer, "en");
const paths = () => service.received.map(({ path }) => path).toSorted();

describe("a decision on an order", () => {
	it("is sent to each device of the viewer, encrypted, in the device's language and without the note", async () => {
		await add("phone");
		await add("laptop", {}, ana, "pt");
		await add("other", {}, bruno);
		await sendApproved();
		expect(paths()).toEqual(["/laptop", "/phone"]);
		const phone = service.received.find(({ path }) => path === "/phone");
		expect(phone?.message).toEqual({
			title: "Praça",
			body: "Your order was approved: Mug.",
			path: "/points/orders#order-o1",
			tag: "order-o1",
		});
		expect(service.received.find(({ path }) => path === "/laptop")?.message.body).toContain("Mug");
		expect(service.received.find(({ path }) => path === "/laptop")?.message.body).not.toContain("order");
		expect(await test.db.selectFrom("jobs").selectAll().execute()).toEqual([]);
	});

	it("is signed with the site's key for the push service", async () => {
		await add("phone");
		await sendApproved();
		const headers = service.received[0]?.headers;
		const [, token = "", key = ""] = /^vapid t=(\S+), k=(\S+)$/.exec(String(headers?.authorization)) ?? [];
		expect(key).toBe((await keysWith()).publicKey);
		const point = Buffer.from(key, "base64url");
		const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
		const jwk = { kty: "EC", crv: "P-256", x, y };
		const { payload } = await jwtVerify(token, await importJWK(jwk, "ES256"));
		expect(payload).toMatchObject({ aud: service.origin, sub: "https://plateia.example" });
		expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "86400" });
	});

	it("is not sent to a device that wants only hunts, and other notices to none", async () => {
		await add("hunts", { orders: false });
		await add("orders", { hunts: false });
		const other: Notice = {
			...{ userId: ana.id, reference: "a", kind: "points-adjusted", data: { delta: 1, balance: 1 } },
		};
		await transact(test.db, (trx) => addNotice(trx, other, { at: clock.now(), by: undefined }));
		const own: Notice = { ...approved, userId: ana.id, reference: "own" };
		await transact(test.db, (trx) => addNotice(trx, own, { at: clock.now(), by: ana.id }));
		await settle();
		expect(paths()).toEqual([]);
		await sendApproved();
		expect(paths()).toEqual(["/orders"]);
	});

	it("is not sent to a device that belongs to another user by now", async () => {
		const device = service.subscribe("phone");
		await add("phone", device);
		await decide();
		await add("phone", device, bruno);
		await settle();
		expect(paths()).toEqual([]);
	});
});

it("the start of a hunt is sent to every device that wants it", async () => {
	await add("ana");
	await add("bruno", {}, bruno);
	await add("orders", { hunts: false }, bruno);
	const start = (id: string) =>
		transact(test.db, (trx) => pushHuntStart(trx, { id, title: "Saturday" }, clock.now()));
	await start("h1");
	await settle();
	expect(paths()).toEqual(["/ana", "/bruno"]);
	await start("h2");
	clock.pass(11 * 60_000);
	await settle();
	expect(paths(), "not once the hunt is well under way").toHaveLength(2);
	expect(service.received[0]?.message).toMatchObject({
		body: "A bonus hunt has started: Saturday.",
		path: "/bonus-hunt",
	});
});

it("the start of the stream is sent to the devices that ask for it, which none does by default", async () => {
	await add("ana");
	await add("bruno", { orders: false, hunts: false, streams: true }, bruno);
	const at = clock.now().toISOString();
	const started = { id: 1, type: "stream.started", reference: at, data: { startedAt: at }, at } as const;
	await transact(test.db, (trx) => pushStreamStart.pass({}, trx, started));
	await settle();
	expect(paths()).toEqual(["/bruno"]);
	expect(service.received[0]?.message).toMatchObject({ body: "We're live! Come and join in.", path: "/" });
});

describe("a subscription", () => {
	it("that the push service answers with 404 or 410 is deleted, and with another status kept", async () => {
		const all = ["/404", "/410", "/400", "/302", "/403", "/201"];
		for (const path of all) {
			await add(path.slice(1));
			service.statuses.set(path, Number(path.slice(1)));
		}
		await sendApproved();
		expect(await devices()).toHaveLength(4);
		await sendApproved();
		expect(new Set(paths())).toEqual(new Set(all));
		expect(paths()).toHaveLength(10);
	});

	it("at a private address gets nothing, unless the settings name its origin", async () => {
		await add("local");
		config.TEST_ORIGIN = undefined;
		await test.db
			.updateTable("push_subscriptions")
			.set({ endpoint: service.origin.replace("http:", "https:") })
			.execute();
		await sendApproved();
		expect(service.received).toEqual([]);
		expect(dropped()).toMatchObject([{ kind: "push-order", tries: 1, fault: "unreachable" }]);
	});

	it.each(["http://push.example/1", "ftp://push.example/1", "https://user:secret@push.example/1", "/1", ""])(
		"with the endpoint %j is refused",
		async (endpoint) => {
			await expectRefusal(add("phone", { endpoint }), "pushInvalid");
			expect(await devices()).toEqual([]);
		},
	);

	it("with a key that is no point of the curve is refused", async () => {
		const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString("base64url");
		await expectRefusal(add("phone", { p256dh }), "pushInvalid");
	});

	it("belongs to the last user of the browser, and a renewed one to the current session", async () => {
		const fields = service.subscribe("shared");
		await add("shared", fields);
		expect(await devices()).toMatchObject([{ isCurrent: true }]);
		expect(await devices({ ...ana, sessionId: "later" })).toMatchObject([{ isCurrent: false }]);
		await add("shared", fields, bruno);
		expect([await devices(), await devices(bruno)]).toMatchObject([[], [{ wantsOrders: true }]]);
	});

	it("is deleted by its viewer only, or when its browser wants nothing", async () => {
		const fields = service.subscribe("phone");
		await add("phone", fields);
		const [{ id } = { id: "" }] = await devices();
		await unsubscribe(test.db, bruno, id);
		expect(await devices()).toHaveLength(1);
		await unsubscribe(test.db, ana, id);
		expect(await devices()).toEqual([]);
		await add("phone", fields);
		await add("phone", { ...fields, orders: false, hunts: false });
		expect(await devices()).toEqual([]);
	});

	it("is limited to the newest 10 of a viewer", async () => {
		for (let number = 0; number < MAX_DEVICES + 2; number += 1) {
			clock.pass(1000);
			await add(`device${number}`);
		}
		await sendApproved();
		expect(paths()).toHaveLength(MAX_DEVICES);
		expect(paths()).not.toContain("/device0");
		expect(paths()).toContain("/device11");
	});
});

describe("a push service that", () => {
	const retry = async (...seconds: number[]) => {
		for (const wait of seconds) {
			clock.pass(wait * 1000);
			await settle();
		}
	};

	it("is busy once or twice gets the message after all, other devices once", async () => {
		for (const name of ["429", "500", "503", "other"]) await add(name);
		for (const status of [429, 500, 503]) service.statuses.set(`/${status}`, [status, status]);
		await sendApproved();
		await retry(4);
		expect(paths()).toHaveLength(4);
		await retry(1, 60);
		expect(paths()).toEqual(
			["429", "500", "503"].flatMap((path) => Array(3).fill(`/${path}`)).concat("/other"),
		);
		expect(dropped()).toEqual([]);
	});

	it("does not answer gets three tries, each until its time-out", async () => {
		await add("silent");
		service.statuses.set("/silent", undefined);
		const site = await openSite();
		const { deliver } = site.push;
		site.push.deliver = (recipient, content, signal) => deliver(recipient, content, signal, 50);
		await decide();
		for (const wait of [0, 5, 60]) {
			clock.pass(wait * 1000);
			await settleJobs(site, [orderPush]);
		}
		expect(dropped()).toMatchObject([{ tries: 3, fault: "unreachable" }]);
	});

	it("demands a longer pause than five minutes, or refuses the message, gets no second try", async () => {
		const refusing = ["400", "403", "413"];
		for (const name of ["busy", ...refusing]) await add(name);
		for (const name of refusing) service.statuses.set(`/${name}`, Number(name));
		service.statuses.set("/busy", 429);
		service.retryAfter.set("/busy", "301");
		await sendApproved();
		await retry(600);
		expect(paths()).toEqual(["/400", "/403", "/413", "/busy"]);
	});

	it("is busy gets no second try for a viewer who has signed out in between, or was erased", async () => {
		const fields = service.subscribe("shared");
		await add("shared", fields);
		await add("erased", {}, bruno);
		service.statuses.set("/shared", [503]);
		service.statuses.set("/erased", [503]);
		await decide(bruno.id);
		await sendApproved();
		await add("shared", fields, bruno);
		await eraseUser({ db: test.db, async remember() {} }, bruno.id);
		expect(await test.db.selectFrom("jobs").select("key").execute()).toEqual([]);
		await retry(60);
		expect(paths()).toEqual(["/erased", "/shared"]);
	});
});

describe("a subscription whose messages fail", () => {
	const HOUR = 60 * 60 * 1000;
	const openCount = () => {
		const time = fakeClock();
		return { ...createFailureCount(time.now), pass: time.pass };
	};

	it("five times in a row over a day is deleted, while others work", async () => {
		await add("dead");
		await add("alive");
		service.statuses.set("/dead", 500);
		const site = await openSite();
		for (let message = 0; message < 5; message += 1) {
			expect(await devices()).toHaveLength(2);
			await decide();
			for (const wait of [0, 5000, 60_000, 6 * HOUR]) {
				await settleJobs(site, [orderPush]);
				clock.pass(wait);
			}
		}
		expect(await devices()).toHaveLength(1);
	});

	it("is kept before the fifth failure, before a day has passed, and after a message that was sent", () => {
		const count = openCount();
		const fail = (hours: number) => {
			count.pass(hours * HOUR);
			count.sent("other");
			return count.failed("a");
		};
		expect([fail(0), fail(30), fail(1), fail(1)]).toEqual([false, false, false, false]);
		count.sent("a");
		expect([fail(1), fail(1), fail(1), fail(1), fail(1), fail(19)]).toEqual(Array(6).fill(false));
		expect(fail(1)).toBe(true);
	});

	it("is kept while none is sent, because the site itself may be offline", () => {
		const count = openCount();
		count.sent("other");
		for (let failure = 0; failure < 20; failure += 1) {
			expect(count.failed("a")).toBe(false);
			count.pass(6 * HOUR);
		}
		count.sent("other");
		expect(count.failed("a")).toBe(true);
	});
});

describe("the key pair", () => {
	it("is created once and stored encrypted", async () => {
		const keys = await keysWith();
		expect(await keysWith()).toEqual(keys);
		expect(log.info).toHaveBeenCalledTimes(1);
		const rows = JSON.stringify(await test.db.selectFrom("push_keys").selectAll().execute());
		expect(rows).toContain(keys.publicKey);
		expect(rows).not.toContain(keys.privateKey);
	});

	it("is replaced when the session secret has changed, and the subscriptions of the old one end", async () => {
		const keys = await keysWith();
		await add("phone");
		expect((await keysWith("fedcba9876543210fedcba9876543210")).publicKey).not.toBe(keys.publicKey);
		expect(await devices()).toEqual([]);
	});
});

it.each([
	["an endpoint of 3,000 characters", { endpoint: `https://push.example/${"a".repeat(3000)}` }],
	["no secret", { auth: undefined }],
])("the form refuses %s", (_what, change) => {
	const fields = { intent: "subscribe", ...service.subscribe("phone"), orders: true, ...change };
	expect(noticesSchema.safeParse(fields).success).toBe(false);
	expect(noticesSchema.safeParse({ ...fields, ...service.subscribe("phone") }).success).toBe(true);
});
