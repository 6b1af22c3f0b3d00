import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { QUICKNET } from "~/beacon/beacon";
import { en } from "~/i18n/en";
import { RIGHTS, type Right } from "~/lib/rights";
import { RACE_FORM, RECORD_FORMS, TABLE } from "../support/data/access-table";
import { openBrackets } from "../support/data/bracket-rows";
import { visit } from "../support/http/visitor";
import { openStream } from "../support/site/event-stream";
import { giveRights, openRows, type Rows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { type Site, startSite } from "../support/site/site";

let site: Site;
let rows: Rows;
const ids: Record<string, string> = {};
const AT = "2026-03-01T00:00:00.000Z";
const key = () => ({ idempotencyKey: crypto.randomUUID() });

beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000", PREDICTIONS: "true" } });
	rows = openRows(site);
	for (const name of ["ana", "rui", "admin"]) {
		ids[`${name}-cookie`] = `${await signInWithCookies(site, name, "en")}; age-verified=true`;
		ids[name] = String(rows.one("select id from users where twitch_username = ?", name).id);
	}
});
afterAll(async () => {
	rows?.close();
	await site?.close();
});

const idOf = (name: string) => ids[name] ?? "";
const newest = (table: string, column = "id") =>
	String(rows.one(`select ${column} as value from ${table} order by created_at desc, id desc limit 1`).value);

const give = (rights: readonly Right[]) => giveRights(rows, "rui", rights);

async function send(path: string, fields?: Record<string, string>, who = "rui") {
	const response = await fetch(site.origin + path, {
		method: fields ? "POST" : "GET",
		headers: { cookie: idOf(`${who}-cookie`), accept: "text/html", "sec-fetch-site": "same-origin" },
		redirect: "manual",
		...(fields && { body: new URLSearchParams(fields) }),
	});
	const location = response.headers.get("location");
	return { status: response.status, location, text: await response.text() };
}

const changes = () => rows.all("select * from admin_changes order by id");

/** Accepted acts in their order: the route in the access table, the path, and the form. */
type Act = [route: string, path: () => string, fields: () => Record<string, string>];

const RAFFLE = RECORD_FORMS.raffles;
const HUNT = { title: "Hunt", startCost: "100", stopLoss: "5" };
/** It starts later, so that it can be edited. */
const RACE = { ...RACE_FORM, startsAt: "2098-01-01T12:00" };
const SLOT = { name: "Wolf Gold", bet: "1" };
const hunt = (fields: () => Record<string, string>): Act => [
	...(["routes/bonus-hunt.manage", () => "/bonus-hunt/manage"] as const),
	fields,
];
const past = (fields: () => Record<string, string>): Act => [
	"routes/bonus-hunt.past.$id",
	() => `/bonus-hunt/past/${newest("hunts")}`,
	fields,
];
const bracket = (intent: string, fields: () => Record<string, string> = () => ({})): Act => [
	"routes/tournament.$id.manage",
	() => `/tournament/${idOf("bracket")}/manage`,
	() => ({
		...{
			intent,
			revision: String(rows.one("select revision from tournaments where id = ?", idOf("bracket")).revision),
		},
		...fields(),
	}),
];
const market = (intent: string, more: Record<string, string> = {}): Act => [
	...(["routes/predictions", () => "/predictions"] as const),
	() => ({ intent, marketId: newest("markets"), revision: newest("markets", "revision"), ...more }),
];
const openMarket: Act = [
	...(["routes/predictions", () => "/predictions"] as const),
	() => ({
		...{ intent: "open", ...key(), question: crypto.randomUUID(), outcomes: "Yes\nNo" },
		...{ minutes: "60", maxStake: "10" },
	}),
];
const order = (intent: string): Act => [
	"routes/orders",
	() => "/orders",
	() => ({ intent, order: addOrder("ana") }),
];
const play = { round: "1", number: "1", at: "0", costA: "10", payoutA: "20", costB: "10" };

