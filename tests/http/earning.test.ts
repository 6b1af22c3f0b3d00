import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { strangers } from "../../demo/platform-people.mjs";
import { kickEvents, twitchEvents } from "../../demo/twitch-events.mjs";
import { readScene } from "../support/http/overlay-scene";
import { numberIn, type ServedPage, type Visitor, visit } from "../support/http/visitor";
import { connectChannel, disconnectChannel } from "../support/site/connect-channel";
import { openViewers } from "../support/site/crowd-viewers";
import { newPlayer } from "../support/site/new-player";
import { atNoon } from "../support/site/noon";
import { type Site, startSite } from "../support/site/site";

let site: Site;
let admin: Visitor;

const FOLLOW = 50;
const SUBSCRIPTION = 500;
const RULES = "form:has([name=daily])";
const save = { button: "[value=save]" };

beforeAll(async () => {
	site = await startSite({ platforms: {}, env: atNoon() });
	admin = await visit(site, { as: "admin" });
	const rules = { daily: 10, follow: FOLLOW, subscription1: SUBSCRIPTION, kickGift: 250 };
	const saved = await (await admin.open("/settings/earning")).submit(RULES, rules, save);
	expect(saved.text()).toContain("Settings saved.");
});
afterAll(() => site?.close());

describe("a claim code", () => {
	const CLAIM = "#content form[action='/claim']";
	const CREATE = "form:has([name=maxClaims])";
	const line = (page: ServedPage, text: string) => page.$(`li[data-state]:contains("${text}")`);
	/** A code that no other test has. Digits that look like letters would be compared as those. */
	const newText = () => `FESTA ${newPlayer().replaceAll(/[0-9]/g, "x")}`;

	it("goes from the admin's form over the overlay into the viewer's statement, once", async () => {
		const text = newText();
		const codes = await (await visit(site, { as: "admin" })).open("/codes");
		const wrong = await codes.submit(CREATE, { code: "?!", points: 75, maxClaims: 2 });
		expect([wrong.status, wrong.errors().code, wrong.fields(CREATE).points]).toEqual([
			...[400, expect.stringContaining("40"), "75"],
		]);
		const created = await wrong.submit(CREATE, { code: text });
		expect(line(created, text).attr("data-state")).toBe("running");
		await expect.poll(() => readScene(site, "code")).toContain(text);
		expect(await readScene(site, "code")).toContain("2 left");

		const viewer = await visit(site, { as: newPlayer() });
		const typed = text.toLowerCase().replace(" ", "-");
		const claimed = await (await viewer.open("/help")).submit("header form[action='/claim']", {
			code: typed,
		});
		expect(claimed.text("[data-testid=claimed]")).toContain("75");
		expect(numberIn(claimed, "balance")).toBe(1075);
		const again = await claimed.submit(CLAIM, { code: text });
		expect(again.text("[data-testid=claimed]")).toContain("You've already claimed");
		const unknown = await again.submit(CLAIM, { code: "NO SUCH CODE" });
		expect([unknown.status, unknown.errors().code]).toEqual([
			...[409, expect.stringContaining("no such code")],
		]);
		expect(unknown.fields(CLAIM).code).toBe("NO SUCH CODE");
		await expect.poll(() => readScene(site, "code")).toContain("1 left");

		const id = line(created, text).find("[name=codeId]").val() as string;
		const ended = await created.submit(`form:has([value="${id}"])`);
		expect(line(ended, text).attr("data-state")).toBe("over");
		await expect.poll(() => readScene(site, "code")).not.toContain(text);
		const other = await visit(site, { as: newPlayer() });
		const field = await other.open(`/claim/${encodeURIComponent(text)}`);
		expect(field.fields(CLAIM).code).toBe(text);
		const late = await field.submit(CLAIM);
		expect(late.errors().code).toContain("no longer valid");
		expect(numberIn(late, "balance")).toBe(1000);

		const entries = (await viewer.open("/points")).$("tr[data-testid=entry]");
		const credited = entries.filter(`:contains("${"Code from the stream"}")`);
		expect([credited.length, credited.text()]).toEqual([1, expect.stringContaining("+75")]);
	});

	it("is in the field again after the sign-in, from its address or as it was typed", async () => {
		const visitor = await visit(site);
		const page = await visitor.open("/claim/SEXTA%20A%20BRILHAR");
		expect(page.$("input[name=code]")).toHaveLength(0);
		const link = page.$("#content a:contains('Sign in to claim it')").attr("href") ?? "";
		const signedIn = await visitor.open(`${link}&login_hint=${newPlayer()}`);
		expect(signedIn.fields(CLAIM).code).toBe("SEXTA A BRILHAR");
		const typed = await (await visit(site)).post("/claim", { code: "Olá Ana" });
		expect(typed.status).toBe(401);
		expect(typed.html).toContain("/login?returnTo=%2Fclaim%2FOl%25C3%25A1%2520Ana");
	});
});

