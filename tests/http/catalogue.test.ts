import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CatalogueRows, HOSTILE, openCatalogueRows } from "../support/data/catalogue-rows";
import { type ServedPage, UNSHARED, visit } from "../support/http/visitor";
import { workerSite } from "../support/site/worker-site";

const site = workerSite();
let rows: CatalogueRows;

beforeAll(() => {
	rows = openCatalogueRows(site);
});
afterAll(() => rows.close());

const DIALOG = "[role=dialog], dialog";
const FORM = "[role=dialog] form";
const alert = (page: ServedPage) => page.text("[role=dialog] [role=alert]");
const changesOf = (id: string) =>
	rows.all("select action from admin_changes where subject = ? order by id", id).map(({ action }) => action);

describe("promotions", () => {
	const CLAIM = "https://casino.example/claim?from=plateia";
	const card = (id: string) => `[data-promotion="${id}"]`;
	const promotion = (id: string) => rows.all("select * from promotions where id = ?", id)[0] ?? {};
	const EMPTY = {
		...{ description: null, min_deposit: null, cashback: null, welcome_bonus: null, pat: null },
		promocode: null,
	};

	it("show every field that they have, and link to another site", async () => {
		const id = rows.addPromotion({
			...{ description: "First line\nSecond line", min_deposit: 12.5, cashback: "10%", pat: 24 },
			...{ welcome_bonus: "100% up to €200", promocode: "AURORA100", claim_url: CLAIM },
		});
		const bare = rows.addPromotion({ title: "Bare" });
		const page = await (await visit(site)).open("/promotions", UNSHARED);
		expect(page.text("h1")).toBe("Promotions");
		const text = page.text(card(id));
		for (const part of ["Aurora", "AURORA100", "First line Second line", "10%", "100% up to €200", "24h"]) {
			expect(text).toContain(part);
		}
		expect(text).toContain("€12.50");
		expect(text).toContain("+18 | T&C APPLY");
		expect(page.text(card(bare))).not.toMatch(/null|€|\dh|Cashback/);
		expect(page.$(`${card(id)} a`).attr()).toMatchObject({ href: CLAIM, rel: "noopener noreferrer" });
	});

	it("are shown newest first, with admins' texts as plain text", async () => {
		const older = rows.addPromotion({ title: "Older" });
		const title = HOSTILE.join(" ");
		const id = rows.addPromotion({ title, description: HOSTILE.join("\n") });
		const page = await (await visit(site)).open("/promotions", UNSHARED);
		const ids = page.$("[data-promotion]").toArray();
		expect(ids.slice(0, 2).map(({ attribs }) => attribs["data-promotion"])).toEqual([id, older]);
		expect(page.text(`${card(id)} h2`)).toBe(title);
		expect(page.$(`${card(id)} :is(img, script)`)).toHaveLength(0);
		rows.run("delete from promotions where id = ?", id);
	});

	it("are drafted, published, edited and deleted by an admin", async () => {
		rows.run("delete from promotions");
		const admin = await visit(site, { as: "admin" });
		const list = await admin.open("/promotions");
		expect(list.text()).toContain("There are no promotions right now.");
		const add = "form:has(#add-promotion)";
		const draft = await list.submit(add);
		const id = draft.path.split("/").at(-2) ?? "";
		const image = { image_url: expect.stringMatching(/^[0-9a-f]{32}\.webp$/) };
		expect(promotion(id)).toMatchObject({
			title: "New Promotion",
			...{ is_draft: 1, claim_url: "https://example.com/", ...EMPTY, ...image },
		});
		expect(draft.text("#dialog-over-title")).toBe("New promotion");
		expect((await list.submit(add)).path, "there is one draft").toBe(draft.path);
		const cancelled = await draft.follow("Cancel");
		expect(cancelled.text(card(id))).toContain("Draft · only admins see it");
		const visitor = await visit(site);
		expect((await visitor.open("/promotions", UNSHARED)).html).not.toContain(id);

		const typed = { title: "Farol", minDeposit: "1.000", pat: "a day", claimUrl: "javascript:alert(1)" };
		const wrong = await draft.submit(FORM, typed);
		expect([wrong.status, Object.keys(wrong.errors()).sort()]).toEqual([
			400,
			["claimUrl", "minDeposit", "pat"],
		]);
		expect(wrong.errors().pat).toContain("A number of hours, e.g. 24 or 1.5");
		expect(wrong.fields(FORM)).toMatchObject(typed);
		const published = await wrong.submit(FORM, {
			...{ minDeposit: "12,50", pat: 48, claimUrl: CLAIM, cashback: "5%", welcomeBonus: "50 spins" },
			...{ promocode: "FAROL", description: "One\nTwo" },
		});
		expect([published.path, published.text(card(id))]).toEqual([
			"/promotions",
			expect.stringContaining("FAROL"),
		]);
		expect((await visitor.open("/promotions", UNSHARED)).html).toContain(id);
		expect(promotion(id)).toMatchObject({
			...{ title: "Farol", min_deposit: 12.5, pat: 48, cashback: "5%", welcome_bonus: "50 spins" },
			...{ promocode: "FAROL", claim_url: CLAIM, revision: 2, ...image },
		});
		expect(String(promotion(id).description).replace("\r", "")).toBe("One\nTwo");

		const cleared = await (await published.follow(`#edit-${id}`)).submit(FORM, {
			...{ minDeposit: "", pat: "", cashback: "", welcomeBonus: "", promocode: "", description: "" },
		});
		expect(cleared.text()).toContain("Promotion saved.");
		expect(promotion(id)).toMatchObject(EMPTY);
		const question = await cleared.follow(`#delete-${id}`);
		expect(question.text(DIALOG)).toContain("Are you sure you want to delete this promotion?");
		const deleted = await question.submit(FORM);
		expect(deleted.text()).toContain("Promotion deleted.");
		expect([deleted.$(card(id)).length, promotion(id)]).toEqual([0, {}]);
		expect(changesOf(id)).toEqual(["promotions.add", "promotions.edit", "promotions.delete"]);
	});
});

