import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { i18nIn } from "~/i18n/i18next.server";
import type { ErrorCode } from "~/i18n/messages";
import { openShelf, type Shelf } from "../support/data/store-content";
import { numberIn, type ServedPage, visit } from "../support/http/visitor";
import { openViewers } from "../support/site/crowd-viewers";
import { newPlayer } from "../support/site/new-player";
import { changeBalance, idOf } from "../support/site/points";
import { workerSite } from "../support/site/worker-site";
import { sized } from "../support/test-size";
import { breaking } from "../support/unguarded";

const site = workerSite();
let shelf: Shelf;

beforeAll(() => {
	shelf = openShelf(site);
});
afterAll(() => shelf.close());

const DIALOG = "[role=dialog]";
const FORM = `${DIALOG} form`;
const card = (id: string) => `[data-item="${id}"]`;
const alert = (page: ServedPage) => page.text(`${DIALOG} [role=alert]`);
/** The ids of the listed items. */
const listed = ({ $ }: ServedPage) =>
	$("[data-item]")
		.toArray()
		.map(({ attribs }) => attribs["data-item"]);

async function openDialog(id: string, options: { as: string }) {
	const viewer = await visit(site, options);
	const store = await viewer.open("/store");
	return { viewer, store, dialog: await store.follow(`${card(id)} a.redeem`) };
}

it("a redeem asks the item's question and takes points and stock; its receipt redeems nothing again", async () => {
	const id = shelf.add({ price: 130, question: "Which colour?" });
	const name = newPlayer();
	const { viewer, store, dialog } = await openDialog(id, { as: name });
	expect(store.text(card(id))).toMatch(/stock: 5/i);
	expect([numberIn(dialog, "points-now"), numberIn(dialog, "points-after")]).toEqual([1000, 870]);

	const refused = await dialog.submit(FORM);
	const [question, title, back] = [
		"Please answer the question first.",
		"It's yours!",
		"Back to the store",
	] as [string, string, string];
	expect([refused.status, alert(refused), shelf.pointsOf(name)]).toEqual([409, question, 1000]);

	const receipt = await refused.submit(FORM, { answer: "Blue & <b>gold</b>" });
	expect(receipt.text("h2")).toContain(title);
	expect(numberIn(receipt, "balance")).toBe(870);
	expect(shelf.ordersOf(id)).toMatchObject([
		{ status: "created", item_price: 130, answer: "Blue & <b>gold</b>", question: "Which colour?" },
	]);
	expect((await viewer.open(receipt.path)).$("[data-testid=receipt]")).toHaveLength(1);
	expect((await receipt.follow(back)).text(card(id))).toMatch(/stock: 4/i);
	expect(shelf.ordersOf(id)).toHaveLength(1);
	expect([shelf.item(id).stock, shelf.pointsOf(name)]).toEqual([4, 870]);
});

/** What the answered page shows instead of the values with which the dialog was opened. */
type Shown = Record<string, number> | "no form";
type Change = (id: string, name: string) => unknown;

const failing = (id: string) =>
	breaking({
		...{ name: `broken_${id.replaceAll("-", "_")}`, event: "insert", table: "orders" },
		when: `new.item_id = '${id}'`,
	}).begin;
const EDITED = { priceBefore: 100, price: 150, stockBefore: 5, stock: 9 };

/** What changes between opening and confirming the dialog, and the refusal. */
const REFUSALS: [string, Change, ErrorCode, Shown, Record<string, number>?][] = [
	["deleted", (id) => shelf.run(`delete from store_items where id = '${id}'`), "redeemInvalid", "no form"],
	["too dear", (id) => shelf.edit(id, { price: 1001 }), "insufficientPoints", { price: 1001 }],
	[
		"too dear, because the points are spent",
		async (_, name) => changeBalance(site, await idOf(site, name), -950),
		"insufficientPoints",
		{ "points-now": 50, balance: 50 },
	],
	[
		"sold out",
		(id) => shelf.run(`update store_items set stock = 0 where id = '${id}'`),
		"outOfStock",
		{ stock: 0 },
	],
	["disabled", (id) => shelf.edit(id, { status: "disabled" }), "itemUnavailable", "no form"],
	[
		"edited",
		(id) => shelf.edit(id, { price: 150, stock: 9 }),
		"itemChanged",
		{ price: 150, "points-after": 850, stock: 9 },
		EDITED,
	],
	["not storable", (id) => shelf.run(failing(id)), "redeemFailed", { price: 100 }],
];

