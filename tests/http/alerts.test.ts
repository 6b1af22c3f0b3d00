import { afterAll, beforeAll, expect, it } from "vitest";
import type { AlertQueue } from "~/team/overlays/alerts";
import { openShelf } from "../support/data/store-content";
import { type ServedPage, visit } from "../support/http/visitor";
import { openStream } from "../support/site/event-stream";
import { type Site, startSite } from "../support/site/site";

let site: Site;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "100" } });
});
afterAll(() => site?.close());

const pathIn = ({ $ }: ServedPage) => new URL(String($("input[readonly]").val())).pathname;
const queuesOf = (stream: Awaited<ReturnType<typeof openStream>>) =>
	stream.dataOf("alerts.queue") as AlertQueue[];
const acknowledge = async (path: string, id: number) => {
	const headers = { "sec-fetch-site": "same-origin" };
	const body = new URLSearchParams({ id: String(id) });
	return fetch(`${site.origin}${path}/alerts`, { method: "POST", body, headers });
};

it("a redeem reaches the stream of an overlay, which starts its alert; another token reads and starts nothing", async () => {
	const admin = await visit(site, { as: "admin" });
	const path = pathIn(await admin.open("/overlay"));
	const stream = await openStream(site.origin, `${path}/state?scenes=alerts`);
	const shelf = openShelf(site);
	const mug = shelf.add({ name: "Mug", price: 100 });
	shelf.close();
	const viewer = await visit(site, { as: "ana" });
	await (await viewer.open(`/store/${mug}/redeem`)).submit("form:has([name=idempotencyKey])");
	const first = () => queuesOf(stream).at(-1)?.alerts[0];
	await stream.until(first);
	expect(first()).toMatchObject({ title: { pt: "ana resgatou Mug", en: "ana redeemed Mug" }, shownAt: null });
	const id = first()?.id ?? 0;
	const wrong = "/overlay/none";
	expect([
		(await acknowledge(wrong, id)).status,
		(await fetch(`${site.origin}${wrong}/alerts`)).status,
	]).toEqual([404, 404]);
	const answer = (await (await acknowledge(path, id)).json()) as AlertQueue;
	expect(answer.alerts).toMatchObject([{ id, endsAt: (answer.alerts[0]?.shownAt ?? 0) + 8000 }]);
	await stream.until(() => first()?.shownAt);
	expect((await admin.open("/overlay")).text("[data-testid=alert]")).toContain("On screen");
	stream.close();
});

it("an admin tests, skips and mutes alerts and sets them with forms; the stream shows it at once", async () => {
	const admin = await visit(site, { as: "admin", lang: "pt" });
	const chosen = await admin.open("/overlay?scenes=goal&scenes=code");
	expect(chosen.$("input[readonly]").val()).toMatch(/\?scenes=goal,code&lang=pt$/);
	expect(chosen.$("[name=scenes]:checked").length).toBe(2);
	let page = await admin.open("/overlay");
	const stream = await openStream(site.origin, `${pathIn(page)}/state?scenes=alerts`);
	const titles = () =>
		queuesOf(stream)
			.at(-1)
			?.alerts.map(({ title }) => title.pt) ?? [];
	page = await page.submit("form:has([value=test])");
	await stream.until(() => titles().includes("A Ana resgatou Caneca (teste)"));
	page = await page.submit("form:has([value=test])", {}, { button: "[value=mute]" });
	await stream.until(() => titles().length === 0);
	expect(page.text("[role=status]")).toContain("silenciados");
	page = await page.submit("form:has([value=test])", {}, { button: "[value=unmute]" });
	await stream.until(() => titles().length > 0);
	const row = page.$("[data-testid=alert]").first();
	page = await page.submit(`form:has([name=id][value=${row.find("[name=id]").val()}])`);
	await stream.until(() => !titles().includes("A Ana resgatou Caneca (teste)"));
	const wrong = await page.submit("[data-testid=form-overlay]", { ALERT_SECONDS: "60" });
	expect(wrong.errors()).toMatchObject({ ALERT_SECONDS: "Um número inteiro de segundos de 3 a 30." });
	page = await page.submit("[data-testid=form-overlay]", { ALERT_SECONDS: "12" });
	await stream.until(() => queuesOf(stream).at(-1)?.seconds === 12);
	expect(page.fields("[data-testid=form-overlay]")).toMatchObject({ ALERT_SECONDS: "12" });
	stream.close();
});

it("the topic of alerts is closed to viewers", async () => {
	const viewer = await visit(site, { as: "bruno" });
	await viewer.open("/");
	const answer = await fetch(`${site.origin}/live?topics=alerts`, { headers: { cookie: viewer.cookie() } });
	expect(answer.status).toBe(204);
});
