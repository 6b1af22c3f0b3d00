import { afterAll, beforeAll, expect, it } from "vitest";
import { openShelf, type Shelf } from "../../support/data/store-content";
import { openViewers } from "../../support/site/crowd-viewers";
import { type Site, startSite } from "../../support/site/site";
import { sized } from "../../support/test-size";

let site: Site;
let shelf: Shelf;

beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000" } });
	shelf = openShelf(site);
});
afterAll(async () => {
	shelf?.close();
	await site?.close();
});

async function registerAndSignIn(count: number, points: number): Promise<string[]> {
	const viewers = openViewers(site);
	const cookies = viewers.signInAll(viewers.register(count, points));
	viewers.close();
	return cookies;
}

const MAX_TRIES = 5;

/** Posts the confirm dialog's form as a browser without scripts does, again if the site is too busy to answer it. */
async function redeem(cookie: string, id: string, idempotencyKey: string) {
	let answer = await post(cookie, id, idempotencyKey);
	for (let tries = 1; answer.status === 503 && tries < MAX_TRIES; tries++) {
		answer = await post(cookie, id, idempotencyKey);
	}
	return answer;
}

async function post(cookie: string, id: string, idempotencyKey: string) {
	const fields = { idempotencyKey, revision: "1", price: "100", stock: "20" };
	const response = await fetch(`${site.origin}/store/${id}/redeem`, {
		method: "POST",
		headers: { cookie: `${cookie}; language=en`, "sec-fetch-site": "same-origin", accept: "text/html" },
		body: new URLSearchParams(fields),
		redirect: "manual",
	});
	const text = await response.text();
	const order = response.headers.get("location")?.match(/order=([\w-]+)$/)?.[1];
	return { status: response.status, order, isSoldOut: text.includes("Item out of stock") };
}

const ROUNDS = sized(2, 10);

it("sells the last 20 items to 20 of 200 concurrent viewers, in every round", {
	timeout: 240_000,
}, async () => {
	const cookies = await registerAndSignIn(200, 10_000);
	for (let round = 0; round < ROUNDS; round++) {
		const id = shelf.add({ name: `Round ${round}`, stock: 20 });
		const answers = await Promise.all(cookies.map((cookie) => redeem(cookie, id, crypto.randomUUID())));
		const redeemed = answers.filter(({ status, order }) => status === 302 && order);
		const refused = answers.filter(({ status, isSoldOut }) => status === 409 && isSoldOut);
		expect([redeemed.length, refused.length]).toEqual([20, 180]);
		expect(new Set(redeemed.map(({ order }) => order))).toEqual(
			new Set(shelf.ordersOf(id).map(({ id }) => id)),
		);
		expect(shelf.item(id).stock).toBe(0);
	}
	const [{ wrong } = {}] = shelf.all(
		`select count(*) as wrong from user_points
		where points <> 10000 - 100 * (select count(*) from orders where orders.user_id = user_points.user_id)
		or points <> (select sum(delta) from point_entries where point_entries.user_id = user_points.user_id)`,
	);
	expect(wrong).toBe(0);
	const [{ bare } = {}] = shelf.all(
		`select count(*) as bare from orders where not exists
		(select 1 from point_entries where reason = 'redeem' and reference = orders.id and delta = -100)
		or not exists (select 1 from redeem_messages where order_id = orders.id)`,
	);
	expect(bare).toBe(0);
});

it("makes one order for the same redeem from 50 connections, and returns it to each", async () => {
	const [cookie = ""] = await registerAndSignIn(1, 10_000);
	const id = shelf.add({ stock: 20 });
	const idempotencyKey = crypto.randomUUID();
	const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(cookie, id, idempotencyKey)));
	expect(new Set(answers.map(({ status, order }) => `${status} ${order}`)).size).toBe(1);
	expect(answers[0]?.status).toBe(302);
	expect(shelf.ordersOf(id)).toHaveLength(1);
	expect(shelf.item(id).stock).toBe(19);
});