describe("a refused redeem shows the reason and the current values", () => {
	it.each(REFUSALS)("the item is %s", async (_, change, code, shows, values) => {
		const id = shelf.add();
		const name = newPlayer();
		const { dialog } = await openDialog(id, { as: name });
		await change(id, name);
		const points = shelf.pointsOf(name);
		const refused = await dialog.submit(FORM);
		const reason = i18nIn("en").t(`errors.${code}`, values ?? {});
		expect([refused.status, alert(refused)]).toEqual([409, reason]);
		expect([shelf.pointsOf(name), shelf.ordersOf(id)]).toEqual([points, []]);
		expect(refused.$(FORM)).toHaveLength(shows === "no form" ? 0 : 1);
		if (shows === "no form") return;
		const { stock, ...numbers } = shows;
		if (stock !== undefined) expect(refused.text(FORM).toLowerCase()).toContain(`stock: ${stock}`);
		const shown = Object.keys(numbers).map((testId) => [testId, numberIn(refused, testId)]);
		expect(Object.fromEntries(shown)).toEqual(numbers);
	});
});

it("a changed price is charged once it was shown, and the answer to the question is kept", async () => {
	const id = shelf.add({ question: "Which colour?" });
	const { dialog } = await openDialog(id, { as: newPlayer() });
	shelf.edit(id, { price: 150, question: "Which size?" });
	const refused = await dialog.submit(FORM, { answer: "Blue" });
	expect([refused.status, refused.fields(FORM).answer]).toEqual([409, "Blue"]);
	await refused.submit(FORM);
	expect(shelf.ordersOf(id)).toMatchObject([{ total_points: 150, question: "Which size?", answer: "Blue" }]);
});

it("a dialog charges only the user that was shown as the buyer", async () => {
	const id = shelf.add();
	const [shown, other] = [newPlayer(), newPlayer()];
	const { viewer, dialog } = await openDialog(id, { as: shown });
	await viewer.open(`/login?login_hint=${other}`);
	const refused = await dialog.submit(FORM);
	expect(alert(refused)).toMatch(/^The signed-in account has changed/);
	expect([shelf.pointsOf(shown), shelf.pointsOf(other), shelf.ordersOf(id)]).toEqual([1000, 1000, []]);
	await refused.submit(FORM);
	expect(shelf.pointsOf(other), "the answered page shows the other one").toBe(900);
});

it("a code is shown to its buyer at the address of the receipt, and to nobody else", async () => {
	const code = `CODE-${crypto.randomUUID()}`;
	const id = shelf.add({ codes: [code] });
	const { viewer, dialog } = await openDialog(id, { as: newPlayer() });
	const receipt = await dialog.submit(FORM);
	for (const page of [receipt, await viewer.open(receipt.path)]) {
		expect(page.text("[data-testid=code]")).toBe(code);
	}
	const other = await visit(site, { as: newPlayer() });
	const seen = await other.open(receipt.path);
	expect([seen.path, seen.html.includes(code)]).toEqual([`/store/${id}/redeem`, false]);
});

it("a card shows why its item cannot be redeemed", async () => {
	const dear = shelf.add({ price: 5000 });
	const gone = shelf.add({ stock: 0 });
	const once = shelf.add({ viewerLimit: 1, price: 1 });
	const slow = shelf.add({ cooldownHours: 24, price: 1 });
	const hidden = shelf.add({ status: "disabled" });
	const reason = (page: ServedPage, id: string) => page.text(`${card(id)} [data-testid=reason]`);
	const visitor = await (await visit(site)).open(`/store?q=Mug`);
	expect(visitor.$(`${card(once)} button[disabled]`)).toHaveLength(1);
	const viewer = await visit(site, { as: newPlayer() });
	for (const id of [once, slow]) await (await viewer.open(`/store/${id}/redeem`)).submit(FORM);
	const page = await viewer.open("/store");
	const [signIn, points, stock, limit, wait] = [
		"Sign in to redeem",
		"Insufficient points",
		"Item out of stock",
		"(1 per viewer)",
		"again in 24 h",
	] as [string, string, string, string, string];
	expect([reason(visitor, once), reason(page, dear), reason(page, gone)]).toEqual([signIn, points, stock]);
	expect(reason(page, once)).toContain(limit);
	expect(reason(page, slow)).toContain(wait);
	expect(page.$(card(hidden))).toHaveLength(0);
});

