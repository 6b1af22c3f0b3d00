import { readFileSync } from "node:fs";
import { afterEach, describe, expect, it, vi } from "vitest";
import { ANNOUNCEMENT_TYPES } from "~/lib/announcement-types";
import { ledgerInvariants } from "~/points/ledger/ledger.audit.server";
import { readStatement } from "~/points/statement/statement.server";
import { answerApi } from "~/team/api/answer.server";
import { apiInvariants } from "~/team/api/api.audit.server";
import { describeApi } from "~/team/api/openapi.server";
import type { Scope } from "~/team/api/tokens";
import {
	createToken,
	findToken,
	isValid,
	listTokens,
	openTokens,
	revokeToken,
} from "~/team/api/tokens.server";
import { fakeClock, userId } from "../../support/database";
import { expectInvariants, expectRefusal, violatedAfter } from "../../support/expectations";
import { databaseForEachTest } from "../../support/for-each-test";
import { changeRows, rowsOf } from "../../support/rows-of";
import { testSite } from "../../support/test-site";

const test = databaseForEachTest({ users: { ana: 1000, bruno: 20, boss: 7 } });
const [ana, boss] = [userId("ana"), userId("boss")];
const DAY_MS = 24 * 60 * 60 * 1000;
const clock = fakeClock();
const announceBalance = vi.fn();
const config = { ADMIN_SUBJECTS: ["subject-boss"], SITE_TIMEZONE: "UTC", RATE_LIMIT_SCALE: 1 };
let limits = openTokens({ config });
const site = () =>
	testSite({
		...{ db: test.db, now: clock.now, announceBalance, announceNotices() {}, games: [], ...limits, config },
	});

afterEach(async () => {
	announceBalance.mockClear();
	limits = openTokens({ config });
	await expectInvariants(test.db, ...ledgerInvariants, ...apiInvariants);
});

async function newToken(scopes: readonly Scope[] = ["points"], dailyPoints = 100) {
	const id: string = crypto.randomUUID();
	const form = { id, name: "Quiz", scopes, dailyPoints, days: "30" };
	return { id, form, secret: await createToken(site(), boss, form) };
}

interface Sent {
	secret: string;
	key?: string;
	body?: unknown;
	headers?: Record<string, string>;
	query?: string;
}

async function send(path: string, { secret, key = "", body, headers, query = "" }: Sent) {
	const request = new Request(`https://site.test/api/v1/${path}${query}`, {
		headers: {
			...{ authorization: `Bearer ${secret}`, "idempotency-key": key, "content-type": "application/json" },
			...headers,
		},
		...(body !== undefined && {
			method: "POST",
			body: typeof body === "string" ? body : JSON.stringify(body),
		}),
	});
	const response = await answerApi(site(), request, path, async () => () => {});
	return { status: response.status, headers: response.headers, answer: JSON.parse(await response.text()) };
}

const give = (secret: string, user: string, amount: number, key: string = crypto.randomUUID()) =>
	send("points", { secret, key, body: { user, amount } });

describe("a token", () => {
	it("is stored as a hash, and shown only by its creation", async () => {
		const { id, form, secret } = await newToken(["read"]);
		expect(secret).toMatch(/^plateia_[\w-]{43}$/);
		expect(await findToken(site(), secret)).toMatchObject({ id, scopes: ["read"], dailyPoints: null });
		for (const table of ["api_tokens", "admin_changes"] as const)
			expect(JSON.stringify(await rowsOf(test.db, table)), table).not.toContain(secret.slice(8));
		expect(JSON.stringify(await listTokens(site()))).not.toContain(secret.slice(8));
		await expectRefusal(createToken(site(), boss, form), "pageExpired");
		await expectRefusal(
			createToken(site(), boss, { ...form, id: "2", scopes: ["points"], dailyPoints: "" }),
			"tokenPointsInvalid",
		);
	});

	it("is dead once it is revoked or over, or its creator is no longer an admin", async () => {
		const { id, secret } = await newToken(["balances"]);
		const status = async () => (await send("board", { secret })).status;
		expect([await status(), await isValid(site(), { id })]).toEqual([200, true]);
		config.ADMIN_SUBJECTS = [];
		expect([await status(), await isValid(site(), { id })]).toEqual([401, false]);
		config.ADMIN_SUBJECTS = ["subject-boss"];
		clock.pass(30 * DAY_MS);
		expect([await status(), await isValid(site(), { id })]).toEqual([401, false]);
		const other = await newToken(["balances"]);
		await revokeToken(site(), boss, other.id);
		await revokeToken(site(), boss, other.id);
		expect((await send("board", { secret: other.secret })).answer.code).toBe("invalid-token");
		const changes = (await rowsOf(test.db, "admin_changes")).map(({ action }) => action);
		expect(changes).toEqual(["token.create", "token.create", "token.revoke"]);
	});

	it("notes its last use at most once a minute", async () => {
		const { secret } = await newToken(["balances"]);
		const lastUse = async () => (await listTokens(site()))[0]?.lastUsedAt;
		await send("board", { secret });
		const first = clock.now().toISOString();
		await expect.poll(lastUse).toBe(first);
		clock.pass(59_000);
		await send("board", { secret });
		clock.pass(1000);
		await send("board", { secret });
		await expect.poll(lastUse).toBe(clock.now().toISOString());
	});

	it("has a limit of requests", async () => {
		const { id, secret } = await newToken(["balances"]);
		for (let at = 0; at < 300; at++) await limits.countRequest(id);
		const { status, headers, answer } = await send("board", { secret });
		expect([status, answer.code]).toEqual([429, "too-many-requests"]);
		// The limit counts by the time of the machine.
		expect(headers.get("retry-after")).toMatch(/^[1-6]?\d$/);
	});
});