it("the daily bonus is collected once a day", async () => {
	const viewer = await visit(site, { as: newPlayer() });
	const home = await viewer.open("/");
	const page = await (await viewer.open("/store")).follow("#content a[href='/earn']");
	const bonus = "[data-testid=daily-bonus]";
	const points = Number(page.text(`${bonus} button`).match(/\d+/)?.[0]);
	const form = `${bonus} form`;
	const collected = await page.submit(form);
	expect([collected.$(bonus).attr("data-state"), collected.$(form).length]).toEqual(["collected", 0]);
	expect(collected.text(`${bonus} [role=status]`)).toContain(String(points));
	expect(collected.$("[data-testid=streak] li")).toHaveLength(7);
	const today = collected.$("[data-testid=streak] [aria-current] .sr-only");
	expect(today.text()).toBe("Day 1, today: collected");
	await page.submit(form);
	expect((await home.submit(form)).path).toBe("/");
	const statement = await viewer.open("/points");
	expect(numberIn(statement, "balance")).toBe(1000 + points);
	expect(statement.text("[data-testid=entry]:eq(0)")).toMatch(new RegExp(`${"Daily bonus"}.*\\+${points}`));
});

describe("the rules", () => {
	it("keep what was typed, show what last week would have paid, and are public", async () => {
		const page = await (await visit(site, { as: "admin" })).open("/settings/earning");
		const daily = Number(page.fields(RULES).daily) + 10;
		const gift2 = String(7000 + daily);
		const wrong = await page.submit(
			RULES,
			{ daily, gift2, watch: "ten", ignored: "NightBot\nmy bot!" },
			save,
		);
		expect([wrong.status, wrong.errors()]).toEqual([
			400,
			{ watch: expect.any(String), ignored: expect.stringContaining("200") },
		]);
		expect(wrong.fields(RULES)).toMatchObject({ gift2, watch: "ten" });
		const changes = { watch: 15, ignored: "@NightBot\nstreamelements" };
		const preview = await wrong.submit(RULES, changes, { button: "[value=preview]" });
		const [count = 0, before = 0, after = 0] = preview
			.$("tr[data-testid=rules-preview]:first td")
			.toArray()
			.slice(1)
			.map((cell) => Number(preview.$(cell).text().replaceAll(/\D/g, "")));
		expect(count, "the bonuses of the test above").toBeGreaterThan(0);
		expect([before, after]).toEqual([count * (daily - 10), count * daily]);
		const saved = await preview.submit(RULES, {}, save);
		expect(saved.text()).toContain("Settings saved.");
		expect(saved.fields(RULES)).toMatchObject({ gift2, ignored: "nightbot\r\nstreamelements" });

		const ways = (await (await visit(site)).open("/earn")).text("main");
		const number = gift2.replace(/^7/, "7,");
		expect(ways.replaceAll("\u00a0", " ")).toContain(`Tier 2: ${number} points`);
		expect(ways).not.toContain("Bits");
		expect((await admin.open("/changes")).text()).toContain("nightbot, streamelements");
	});

	it("of a form that another admin has overtaken are refused, with the typed values", async () => {
		let page = await admin.open("/settings/earning");
		await (await admin.open("/settings/earning")).submit(RULES, { raid: 11 }, save);
		for (const raid of ["1", "2"]) {
			page = await page.submit(RULES, { raid }, save);
			expect([page.status, page.text("[role=alert]")]).toEqual([
				...[409, expect.stringContaining("Another admin")],
			]);
			expect(page.fields(RULES).raid).toBe(raid);
		}
	});
});