describe("the store's list", () => {
	const key = newPlayer();
	const [chair, sold, mug, pin] = [0, 1, 2, 3].map((index) => `${key}-${index}`) as [
		...[string, string, string, string],
	];
	beforeAll(() => {
		shelf.add({ id: chair, name: `Chair ${key}`, price: 5000 });
		shelf.add({ id: sold, name: `Poster ${key}`, price: 700, stock: 0 });
		shelf.add({ id: mug, name: `Caneca ${key}`, price: 300 });
		shelf.add({ id: pin, name: `Pin ${key}`, price: 100 });
		const translations = JSON.stringify({ en: { name: `Mug ${key}` } });
		shelf.run(`update store_items set translations = '${translations}' where id = '${mug}'`);
		// A longer list has a search.
		for (let index = 0; index < 6; index++) shelf.add({ name: "Sticker", price: 10 });
	});

	it("is sorted, filtered and searched by its form, and kept by the dialogs over it", async () => {
		const viewer = await visit(site, { as: newPlayer() });
		const search = "form[role=search]";
		const all = await (await viewer.open("/store")).submit(search, { q: key });
		expect([all.path, listed(all)]).toEqual([`/store?q=${key}`, [chair, sold, mug, pin]]);
		const sorted = await all.submit(search, { sort: "affordable" });
		expect(listed(sorted)).toEqual([mug, pin, chair, sold]);
		const affordable = await sorted.submit(search, { affordable: 1 });
		expect(listed(affordable)).toEqual([mug, pin]);
		expect(affordable.fields(search)).toMatchObject({ q: key, sort: "affordable", affordable: "1" });
		const found = await affordable.submit(search, { q: `MUG ${key}` });
		expect(listed(found)).toEqual([mug]);
		const dialog = await found.follow(`${card(mug)} a.redeem`);
		expect(dialog.path).toBe(found.path.replace("/store", `/store/${mug}/redeem`));
		expect(dialog.text("h3")).toContain(`Mug ${key}`);
		const back = await dialog.follow("Cancel");
		expect([back.path, listed(back)]).toEqual([found.path, [mug]]);
		expect((await back.follow("Clear filters")).path).toBe("/store");
	});

	it("has one address for each choice of a visitor, and says once that an item is sold out", async () => {
		const visitor = await visit(site);
		expect((await visitor.open("/store?q=&stock=&sort=newest&other=1")).path).toBe("/store?sort=newest");
		expect(listed(await visitor.open(`/store?q=${key}&stock=1`))).toEqual([chair, mug, pin]);
		const page = await visitor.open(`/store?q=${key}`);
		expect(page.text(`${card(sold)} [data-testid=reason]`)).toBe("Item out of stock");
		expect(page.text(card(sold))).not.toMatch(/Stock: 0|Sign in/);
		expect(page.$("select[name=sort] option")).toHaveLength(3);
	});

	it("has a goal, which follows the viewer to other pages and ends on request", async () => {
		const viewer = await visit(site, { as: newPlayer() });
		const page = await viewer.open(`/store?q=${key}&sort=cheapest`);
		const form = `${card(chair)} form`;
		const label = (at: ServedPage) => at.$(`${form} button`).attr("aria-label");
		expect(label(page)).toContain("Save up for this");
		const set = await page.submit(form);
		expect(set.path).toBe(page.path);
		expect(label(set)).toContain("Stop saving for this");
		expect((await viewer.open("/help")).text("[data-testid=goal]")).toMatch(/Faltam 4\s?000|4,000 to go/);
		expect((await set.submit(form)).$("[data-testid=goal]")).toHaveLength(0);
	});
});