it("the documents name each type of events", () => {
	const { webhooks } = describeApi("https://site.test");
	const { schema } = webhooks.event.post.requestBody.content["application/json"] ?? {};
	expect(schema).toMatchObject({ properties: { type: { enum: ANNOUNCEMENT_TYPES } } });
	const bots = readFileSync("docs/bots.md", "utf8");
	for (const type of ANNOUNCEMENT_TYPES) expect(bots).toContain(`\`${type}\``);
});

describe("points of a program", () => {
	it("are given once for each key, with a line of the statement and one notice for the day", async () => {
		const { id, secret } = await newToken();
		const first = await give(secret, "@ANA", 30, "k1");
		expect(first).toMatchObject({ status: 200, answer: { given: 30, leftToday: 70 } });
		expect((await give(secret, "@ANA", 30, '"k1"')).answer).toEqual(first.answer);
		expect(await give(secret, "ana", 31, "k1")).toMatchObject({
			status: 422,
			answer: { code: "key-reused" },
		});
		await give(secret, "ana", 5);
		const gifts = await rowsOf(test.db, "point_entries", { reason: "api:Quiz" });
		expect(gifts.map(({ user_id, delta, actor }) => [user_id, delta, actor])).toEqual([
			...[
				[ana, 30, `token:${id}`],
				[ana, 5, `token:${id}`],
			],
		]);
		const [notice, ...others] = await rowsOf(test.db, "notifications");
		expect([JSON.parse(notice?.data ?? ""), others]).toEqual([{ points: 35, program: "Quiz" }, []]);
		const { entries } = await readStatement(site(), ana, {
			...{ search: new URLSearchParams(), language: "en", reader: "viewer" },
		});
		expect(entries.rows[0]).toMatchObject({
			...{ words: "Given by Quiz (2 times)", by: "The streamer's program", delta: 35 },
		});
		expect(announceBalance).toHaveBeenCalledWith(ana);
		expect(JSON.stringify(await rowsOf(test.db, "idempotency_keys"))).not.toMatch(/ana"/i);
	});

	it("of two programs of an admin have separate keys", async () => {
		for (const { secret } of [await newToken(), await newToken()]) await give(secret, "ana", 30, "k1");
		expect(await rowsOf(test.db, "point_entries", { reason: "api:Quiz" })).toHaveLength(2);
	});

	it("stay below the points of a day of UTC, also if a gift is refused", async () => {
		const { secret } = await newToken();
		expect((await give(secret, "ana", 101)).answer.code).toBe("daily-points");
		expect((await give(secret, "ana", 100)).status).toBe(200);
		expect(await give(secret, "bruno", 1, "later")).toMatchObject({
			...{ status: 409, answer: { code: "daily-points" } },
		});
		clock.pass(DAY_MS);
		expect((await give(secret, "bruno", 1, "later")).answer).toEqual({ given: 1, leftToday: 99 });
	});

	it.each([
		["nobody", 5, 404, "unknown-user"],
		["boss", 5, 403, "own-account"],
		["ana", -5, 400, "invalid-request"],
		["ana", 0, 400, "invalid-request"],
		["ana", 1.5, 400, "invalid-request"],
		["ana", "5", 400, "invalid-request"],
	])("are refused to %s: %s", async (user, amount, status, code) => {
		const { secret } = await newToken();
		const refused = await give(secret, user, amount as number);
		expect(refused).toMatchObject({ status, answer: { status, code } });
		expect(refused.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
		expect(await rowsOf(test.db, "idempotency_keys")).toEqual([]);
	});

	it("of a request that is malformed are refused", async () => {
		const { secret } = await newToken();
		const body = { user: "ana", amount: 5 };
		const refused = async (sent: Partial<Sent>) =>
			(await send("points", { secret, key: "k", body, ...sent })).status;
		expect([
			await refused({ key: "" }),
			await refused({ key: "x".repeat(101) }),
			await refused({ body: "{" }),
			await refused({ body: { ...body, more: 1 } }),
			await refused({ headers: { "content-type": "text/plain" } }),
			await refused({ body: { ...body, user: "x".repeat(5000) } }),
			await refused({ headers: { "sec-fetch-site": "cross-site" } }),
		]).toEqual([400, 400, 400, 400, 415, 413, 403]);
		expect(await rowsOf(test.db, "point_entries", { reason: "api:Quiz" })).toEqual([]);
	});

	it("are checked by the audit", async () => {
		const { secret } = await newToken();
		await give(secret, "ana", 30);
		const violated = (statement: string) => violatedAfter(test.db, statement, apiInvariants);
		expect(await violated("update api_tokens set given_points = 29")).toHaveLength(1);
		expect(await violated("update api_tokens set daily_points = 20")).toHaveLength(1);
		expect(await violated(`update api_tokens set created_by = '${ana}'`)).toHaveLength(1);
	});
});

it("a hidden name is neither found nor shown", async () => {
	const { secret } = await newToken(["balances", "points"]);
	await changeRows(test.db, "users", { id: ana }, { name_hidden_at: clock.now().toISOString() });
	const unknown = await send("balance", { secret, query: "?user=nobody" });
	expect(await send("balance", { secret, query: "?user=ana" })).toEqual(unknown);
	expect((await give(secret, "ana", 5)).status).toBe(404);
	expect((await send("board", { secret, query: "?limit=2" })).answer.viewers).toEqual([
		{ place: 1, user: null, points: 1000 },
		{ place: 2, user: "bruno", points: 20 },
	]);
});
