import sharp from "sharp";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Received, signatureOf, startBot } from "../support/bot-server";
import { type Visitor, visit } from "../support/http/visitor";
import { type Site, startSite } from "../support/site/site";

const HOSTILE = `<script>alert(1)</script> "><img src=x onerror=alert(1)> שלום 👩‍👩‍👧`;
const SECRET = "0123456789abcdef";
const CHANNEL = "main form[enctype]";
const form = (name: string) => `[data-testid=form-${name}]`;
const SAVED = "Settings saved.";

let site: Site;
let bot: Awaited<ReturnType<typeof startBot>>;
let admin: Visitor;
let inPortuguese: Visitor;

beforeAll(async () => {
	bot = await startBot();
	// Only an origin of the environment may be on this machine.
	const env = { RATE_LIMIT_SCALE: "50", TEST_ORIGIN: new URL(bot.url).origin, PLAY_REMINDER_MINUTES: "45" };
	site = await startSite({ env });
	admin = await visit(site, { as: "admin" });
	inPortuguese = await visit(site, { as: "admin", lang: "pt" });
});
afterAll(async () => {
	await site?.close();
	await bot?.close();
});

const mainOf = async (path: string, visitor = admin) => (await visitor.open(path)).text("main");

it("changes the site's name and texts, and every page shows them", async () => {
	const refused = await (await admin.open("/settings")).submit(CHANNEL, {
		CONTACT_EMAIL: "nobody",
		CHANNEL_TAGLINE: HOSTILE,
	});
	expect(refused.status).toBe(400);
	expect(refused.errors()).toEqual({ CONTACT_EMAIL: expect.stringContaining("An email address, e.g.") });
	expect(refused.fields(CHANNEL)).toMatchObject({ CONTACT_EMAIL: "nobody", CHANNEL_TAGLINE: HOSTILE });

	const image = sharp({ create: { width: 400, height: 400, channels: 3, background: "#c33a63" } });
	const saved = await refused.submit(CHANNEL, {
		...{ CHANNEL_NAME: "Blades", CHANNEL_TAGLINE_EN: "", CONTACT_EMAIL: "ola@navalhas.example" },
		upload: new File([new Uint8Array(await image.png().toBuffer())], "me.png", { type: "image/png" }),
	});
	expect(saved.text()).toContain(SAVED);
	expect(saved.text("title")).toBe("Settings · Blades");
	expect(saved.fields(CHANNEL).CHANNEL_PICTURE).toMatch(/^[0-9a-f]{32}\.webp$/);

	const home = await admin.open("/");
	expect([home.text("title"), home.text("h1")]).toEqual(["Blades", "Blades"]);
	// A text that is missing in English is shown in Portuguese.
	expect(home.text("main p[lang=pt]")).toBe(HOSTILE);
	expect(home.text("footer")).toMatch(/© \d{4} Blades/);
	const address = home.$("main img").first().attr("src");
	expect(address).toBe(`/slot-images/${saved.fields(CHANNEL).CHANNEL_PICTURE}`);
	const picture = await fetch(site.origin + address);
	expect((await sharp(await picture.arrayBuffer()).metadata()).width).toBe(400);

	const [latest = ""] = await changes();
	for (const part of ["Settings edited", "admin", "Blades"]) expect(latest).toContain(part);

	const portuguese = await inPortuguese.open("/settings");
	const again = await portuguese.submit(CHANNEL, { CONTACT_EMAIL: "nobody" });
	expect(again.errors().CONTACT_EMAIL).toContain("Um e-mail, por exemplo");
	expect((await portuguese.submit(CHANNEL)).text()).toContain("Definições guardadas.");
});

/** The entries of the change log, newest first. */
async function changes(): Promise<string[]> {
	const { $ } = await admin.open("/changes");
	return $("[data-testid=change]")
		.toArray()
		.map((entry) => $(entry).text());
}