describe("a channel", () => {
	const STREAM = "/settings/stream";
	const panel = (platform: string) => `[data-testid=channel-${platform}]`;
	const decide = async (page: ServedPage, platform: string, decision: "allow" | "cancel") => {
		const asked = await page.follow(`a[href="${STREAM}/${platform}"]`);
		return asked.submit(`form:has([value=${decision}])`, {}, { button: `[value=${decision}]` });
	};
	const activeIn = (page: ServedPage, platform: string) =>
		page.$(`${panel(platform)} li span.text-good`).length;

	it("of Twitch is connected, renewed and disconnected by an admin", async () => {
		const visitor = await visit(site, { as: "admin" });
		const page = await visitor.open(STREAM);
		const none = "Not connected yet.";
		expect(page.text(panel("twitch"))).toContain(none);
		expect(page.$("[data-testid=form-twitch] button"), "the environment sets both fields").toHaveLength(0);
		const cancelled = await decide(page, "twitch", "cancel");
		expect(cancelled.text("[role=alert]")).toContain("didn't confirm the connection");
		const connected = await decide(cancelled, "twitch", "allow");
		expect(connected.text()).toContain("The channel is connected.");
		const text = "Connected as plateia";
		expect(connected.text(panel("twitch"))).toContain(text);
		const states = async () => activeIn(await visitor.open(STREAM), "twitch");
		await expect.poll(states).toBe(9);
		await site.platforms.twitch.revoke("channel.raid");
		await expect.poll(states).toBe(8);
		const revoked = await visitor.open(STREAM);
		expect(revoked.text()).toContain("authorization_revoked");
		expect(revoked.text(panel("twitch"))).toContain(
			"Connected, but some of what happens on Twitch earns no points.",
		);
		expect((await visitor.open("/operations")).text("main")).toContain("Connected, but earns less");
		const form = `${panel("twitch")} form`;
		const renewed = await revoked.submit(form, {}, { button: "[value=renew]" });
		expect(renewed.text()).not.toContain("authorization_revoked");
		await expect.poll(states).toBe(9);
		const disconnected = await renewed.submit(form, {}, { button: "[value=disconnect]" });
		expect(disconnected.text()).toContain("The channel is no longer connected.");
		expect(disconnected.text(panel("twitch"))).toContain(none);
		expect(site.platforms.twitch.subscriptions()).toEqual([]);
	});

	it("of Kick is connected, and its gifts wait for an admin or their time", async () => {
		const visitor = await visit(site, { as: "admin" });
		const connected = await decide(await visitor.open(STREAM), "kick", "allow");
		expect(connected.text(panel("kick"))).toContain("Connected as plateia");
		expect(connected.text(panel("kick"))).toContain("Nobody can sign in here with a Kick account");
		await expect.poll(async () => activeIn(await visitor.open(STREAM), "kick")).toBe(6);
		const [sent] = await site.platforms.kick.emit(...(kickEvents.follow(newPlayer()) as [string, object]));
		expect(sent?.statuses).toEqual([204]);
		const heard = "Last message: ";
		expect((await visitor.open(STREAM)).text(panel("kick"))).toContain(heard);

		const gifter = newPlayer();
		// Of Kick's clock, which may be ahead: an earlier gift is paid by the rules before this site's.
		for (const seconds of [1, 2, 3]) {
			const gift = kickEvents.gift(gifter, ["bruno"], new Date(Date.now() + 1000 * seconds));
			await site.platforms.kick.emit(...(gift as [string, object]));
		}
		const row = (state: string) => `[data-testid=gift-${state}]:contains("${gifter}")`;
		const page = await visitor.open(STREAM);
		const counts = (one: ServedPage) =>
			["held", "repeated", "rejected"].map((state) => one.$(row(state)).length);
		expect(counts(page)).toEqual([1, 2, 0]);
		const rejected = await page.submit(`${row("held")} form`, {}, { button: "[value=reject]" });
		expect(rejected.text()).toContain("The gift won't be paid.");
		expect(counts(rejected)).toEqual([0, 2, 1]);
		const repeated = `${row("repeated")}:eq(0) form`;
		const released = await rejected.submit(repeated, {}, { button: "[value=release]" });
		expect(released.text()).toContain("The gift is being paid.");
		// The page of before: the form is sent again.
		expect(counts(await rejected.submit(repeated, {}, { button: "[value=release]" }))).toEqual([0, 1, 1]);
		const log = (await visitor.open("/changes")).text();
		expect(log).toContain("Gift paid before its time");
		await disconnectChannel(site, "kick");
	});

	it("is not connected by a link on another site", async () => {
		const begin = async (from: string) => {
			const headers = { cookie: admin.cookie(), "sec-fetch-site": from };
			const answer = await fetch(`${site.origin}${STREAM}/kick`, { headers, redirect: "manual" });
			return answer.headers.get("location") ?? "";
		};
		expect(await begin("cross-site")).toBe(STREAM);
		expect(await begin("same-origin")).toContain(site.platforms.origin);
	});

	it("pays once what a viewer does, also to somebody who signs in later", async () => {
		await connectChannel(site, "twitch");
		const [viewer, stranger] = [newPlayer(), newPlayer()];
		const { twitch } = site.platforms;
		const emit = ([type, event]: (string | object)[], options = {}) =>
			twitch.emit(type as string, event as object, options);
		const visitor = await visit(site, { as: viewer });
		await emit(twitchEvents.follow(viewer, new Date()), { copies: 2 });
		await emit(twitchEvents.follow(viewer, new Date()));
		await emit(twitchEvents.subscription(viewer));
		const balanceOf = async () => numberIn(await visitor.open("/points"), "balance");
		// The subscription is paid after the repeats of the follow.
		await expect.poll(balanceOf).toBe(1000 + FOLLOW + SUBSCRIPTION);
		await emit(twitchEvents.subscription(stranger));
		const late = await visit(site, { as: stranger });
		const notices = async () => (await late.open("/notifications")).text();
		await expect.poll(notices).toContain(`${SUBSCRIPTION} points from Twitch were waiting for you.`);
		expect(numberIn(await late.open("/points"), "balance")).toBe(1000 + SUBSCRIPTION);
		await disconnectChannel(site, "twitch");
	});

	it("answers commands in its chat once an admin opens them, in at most 20 messages in 30 s", async () => {
		const visitor = await visit(site, { as: "admin" });
		const chosen = { CHAT_LANGUAGE: "en", CHAT_POINTS: "true", CHAT_CLAIM: "true" };
		const unconnected = await visitor.open(STREAM);
		expect(unconnected.text("[data-testid=chat-note]")).toContain("stay off for now: no connected channel");
		await unconnected.submit("[data-testid=form-chat]", chosen);
		await connectChannel(site, "twitch");
		const missing = "To answer commands in the chat, connect Twitch again";
		const connected = await visitor.open(STREAM);
		expect(connected.text(panel("twitch"))).not.toContain(missing);
		expect(connected.$("[data-testid=chat-note]")).toHaveLength(0);
		const { twitch, misbehave } = site.platforms;
		const write = (name: string, text: string) => {
			const [type, event] = twitchEvents.chat(name, text);
			return twitch.emit(type as string, event as object);
		};
		const viewer = newPlayer();
		await visit(site, { as: viewer });
		await write(viewer, "!points");
		await expect.poll(twitch.chat.messages).toEqual([`@${viewer} 1,000 points`]);

		const people = strangers(90);
		await Promise.all(people.map((name) => write(name, "!points")));
		const named = () => twitch.chat.messages().flatMap((text) => text.match(/@stranger_\d+/g) ?? []);
		await expect.poll(() => named().sort()).toEqual(people.map((name) => `@${name}`).sort());
		expect(twitch.chat.mostIn30Seconds()).toBeLessThanOrEqual(20);

		const refused = { path: "/helix/chat/messages", method: "POST", status: 401 };
		misbehave(refused, refused);
		const other = newPlayer();
		await visit(site, { as: other });
		await write(other, "!points");
		await expect.poll(async () => (await visitor.open(STREAM)).text(panel("twitch"))).toContain(missing);
		await disconnectChannel(site, "twitch");
	});

	it("shows its stream to visitors, and to admins instead of the switch", async () => {
		await connectChannel(site, "twitch");
		const title = `<b>${"W".repeat(137)}`;
		const form = `${panel("twitch")} form`;
		const renew = async () => (await admin.open(STREAM)).submit(form, {}, { button: "[value=renew]" });
		await site.platforms.goLive({ chatters: 1234, title });
		await renew();
		const visitor = await visit(site);
		for (const path of ["/", "/mini-games"]) {
			const details = async () =>
				(await visitor.open(path)).text("[data-testid=stream-details]").replaceAll("\u00a0", " ");
			// Visitors share pages for a second.
			await expect.poll(details).toContain(title);
			expect(await details()).toMatch(/Slots · Since \d\d:\d\d · 1,234 viewers/);
		}
		const home = await (await visit(site, { as: "admin" })).open("/");
		expect(home.text("[data-testid=stream]")).toContain("Twitch tells the site when you're live.");
		expect(home.$("[data-testid=stream-switch]")).toHaveLength(0);
		const switched = await admin.post("/?index", { intent: "start" });
		expect(switched.status).toBe(409);
		expect(switched.html).toContain("A connected channel tells the site");
		const operations = await (await visit(site, { as: "admin" })).open("/operations");
		const metric = (id: string) => operations.text(`[data-metric=${id}]`);
		expect([metric("streamTitle"), metric("twitch"), metric("kick")]).toEqual([
			...[title, "Connected", "Not connected"],
		]);
		expect(metric("streamViewers")).toMatch(/^1[\s,]234$/);

		await site.platforms.goOffline();
		await renew();
		const rest = async () => (await visitor.open("/mini-games")).$("[data-testid=stream-line]").length;
		await expect.poll(rest).toBe(0);
		await disconnectChannel(site, "twitch");
	});
});

it("tries of codes are limited for each viewer, and not for the address of all of them", async () => {
	const viewers = openViewers(site);
	const [first = "", ...others] = viewers.signInAll(viewers.register(30));
	viewers.close();
	const claim = async (cookie: string) => {
		const response = await fetch(`${site.origin}/claim`, {
			method: "POST",
			headers: { cookie, "sec-fetch-site": "same-origin", accept: "text/html" },
			body: new URLSearchParams({ code: "NOSUCHCODE" }),
		});
		await response.body?.cancel();
		return response.status;
	};
	const statuses: number[] = [];
	for (let turn = 0; turn < 13; turn++) statuses.push(await claim(first));
	expect(statuses).toEqual([...Array(12).fill(409), 429]);
	// All of them share an address, like the viewers of a mobile carrier.
	const tries = others.flatMap((cookie) => Array.from({ length: 5 }, () => claim(cookie)));
	expect(new Set(await Promise.all(tries))).toEqual(new Set([409]));
});