describe("an admin of the store", () => {
	const item = (name: string) => shelf.all("select * from store_items where name = ?", name)[0] ?? {};
	const upload = (content: Uint8Array<ArrayBuffer> | string) =>
		new File([content], "photo.png", { type: "image/png" });

	it("adds, edits, disables and enables an item, and returns to the same list", async () => {
		const name = `Mug ${newPlayer()}`;
		const list = `/store?q=${encodeURIComponent(name).replace("%20", "+")}&sort=cheapest`;
		const admin = await visit(site, { as: "admin" });
		const form = await (await admin.open(list)).follow("#add-record");
		expect(form.path).toBe(list.replace("/store", "/store/new"));
		const inView = form.$(`${FORM} label`).toArray();
		expect(
			inView
				.filter((label) => form.$(label).closest("details").length === 0)
				.map((label) => form.$(label).text()),
		).toEqual(["Name", "Image URL", "Description", "Stock", "Price"]);
		const isMoreOpen = ({ $ }: ServedPage) => $(`${FORM} > details[open]`).length === 1;
		expect(isMoreOpen(form)).toBe(false);
		const digits = await form.submit(FORM, { name, price: "1.000", stock: 7 });
		expect([digits.status, digits.errors().price]).toEqual([400, expect.stringContaining("digits only")]);
		expect(digits.fields(FORM)).toMatchObject({ name, price: "1.000", stock: "7" });
		expect(isMoreOpen(digits)).toBe(false);
		const unread = await digits.submit(FORM, { price: 1000, upload: upload("<svg/>") });
		expect(unread.errors().upload).toContain("This picture can't be read");
		expect(isMoreOpen(unread)).toBe(true);
		const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#c33a63" } })
			.png()
			.toBuffer();
		const added = await unread.submit(FORM, { upload: upload(new Uint8Array(picture)) });
		expect(added.text()).toContain("The item is now in the store.");
		const { id, image } = item(name) as { id: string; image: string };
		expect([added.path, listed(added)]).toEqual([list, [id]]);
		expect(item(name)).toMatchObject({ price: 1000, stock: 7 });
		expect(added.$(`${card(id)} img`).attr("src")).toBe(`/slot-images/${image}`);
		const served = await fetch(`${site.origin}/slot-images/${image}`);
		expect(Object.fromEntries(served.headers)).toMatchObject({
			"content-type": "image/webp",
			"cache-control": "public, max-age=31536000, immutable",
			"content-security-policy": "default-src 'none'; sandbox",
		});

		const edit = await added.follow(`#edit-${id}`);
		shelf.run(`update store_items set stock = stock - 1 where id = '${id}'`);
		const edited = await edit.submit(FORM, { price: 250, question: "Which?", viewerLimit: 2 });
		expect(item(name)).toMatchObject({
			...{ price: 250, question: "Which?", viewer_limit: 2, stock: 6, revision: 2, image },
		});

		expect(isMoreOpen(await edited.follow(`#edit-${id}`))).toBe(true);
		const question = await edited.follow(`#disable-${id}`);
		expect(question.text(DIALOG)).toContain("Are you sure you want to disable this item?");
		await question.follow("Cancel");
		expect(item(name).status).toBe("active");
		const disabled = await question.submit(FORM);
		expect([disabled.path, listed(disabled), item(name).status]).toEqual([list, [], "disabled"]);
		expect(disabled.text()).toContain("Item disabled.");
		const again = await disabled.follow(`[data-testid=disabled-item] #edit-${id}`);
		expect(again.text(`${FORM} button[type=submit]`)).toBe("Save and bring back");
		const enabled = await again.submit(FORM);
		expect([enabled.path, listed(enabled)]).toEqual([list, [id]]);
		expect(item(name)).toMatchObject({ status: "active", stock: 6 });
	});

	it("gives an item codes, whose number is its stock", async () => {
		const name = `Card ${newPlayer()}`;
		const admin = await visit(site, { as: "admin" });
		const codes = "A-1\nB-2\nA-1\n\n";
		await (await admin.open("/store/new")).submit(FORM, { name, price: 90, hasCodes: "on", codes });
		const { id, stock } = item(name);
		expect(stock).toBe(2);
		const more = { withdrawCodes: "on", codes: "C-3\nD-4\nE-5" };
		await (await admin.open(`/store/${id}/edit`)).submit(FORM, more);
		expect(item(name).stock).toBe(3);
	});

	it("does not overwrite another admin's change, on every attempt", async () => {
		const name = `Mug ${newPlayer()}`;
		const id = shelf.add({ name });
		let page = await (await visit(site, { as: "admin" })).open(`/store/${id}/edit`);
		shelf.edit(id, { price: 777 });
		for (const attempt of [1, 2]) {
			page = await page.submit(FORM, { description: "Mine" });
			expect([page.status, alert(page)], `attempt ${attempt}`).toEqual([
				409,
				expect.stringContaining("Another admin has changed this in the meantime"),
			]);
			expect(page.fields(FORM).description).toBe("Mine");
		}
		expect(item(name)).toMatchObject({ price: 777, description: "For tea" });
	});

	it("reads no other files from the folder of the images", async () => {
		for (const name of ["..%2Fsite.sqlite", "%2e%2e%2fsite.sqlite", "none.webp", "x.svg", "..webp"]) {
			expect((await fetch(`${site.origin}/slot-images/${name}`)).status, name).toBe(404);
		}
		const unreadable = await fetch(`${site.origin}/slot-images/a%00.png`, { redirect: "manual" });
		expect([unreadable.status, unreadable.headers.get("location")]).toEqual([302, "/"]);
	});
});