it("does not overwrite another admin's change, and keeps what was typed", async () => {
	const opened = await admin.open("/settings");
	await opened.submit(CHANNEL, { CHANNEL_NAME: "Theirs" });
	const refused = await opened.submit(CHANNEL, { CHANNEL_NAME: "Mine" });
	for (const answer of [refused, await refused.submit(CHANNEL)]) {
		expect(answer.status).toBe(409);
		expect(answer.text("[role=alert]")).toContain("Another admin has changed this in the meantime");
		expect(answer.fields(CHANNEL).CHANNEL_NAME).toBe("Mine");
	}
	expect((await admin.open("/")).text("h1")).toBe("Theirs");
});

it("applies a changed draw to the next solo flight", async () => {
	for (const [SOLO_CRASH_DRAW, version] of [
		["table", 1],
		["even", 2],
	] as const) {
		await (await admin.open("/settings/rules")).submit(form("games"), { SOLO_CRASH_DRAW });
		expect(await mainOf("/fairness/crash")).toContain(`This site uses draw ${version}.`);
	}
});

it("sets a maximum bet: the lobby shows the true maximum win, and the games say and keep the maximum", async () => {
	const page = await admin.open("/settings/rules");
	const refused = await page.submit(form("games"), { PLINKO_MAX_BET: 15 });
	expect(refused.errors()).toEqual({ PLINKO_MAX_BET: expect.stringContaining("A multiple of 10") });
	await refused.submit(form("games"), {
		...{ SOLO_CRASH_DRAW: "table", PLINKO_MAX_BET: 50, CRASH_MAX_BET: 1000, LIVE_CRASH_MAX_BET: "" },
	});
	const card = async (game: string) =>
		(await admin.open("/mini-games")).text(`[data-testid=game-${game}] dl`);
	expect(await card("plinko")).toMatch(/Maximum bet\s*50\s*Maximum win\s*5,000/);
	expect(await card("crash")).toMatch(/Maximum bet\s*1,000\s*Maximum win\s*9,990/);
	expect(await card("liveCrash")).toMatch(/10\s*Maximum win\s*10,000/);

	const plinko = await inPortuguese.open("/mini-games/plinko");
	expect(plinko.text("#plinko-form")).toContain("Aposta máxima: 50");
	const dear = await plinko.submit("#plinko-form", { stake: 10, balls: 6 });
	expect([dear.status, dear.text("#plinko-error")]).toEqual([409, "A aposta máxima neste jogo é de 50."]);
	expect(dear.fields("#plinko-form").balls).toBe("6");
	const crash = await admin.open("/mini-games/crash?stake=2000");
	expect(crash.text("#crash-form")).toContain("Bet, up to 1,000");
	expect(crash.fields("#crash-form").stake).toBe("1000");
	const high = await crash.submit("#crash-form", { stake: 1010 }, { button: "[data-testid=main-action]" });
	expect([high.status, high.text()]).toEqual([
		409,
		expect.stringContaining("The maximum bet in this game is 1,000."),
	]);
});

it("filters the change log by kind", async () => {
	const links = await admin.open("/social/links");
	await links.submit("input[name=twitch]", { twitch: "https://www.twitch.tv/plateia" });
	await (await admin.open("/settings")).submit(CHANNEL, { CHANNEL_ABOUT_EN: "About me" });
	const filtered = await (await admin.open("/changes")).submit("select[name=action]", {
		action: "social.links",
	});
	expect(filtered.path).toContain("action=social.links");
	expect(filtered.text("[data-testid=change] h2")).toBe("Social links edited");
	expect((await filtered.follow("Show all")).path).toBe("/changes");
});