const ACTS: readonly Act[] = [
	order("approve"),
	order("cancel"),
	hunt(() => ({ intent: "start", ...key(), ...HUNT })),
	hunt(() => ({ intent: "discard", huntId: newest("hunts") })),
	hunt(() => ({ intent: "start", ...key(), ...HUNT })),
	hunt(() => ({ intent: "edit", huntId: newest("hunts"), detailsRevision: "1", ...HUNT, title: "Other" })),
	...["Wolf Gold", "Rhino"].map((name) =>
		hunt(() => ({ intent: "add-slot", ...key(), huntId: newest("hunts"), ...SLOT, name })),
	),
	hunt(() => ({
		...{ intent: "move-slot", bonusId: newest("hunt_slots"), to: "1" },
		orderRevision: newest("hunts", "order_revision"),
	})),
	hunt(() => ({ intent: "undo", stepId: String(rows.one("select max(id) as id from hunt_steps").id) })),
	hunt(() => ({ intent: "guessing", huntId: newest("hunts"), guessing: "closed" })),
	hunt(() => ({ intent: "open-slot", bonusId: newest("hunt_slots"), payout: "5" })),
	hunt(() => ({
		...{ intent: "edit-slot", bonusId: newest("hunt_slots"), revision: newest("hunt_slots", "revision") },
		...{ ...SLOT, payout: "6" },
	})),
	hunt(() => ({ intent: "finish", huntId: newest("hunts") })),
	hunt(() => ({ intent: "reopen", huntId: newest("hunts") })),
	hunt(() => ({ intent: "add-slots", ...key(), huntId: newest("hunts"), bet: "1", list: "Jars" })),
	hunt(() => ({
		...{ intent: "remove-slot", ...key(), bonusId: newest("hunt_slots") },
		revision: newest("hunt_slots", "revision"),
	})),
	hunt(() => ({ intent: "finish", huntId: newest("hunts") })),
	past(() => ({
		...{ intent: "payout", bonusId: newest("hunt_slots"), payout: "7" },
		revision: newest("hunt_slots", "revision"),
	})),
	past(() => {
		rows.add("hunt_guesses", { hunt_id: newest("hunts"), user_id: idOf("ana"), guess: 700 });
		return { intent: "prize", winnerId: idOf("ana"), points: "5" };
	}),
	["raffles.new", () => "/raffles/new", () => ({ ...key(), ...RAFFLE })],
	[
		...(["raffles.edit", () => `/raffles/${newest("raffles")}/edit`] as const),
		() => ({ ...key(), ...RAFFLE, revision: "1", title: "Other" }),
	],
	["raffles.delete", () => `/raffles/${newest("raffles")}/delete`, () => ({ revision: "2" })],
	[
		...(["routes/raffles.$id", () => `/raffles/${addDraw()}`] as const),
		() => ({ intent: "pass", place: "1", reason: "Away" }),
	],
	[
		...(["routes/raffles.$id", () => `/raffles/${newest("raffles")}`] as const),
		() => ({ intent: "cancel", reason: "No stream" }),
	],
	["routes/tournament.form", () => "/tournament/new", () => ({ ...key(), ...RACE })],
	[
		...(["tournament-edit", () => `/tournament/${newest("tournaments")}/edit`] as const),
		() => ({ ...key(), ...RACE, revision: "1", title: "Other" }),
	],
	["tournament-edit", () => `/tournament/${newest("tournaments")}/edit`, () => ({ kind: "cancel" })],
	bracket("draw"),
	bracket("play", () => ({ ...play, payoutB: "1" })),
	bracket("correct", () => ({ ...play, payoutB: "2" })),
	bracket("undo", () => ({ stepId: String(rows.one("select max(id) as id from tournament_steps").id) })),
	bracket("play", () => ({ ...play, number: "2", payoutB: "1" })),
	bracket("play", () => ({ ...play, round: "2", payoutB: "1" })),
	bracket("finish"),
	openMarket,
	market("lock"),
	market("settle", { result: "0" }),
	market("undo"),
	market("cancel"),
	[
		"routes/codes",
		() => "/codes",
		() => ({
			...{ intent: "create", ...key(), code: "", points: "5", minutes: "5", audience: "everybody" },
		}),
	],
	["routes/codes", () => "/codes", () => ({ intent: "end", codeId: newest("claim_codes") })],
	["routes/mini-games", () => "/mini-games", () => ({ intent: "start" })],
	["routes/mini-games", () => "/mini-games", () => ({ intent: "stop" })],
	...["hide", "show"].map(
		(name): Act => [
			...(["routes/user-points.$id", () => `/user-points/${idOf("ana")}`] as const),
			() => ({ name }),
		],
	),
	["routes/user-points.give", () => "/user-points/give", () => ({ ...key(), names: "ana", amount: "60" })],
];