describe("a crowd", () => {
	const PRICE = 100;
	const POINTS = 10_000;

	function enter(count: number) {
		const viewers = openViewers(site);
		const ids = viewers.register(count, POINTS);
		const cookies = viewers.signInAll(ids);
		viewers.close();
		return { ids, cookies };
	}

	/** Posts the form of the dialog, again if the site is too busy to answer it. */
	async function redeem(cookie: string, id: string, idempotencyKey: string, tries = 5) {
		const response = await fetch(`${site.origin}/store/${id}/redeem`, {
			method: "POST",
			headers: { cookie: `${cookie}; language=en`, "sec-fetch-site": "same-origin", accept: "text/html" },
			body: new URLSearchParams({ idempotencyKey, revision: "1", price: String(PRICE), stock: "20" }),
			redirect: "manual",
		});
		const text = await response.text();
		if (response.status === 503 && tries > 1) return redeem(cookie, id, idempotencyKey, tries - 1);
		const order = response.headers.get("location")?.match(/order=([\w-]+)$/)?.[1];
		return { status: response.status, order, isSoldOut: text.includes("Item out of stock") };
	}

	it("of 200 viewers gets the last 20 items, and 180 are refused", async () => {
		const { ids, cookies } = enter(200);
		for (let round = 0; round < sized(1, 10); round++) {
			const id = shelf.add({ stock: 20, price: PRICE });
			const answers = await Promise.all(cookies.map((cookie) => redeem(cookie, id, crypto.randomUUID())));
			const orders = answers.filter(({ status }) => status === 302).map(({ order }) => order);
			expect(new Set(orders)).toEqual(new Set(shelf.ordersOf(id).map((order) => order.id)));
			expect(orders).toHaveLength(20);
			expect(answers.filter(({ status, isSoldOut }) => status === 409 && isSoldOut)).toHaveLength(180);
			expect(shelf.item(id).stock).toBe(0);
		}
		const list = ids.map((id) => `'${id}'`).join();
		const wrong = shelf.all(
			`select user_id from user_points where user_id in (${list}) and
			(points <> ${POINTS} - ${PRICE} * (select count(*) from orders where orders.user_id = user_points.user_id)
			or points <> (select sum(delta) from point_entries where point_entries.user_id = user_points.user_id))`,
		);
		const bare = shelf.all(
			`select id from orders where user_id in (${list}) and (not exists
			(select 1 from point_entries where reason = 'redeem' and reference = orders.id and delta = -${PRICE})
			or not exists (select 1 from jobs where kind = 'redeem-message' and reference = orders.id))`,
		);
		expect([wrong, bare]).toEqual([[], []]);
	});

	it("of 50 connections that send the same redeem gets the same order", async () => {
		const { cookies } = enter(1);
		const id = shelf.add({ stock: 20, price: PRICE });
		const key = crypto.randomUUID();
		const answers = await Promise.all(Array.from({ length: 50 }, () => redeem(cookies[0] ?? "", id, key)));
		expect(new Set(answers.map(({ status, order }) => `${status} ${order}`)).size).toBe(1);
		expect(answers[0]?.status).toBe(302);
		expect([shelf.ordersOf(id).length, shelf.item(id).stock]).toEqual([1, 19]);
	});
});