it("sets up the redeem bot, tries it, and removes it", async () => {
	const TEST = "[data-testid=test-bot]";
	const page = await admin.open("/settings/services");
	expect(page.$(TEST)).toHaveLength(0);
	const refused = await page.submit(form("bot"), {
		REDEEM_BOT_URL: "http://127.0.0.1:1/",
		REDEEM_BOT_SECRET: "too-short",
	});
	expect(refused.errors()).toEqual({ REDEEM_BOT_SECRET: expect.stringContaining("At least 16 characters") });
	expect(refused.fields(form("bot")).REDEEM_BOT_URL).toBe("http://127.0.0.1:1/");
	expect(refused.html).not.toContain("too-short");
	const withSecret = await refused.submit(form("bot"), { REDEEM_BOT_SECRET: SECRET });
	expect(withSecret.text()).toContain(SAVED);
	expect((await withSecret.submit(TEST)).text(TEST)).toContain("The address isn't public");

	const saved = await withSecret.submit(form("bot"), { REDEEM_BOT_URL: bot.url });
	expect(saved.fields(form("bot"))).toMatchObject({ REDEEM_BOT_URL: bot.url, REDEEM_BOT_SECRET: "" });
	expect(saved.text(form("bot"))).toContain("One is saved");
	expect(saved.html).not.toContain(SECRET);
	expect((await saved.submit(TEST)).text(TEST)).toContain("The bot accepted");
	expect(bot.received).toHaveLength(1);
	expect(JSON.parse(bot.received[0]?.body ?? "")).toMatchObject({ username: "admin" });
	expect(bot.received[0]?.headers["webhook-signature"]).toMatch(/^v1,/);

	const changed = await saved.submit(form("bot"), { REDEEM_BOT_SECRET: "fedcba9876543210" });
	expect(changed.fields(form("bot")).REDEEM_BOT_PREVIOUS_SECRET).toBe("true");
	await changed.submit(TEST);
	expect(bot.received[1]?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);

	const removed = await changed.submit(form("bot"), { REDEEM_BOT_URL: "" });
	expect(removed.$(TEST)).toHaveLength(0);
	const log = (await changes()).join();
	expect(log).toContain("Redeem bot settings edited");
	expect(log).not.toContain(bot.url);
});

it("creates the secret of the webhook, shows it once, and signs with the previous one too until it is removed", async () => {
	const [TEST, BOX] = ["[data-testid=test-webhook]", "[data-testid=shown-once] code"];
	const page = await admin.open("/settings/services");
	expect(page.$("[name=WEBHOOK_SECRET]")).toHaveLength(0);
	const ticked = ["store.redeemed", "slot.requested"];
	const made = await page.submit(form("webhook"), { WEBHOOK_URL: bot.url, WEBHOOK_TYPES: ticked });
	const first = made.text(BOX);
	const saved = await admin.open("/settings/services");
	expect(saved.html).not.toContain(first);
	const boxes = (served: typeof page) =>
		served
			.$("[name=WEBHOOK_TYPES]:checked")
			.map((_, box) => served.$(box).attr("value"))
			.get();
	expect(boxes(saved)).toEqual(ticked);
	const changed = await saved.submit(form("webhook"), { WEBHOOK_SECRET: "true" });
	const secrets = [changed.text(BOX), first];
	for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
	await (await admin.open("/settings/services")).submit(TEST);
	const message = bot.received.at(-1) as Received;
	const signatures = secrets.map((secret) => signatureOf(message, secret));
	expect(message.headers["webhook-signature"]).toBe(signatures.join(" "));
	const unchanged = await (await admin.open("/settings/services")).submit(form("webhook"), {});
	expect(unchanged.$(BOX)).toHaveLength(0);
	const refused = await unchanged.submit(form("webhook"), {
		WEBHOOK_URL: "x",
		WEBHOOK_TYPES: ["code.published"],
	});
	expect([refused.status, boxes(refused)]).toEqual([400, ["code.published"]]);
	const none = await unchanged.submit(form("webhook"), { WEBHOOK_TYPES: [] });
	expect([none.text().includes(SAVED), boxes(none)]).toEqual([true, []]);
	await none.submit(form("webhook"), { WEBHOOK_URL: "" });
	expect((await changes()).join()).not.toContain(first);
});