describe("slots", () => {
	const DEMO_HOST = "https://demogamesfree.pragmaticplay.net";
	const card = (id: string) => `[data-slot="${id}"]`;
	const slotOf = (name: string) => rows.all("select * from slots where name = ?", name)[0] ?? {};

	it("open their demo in a sandboxed frame, with a link to a new tab", async () => {
		const id = rows.addSlot({ name: "Wolf Gold" });
		const list = await (await visit(site)).open("/slots", UNSHARED);
		expect(list.text("h1")).toBe("Slots Pragmatic Play (Demos)");
		expect(list.text(card(id))).toContain("Howls at the moon");
		const demo = await list.follow(`${card(id)} a`);
		expect([demo.path, demo.text("#demo-title")]).toEqual([`/slots/${id}/play`, "Wolf Gold"]);
		const src = `${DEMO_HOST}/gs2c/openGame.do?gameSymbol=wolf`;
		expect(demo.$("iframe").attr()).toMatchObject({
			src,
			sandbox: "allow-scripts allow-same-origin allow-popups",
			allow: "fullscreen; autoplay",
		});
		const tab = "Open in a new tab";
		expect(demo.$(`a[href="${src}"]`).attr()).toMatchObject({
			...{ target: "_blank", rel: "noopener noreferrer" },
		});
		expect(demo.html).toContain(tab);
		expect(demo.html).toContain("Close the demo");
		expect((await demo.follow(`${DIALOG} a[href="/slots"]`)).path).toBe("/slots");
	});

	it("are framed from the configured hosts only, and deleted ones lead to the list", async () => {
		const id = rows.addSlot({ demo_url: "https://elsewhere.example/demo" });
		const visitor = await visit(site);
		const page = await visitor.open(`/slots/${id}/play`);
		expect(page.headers.get("content-security-policy")).toContain(
			`frame-src https://www.instagram.com ${DEMO_HOST};`,
		);
		expect(page.text()).toContain("This demo can't be shown here. Open it in a new tab.");
		expect(page.$("iframe")).toHaveLength(0);
		expect(page.$("a[href='https://elsewhere.example/demo']").length).toBeGreaterThan(0);
		rows.run("delete from slots where id = ?", id);
		expect((await visitor.open(`/slots/${id}/play`)).path).toBe("/slots");
	});

	it("show admins' texts as plain text", async () => {
		const name = HOSTILE.join(" ");
		const id = rows.addSlot({ name, description: HOSTILE.join("\n") });
		const page = await (await visit(site)).open("/slots", UNSHARED);
		expect(page.text(`${card(id)} h2`)).toContain(name);
		expect(page.$(`${card(id)} :is(img, script)`)).toHaveLength(0);
		rows.run("delete from slots where id = ?", id);
	});

	it("are added, edited and deleted by an admin, who returns to the same list", async () => {
		const name = `Zebra${crypto.randomUUID()}`;
		const list = `/slots?q=${name}&sort=name`;
		const at = (path: string) => list.replace("/slots", path);
		const admin = await visit(site, { as: "admin" });
		const form = await (await admin.open(list)).follow("#add-record");
		expect(form.path).toBe(at("/slots/new"));
		const wrong = await form.submit(FORM, { name, image: "javascript:a()", demoUrl: "javascript:a()" });
		expect([wrong.status, wrong.errors()]).toEqual([
			400,
			{
				image: expect.any(String),
				demoUrl: expect.stringContaining("starts with https://"),
			},
		]);
		expect(wrong.fields(FORM).name).toBe(name);
		const elsewhere = await wrong.submit(FORM, { image: "", demoUrl: "https://elsewhere.example/demo" });
		expect(elsewhere.errors().demoUrl).toContain("demogamesfree.pragmaticplay.net");
		const picture = await sharp({ create: { width: 80, height: 60, channels: 3, background: "#c33a63" } })
			.png()
			.toBuffer();
		const upload = new File([new Uint8Array(picture)], "wolf.png", { type: "image/png" });
		const added = await elsewhere.submit(FORM, { demoUrl: `${DEMO_HOST}/x`, upload });
		expect([added.path, added.text()]).toEqual([list, expect.stringContaining("The slot is on the page.")]);
		const { id, image } = slotOf(name) as { id: string; image: string };
		expect(image).toMatch(/^[0-9a-f]{32}\.webp$/);
		expect(added.$(`${card(id)} img`).attr("src")).toBe(`/slot-images/${image}`);
		const { headers } = await fetch(`${site.origin}/slot-images/${image}`);
		expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");

		const edit = await added.follow(`#edit-${id}`);
		expect(edit.text(`${FORM} button[type=submit]`)).toBe("Save Changes");
		const edited = await edit.submit(FORM, { description: "Mine" });
		expect([edited.path, edited.text(card(id))]).toEqual([list, expect.stringContaining("Mine")]);
		expect(slotOf(name)).toMatchObject({ description: "Mine", image, revision: 2 });

		const question = await (await edited.follow(`#edit-${id}`)).follow(`#delete-${id}`);
		expect(question.text(DIALOG)).toContain("Are you sure you want to delete this slot?");
		const kept = await question.follow("Cancel");
		expect([kept.path, slotOf(name).id]).toEqual([at(`/slots/${id}/edit`), id]);
		const deleted = await question.submit(FORM);
		expect([deleted.path, slotOf(name)]).toEqual([list, {}]);
		expect(deleted.text()).toContain("Slot deleted.");
		expect(changesOf(id)).toEqual(["slots.add", "slots.edit", "slots.delete"]);
	});
});

it("promotions and slots are not overwritten if another admin has changed them, and the form keeps its values", async () => {
	const admin = await visit(site, { as: "admin" });
	for (const [table, id] of [
		["promotions", rows.addPromotion()],
		["slots", rows.addSlot({ name: `Slot ${crypto.randomUUID()}` })],
	] as const) {
		const page = await admin.open(`/${table}/${id}/edit`);
		rows.run(`update ${table} set description = 'Theirs', revision = 2 where id = ?`, id);
		const refused = await page.submit(FORM, { description: "Mine" });
		expect(alert(refused), table).toContain("Another admin has changed this");
		expect(refused.fields(FORM).description).toBe("Mine");
		const stored = rows.all(`select description, revision from ${table} where id = ?`, id);
		expect(stored).toEqual([{ description: "Theirs", revision: 2 }]);
	}
});