function addOrder(name: string): string {
	const item = rows.add("store_items", { name: "Mug", status: "active", price: 10, stock: 1 });
	return rows.add("orders", {
		...{ user_id: idOf(name), item_id: item, item_name: "Mug", item_price: 10, status: "created" },
		...{ quantity: 1, total_points: 10 },
	});
}

/** A drawn raffle with one place that is not paid. */
function addDraw(): string {
	const id = rows.add("raffles", {
		...{ title: "Cups", prizes: "500", prize_values: '[{"points":500}]', state: "drawn", seed: "aa" },
		...{ public_key: QUICKNET.publicKey, round: 1000, list_hash: "ab".repeat(32), frozen_at: AT },
		...{ signature: "cd".repeat(48), drawn_at: AT, seed_hash: "ef".repeat(32) },
		...{ created_at: new Date().toISOString(), pay_after_minutes: 10 },
	});
	const of = { raffle_id: id, user_id: idOf("ana") };
	rows.add("raffle_entries", { ...of, pseudonym: "ana", bought: 0 });
	rows.add("raffle_tickets", { ...of, origin: "free", nth: 1 });
	const { number } = rows.one("select number from raffle_tickets where raffle_id = ?", id);
	rows.add("raffle_places", {
		...{ raffle_id: id, place: 1, prize: 1, ticket: Number(number), user_id: idOf("ana"), state: "drawn" },
		...{ pays_at: "2099-01-01T00:00:00.000Z" },
	});
	return id;
}

it("every accepted act of a moderator writes exactly one row of the change log, and a refused one none", async () => {
	const brackets = openBrackets(site);
	ids.bracket = brackets.add(4).id;
	brackets.close();
	for (const [route, path, fields] of ACTS) {
		const right = TABLE[route]?.right as Right | undefined;
		const [address, form] = [path(), fields()];
		const what = `${route} ${form.intent ?? ""}`;
		give(RIGHTS.filter((one) => one !== right));
		const before = changes();
		const refused = await send(address, form);
		const isRedirected = refused.status === 302 && !refused.location?.includes(address);
		expect(refused.status === 403 || isRedirected, `${what}: ${refused.status}`).toBe(true);
		expect(changes(), what).toEqual(before);
		give(right ? [right] : []);
		const accepted = await send(address, form);
		expect(accepted.status, `${what}: ${accepted.text.match(/role="alert"[^>]*>([^<]+)/)?.[1]}`).toBeLessThan(
			303,
		);
		const [row, ...others] = changes().slice(before.length);
		expect([row?.actor, others], what).toEqual([idOf("rui"), []]);
		expect(
			row?.before !== null || row?.after !== null || /cancel|end$|Name/.test(String(row?.action)),
			what,
		).toBe(true);
		if (/orders|give|codes/.test(route)) {
			await send(address, form);
			expect(changes().slice(before.length + 1).length, `${what} again`).toBeLessThanOrEqual(0);
		}
	}
	const routes = new Set(ACTS.map(([route]) => route));
	// Pages of the whole team have no form, and slot requests are off here: their tests count the rows of their acts.
	const withRight = Object.keys(TABLE).filter((id) => {
		const { right, isFormForAdmins } = TABLE[id] ?? {};
		return right && right !== "staff" && right !== "requests" && !isFormForAdmins;
	});
	expect([...routes].sort()).toEqual(withRight.sort());
	const { hunt, prediction, tournament, raffle } = en.channel.actions;
	const groups = Object.entries({ hunt, prediction, tournament, raffle });
	const known = groups.flatMap(([group, acts]) => Object.keys(acts).map((act) => `${group}.${act}`));
	expect(changes().map(({ action }) => action)).toEqual(expect.arrayContaining(known));
});