it("changes the rules at once, except those of the environment", async () => {
	const page = await admin.open("/settings/rules");
	expect(page.$("[name=PLAY_REMINDER_MINUTES]")).toHaveLength(0);
	expect(page.text(form("rules"))).toContain("PLAY_REMINDER_MINUTES");
	const refused = await page.submit(form("rules"), { STARTING_POINTS: "lots" });
	expect(refused.errors()).toEqual({ STARTING_POINTS: expect.stringContaining("A whole number from 0") });
	expect(refused.fields(form("rules")).STARTING_POINTS).toBe("lots");
	const saved = await refused.submit(form("rules"), {
		STARTING_POINTS: 283,
		SITE_TIMEZONE: "Atlantic/Azores",
	});
	expect(saved.text()).toContain(SAVED);
	expect(await mainOf("/terms")).toContain("283");

	const on = await saved.submit(form("backups"), { BACKUP_FOLDER: "true" });
	expect(on.text()).toContain(SAVED);
	expect(on.fields(form("backups"))).toHaveProperty("BACKUP_FOLDER");
	const keys = {
		BACKUP_S3_BUCKET: "copies",
		BACKUP_S3_KEY_ID: "key",
		BACKUP_S3_SECRET: "secret-of-the-store",
	};
	const open = { BACKUP_S3_ENDPOINT: "http://s3.example" };
	const noStore = await on.submit(form("backups"), { ...keys, ...open });
	expect(noStore.errors()).toEqual({ BACKUP_S3_ENDPOINT: expect.stringContaining("An https address") });
	expect(noStore.html).not.toContain(keys.BACKUP_S3_SECRET);
	const stored = await noStore.submit(form("backups"), { ...keys, BACKUP_S3_ENDPOINT: "127.0.0.1" });
	expect(stored.text(form("backups"))).toContain("One is saved");
	const tried = "[data-testid=test-backups]";
	expect((await stored.submit(tried)).text(tried)).toContain(
		"The storage can't be used: the address isn't public.",
	);
	const off = await stored.submit(form("backups"), { BACKUP_FOLDER: [], BACKUP_S3_ENDPOINT: "" });
	expect(off.fields(form("backups"))).not.toHaveProperty("BACKUP_FOLDER");
	expect(off.text(form("backups"))).not.toContain("One is saved");
});

it("names the games and dates the legal texts, and every page follows at once", async () => {
	const page = await admin.open("/settings/texts");
	const refused = await page.submit(form("names"), { PLINKO_NAME: "x".repeat(41) });
	expect(refused.errors()).toEqual({ PLINKO_NAME: expect.stringContaining("Up to 40 characters.") });
	const saved = await refused.submit(form("names"), {
		PLINKO_NAME: "Bolas <b>",
		PLINKO_NAME_EN: "Balls <b>",
		SLOTS_TITLE: "Demos",
	});
	expect(saved.text()).toContain(SAVED);
	const dated = await saved.submit(form("legal"), { LEGAL_DATE: "2025-05-13" });
	expect(dated.fields(form("legal")).revision).not.toBe("0");
	for (const [visitor, name, date, field] of [
		[admin, "Balls <b>", "13 May 2025", "Name of Plinko in English"],
		[inPortuguese, "Bolas <b>", "13 de maio de 2025", "Nome do Plinko em inglês"],
	] as const) {
		expect(await mainOf("/mini-games", visitor)).toContain(name);
		const plinko = await visitor.open("/mini-games/plinko");
		expect(plinko.text("h1")).toContain(name);
		expect(plinko.text("title")).toContain(`${name} · `);
		expect((await visitor.open("/slots")).text("h1")).toBe("Demos");
		expect(await mainOf("/terms", visitor)).toContain(date);
		expect(await mainOf("/changes", visitor)).toContain(field);
	}
});

it("adds and removes an admin, who gets and loses the pages at once", async () => {
	const helper = await visit(site, { as: "settings_helper" });
	expect((await helper.open("/settings")).path).toBe("/");
	const unknown = await (await admin.open("/settings/admins")).submit("#field-who", { who: "nobody-here" });
	expect(unknown.text("main")).toContain("Nobody called nobody-here");
	expect(unknown.fields("form:has(#field-who)").who).toBe("nobody-here");
	const added = await unknown.submit("#field-who", { who: "settings_helper" });
	expect(added.text()).toContain("Admin added.");
	expect((await helper.open("/settings")).path).toBe("/settings");
	const removed = await added.submit('[aria-label="Remove settings_helper"]');
	expect(removed.text()).toContain("Admin removed.");
	expect((await helper.open("/settings")).path).toBe("/");
});