describe("moderators", () => {
	it("decide nothing of their own, and do not take part in what they decide", async () => {
		give(RIGHTS);
		const own = addOrder("rui");
		expect(
			(await send(`/orders?order=${own}&decide=approve`, { intent: "approve", order: own })).text,
		).toContain("someone else has to decide");
		expect(rows.one("select status from orders where id = ?", own).status).toBe("created");
		expect((await send("/claim", { code: "NOSUCHCODE" })).text).toContain(en.errors.codeNotForTeam);
		const name = await send(`/user-points/${idOf("rui")}`, { name: "hide" });
		expect(name.text).toContain(en.errors.nameOwn.replace("'", "&#x27;"));
		const gift = await send("/user-points/give", { ...key(), names: "rui", amount: "5" });
		expect(gift.text).toContain("give points to yourself");
		await send("/bonus-hunt/manage", { intent: "start", ...key(), ...HUNT });
		const guess = { huntId: newest("hunts"), guess: "5" };
		const guessed = await send("/bonus-hunt", guess);
		expect([guessed.status, guessed.text.includes("huntNotForTeam")]).toEqual([409, true]);
		await send("/bonus-hunt/manage", { intent: "add-slot", ...key(), huntId: newest("hunts"), ...SLOT });
		rows.add("hunt_guesses", { hunt_id: newest("hunts"), user_id: idOf("rui"), guess: 0 });
		await send("/bonus-hunt/manage", { intent: "finish", huntId: newest("hunts") });
		const path = `/bonus-hunt/past/${newest("hunts")}`;
		const prize = await send(path, { intent: "prize", winnerId: idOf("rui"), points: "5" });
		expect(prize.text).toContain(en.errors.huntOwnGuess);
		expect((await send("/bonus-hunt/manage", { intent: "reopen", huntId: newest("hunts") })).status).toBe(
			409,
		);
		expect(rows.one("select points from user_points where user_id = ?", idOf("rui")).points).toBe(1000);
	});

	it("get no overlay address, code, e-mail address or points of others in the data of their pages", async () => {
		give(RIGHTS);
		rows.run("update users set email = 'ana@secret.example' where id = ?", idOf("ana"));
		rows.run("update user_points set points = 7654321 where user_id = ?", idOf("ana"));
		const order = addOrder("ana");
		const { value: token } = rows.one("select value from site_settings where key = 'codes.overlay'");
		const secrets = [JSON.parse(String(token)), "ana@secret.example", "7654321", "/overlay"];
		for (const path of [
			...[
				"/codes",
				"/orders",
				`/orders?order=${order}`,
				"/orders?q=ana@secret",
				"/bonus-hunt/manage",
				"/predictions",
			],
			...[`/raffles/${newest("raffles")}`, "/tournament", `/tournament/${idOf("bracket")}/manage`],
			...["/user-points", "/user-points?q=ana", "/user-points?q=ana@secret", `/user-points/${idOf("ana")}`],
		]) {
			const { status, text } = await send(path);
			expect([status, text.includes("age-title")], path).toEqual([200, false]);
			for (const secret of secrets) expect(text.includes(secret) && [path, secret]).toBe(false);
			if (path.endsWith("q=ana@secret")) expect(text).not.toContain(`/user-points/${idOf("ana")}"`);
		}
		for (const path of [
			"/user-points/export",
			"/orders/export",
			`/user-points/${idOf("ana")}/merge`,
			"/settings",
		])
			expect((await send(path)).status, path).toBe(302);
	});

	it("are added, edited and removed with scripts off; it applies to the next request, and their streams end", async () => {
		rows.run("delete from moderators");
		const admin = await visit(site, { as: "admin" });
		const empty = await (await admin.open("/settings/admins")).submit("form:has([value=addModerator])", {
			...{ name: "rui", rights: ["points"] },
		});
		expect(empty.html).toContain(en.errors.moderatorPointsInvalid);
		const added = await empty.submit("form:has([value=addModerator])", {
			dailyPoints: "10",
			rights: ["points", "orders"],
		});
		expect(added.text("[data-testid=moderator]")).toMatch(/rui\s+Orders, Points/);
		expect((await send("/orders")).status).toBe(200);
		const stream = await openStream(site.origin, "/live?topics=points", { cookie: idOf("rui-cookie") });
		await stream.begun;
		const edited = await added.submit("form:has([value=editModerator])", { rights: ["codes"] });
		expect(await stream.end()).toBe("properly");
		expect(edited.text("[data-testid=moderator]")).toMatch(/rui\s+Codes/);
		expect([(await send("/orders")).status, (await send("/codes")).status]).toEqual([302, 200]);
		expect((await added.submit("form:has([value=editModerator])", { rights: ["hunt"] })).status).toBe(409);
		const removed = await edited.submit("form:has([value=removeModerator])");
		expect(removed.$("[data-testid=moderator]")).toHaveLength(0);
		expect((await send("/codes")).status).toBe(302);
		const log = await admin.open("/changes?action=moderator.edit");
		expect(log.text("[data-testid=change]")).toMatch(/Rights.*Orders, Points.*Codes/);
		const acts = await admin.open("/changes?by=moderators");
		expect(acts.text("main ol")).not.toContain("Moderator added");
		expect(acts.$("[data-testid=change]").length).toBeGreaterThan(10);
	});
});
