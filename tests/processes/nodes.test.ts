/** Several processes of a site on one database. */
import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addShortFlights } from "../support/data/crash-rows";
import { chooseFlights, readPlayer } from "../support/data/players";
import { runCommand } from "../support/site/command";
import { openCrash } from "../support/site/crash-client";
import { openStream } from "../support/site/event-stream";
import { openRows, type Rows } from "../support/site/rows";
import { signInWithCookies } from "../support/site/sign-in";
import { postForm, sendForm } from "../support/site/single-fetch";
import { type Site, startSite } from "../support/site/site";
import { leads, type SiteNode, startNode } from "../support/site/site-nodes";

type Address = { readonly origin: string };

const WAIT = { timeout: 60_000 };
const TOPICS = "live-crash,lobby,points,limits,stream";

let site: Site;
/** A second process. It starts while another process leads. */
let second: SiteNode;
let rows: Rows;
let admin: string;

beforeAll(async () => {
	site = await startSite({ env: { CRASH_PAUSE_SCALE: "0.4" }, prepare: addShortFlights });
	second = await startNode(site);
	rows = openRows(site);
	admin = await signInWithCookies(site, "admin");
	await postForm(`${site.origin}/mini-games`, { cookie: admin }, { intent: "start" });
});
afterAll(async () => {
	rows?.close();
	await second?.end("SIGKILL");
	await site?.close();
});

const stream = (node: Address, cookie = "") => openStream(node.origin, `/live?topics=${TOPICS}`, { cookie });

const lastRound = (events: readonly unknown[]) =>
	(events.at(-1) as { round: { id: string } | null } | undefined)?.round;

/** Places a bet once a round accepts bets. @returns the id of the bet. */
async function placeBet(node: Address, cookie: string): Promise<string> {
	for (;;) {
		const fields = { intent: "place", idempotencyKey: randomUUID(), stake: 10 };
		const { data } = await postForm(`${node.origin}/mini-games/live-crash`, { cookie }, fields);
		const { ok, betId } = data as { ok: boolean; betId?: string };
		if (ok && betId !== undefined) return betId;
		await new Promise((done) => setTimeout(done, 100));
	}
}

const pointsOf = (name: string) =>
	rows.one(
		"select points from user_points p join users u on u.id = p.user_id where u.twitch_username = ?",
		name,
	).points;

const audit = () => expect(runCommand("audit", site)).toMatchObject({ status: 0 });

describe("a process that does not lead", () => {
	it("refuses the page and the forms of live Crash, which the leader answers", async () => {
		expect([await leads(site), await leads(second)]).toEqual([true, false]);
		expect((await fetch(`${second.origin}/healthz`)).status).toBe(200);
		const headers = { cookie: "language=en", accept: "text/html" };
		for (const method of ["GET", "POST"]) {
			const answer = await fetch(`${second.origin}/mini-games/live-crash`, { method, headers });
			expect([method, answer.status, answer.headers.get("retry-after")]).toEqual([method, 502, "2"]);
			expect(await answer.text()).toContain("Try again");
		}
	});

	it("begins sign-ins, and takes claims", async () => {
		const cookie = await signInWithCookies(site, "filipa");
		const begun = await fetch(`${second.origin}/login`, { redirect: "manual" });
		expect([begun.status, begun.headers.get("set-cookie")]).toEqual([302, expect.anything()]);
		const claim = await postForm(`${second.origin}/claim`, { cookie }, { code: "no such code" });
		expect(claim.data).toMatchObject({ ok: false, code: "codeUnknown" });
		for (const path of ["/mini-games", "/raffles", "/points/care", "/claim"]) {
			const page = await fetch(second.origin + path, { headers: { cookie }, redirect: "manual" });
			expect([path, page.status]).toEqual([path, 200]);
		}
		expect((await fetch(`${second.origin}/hooks/twitch`, { method: "POST", body: "{}" })).status).toBe(404);
	});

	it("counts claims together with the others", async () => {
		const cookie = await signInWithCookies(site, "gil");
		const codes: string[] = [];
		for (let time = 0; time < 14; time++) {
			const { origin } = time % 2 ? site : second;
			const { data } = await postForm(`${origin}/claim`, { cookie }, { code: `guess ${time}` });
			codes.push((data as { code: string }).code);
		}
		expect(codes).toContain("tooManyRequests");
	});

	it("lets the leader switch live Crash, and shows what the leader knows of the platforms", async () => {
		const lobby = `${second.origin}/mini-games`;
		const again = await postForm(lobby, { cookie: admin }, { intent: "start" });
		expect(again.data).toMatchObject({ ok: false, code: "gameAlreadyActive" });
		const page = await fetch(`${second.origin}/settings/stream`, { headers: { cookie: admin } });
		expect(page.status).toBe(200);
	});

	it("serves pages to a viewer who signed in at the leader, and streams the live game", async () => {
		const cookie = await signInWithCookies(site, "ana");
		const page = await fetch(`${second.origin}/points/history`, { headers: { cookie } });
		expect([page.status, page.url]).toEqual([200, `${second.origin}/points/history`]);
		const own = await stream(second, cookie);
		await own.until(
			() => own.dataOf("live-crash.state").length > 0 && own.dataOf("live-crash.own").length > 0,
		);
		const betId = await placeBet(site, cookie);
		await own.until(
			() =>
				own
					.dataOf("live-crash.own")
					.some((data) => (data as { bet: { id: string } | null }).bet?.id === betId),
			WAIT.timeout,
		);
		await own.until(() =>
			own.dataOf("points.updated").some((data) => (data as { points: number }).points === 990),
		);
		await own.until(() => own.dataOf("live-crash.tick").length > 3, WAIT.timeout);
		// A stream that begins during the flight gets the running round.
		const visitor = await stream(second);
		await visitor.until(() => lastRound(visitor.dataOf("live-crash.state"))?.id);
		own.close();
		visitor.close();
	});

	it("plays the instant games together with the others: two tabs, and one form at both", async () => {
		const cookie = await signInWithCookies(site, "elsa");
		const nodes = [site, second];
		const post = async (node: Address, path: string, fields: Record<string, string | number>) =>
			(await postForm(node.origin + path, { cookie }, { intent: "play", stake: 10, ...fields })).data as {
				ok: boolean;
				round: { id: string };
			};
		const form = { idempotencyKey: randomUUID(), balls: 5 };
		const repeats = await Promise.all(nodes.map((node) => post(node, "/mini-games/plinko", form)));
		expect(repeats[0]).toMatchObject({ ok: true });
		expect(repeats[1]?.round).toEqual(repeats[0]?.round);
		const own = await stream(second, cookie);
		const tabs = Array.from({ length: 8 }, (_, index) => nodes[index % 2] as Address);
		const plays = tabs.map((node) =>
			post(node, "/mini-games/plinko", { idempotencyKey: randomUUID(), balls: 1 }),
		);
		for (const answer of await Promise.all(plays)) expect(answer).toMatchObject({ ok: true });
		const { rounds } = readPlayer(site, "elsa");
		expect(rounds.map(({ input }) => input.balls).toSorted()).toEqual([1, 1, 1, 1, 1, 1, 1, 1, 5]);
		const points = 1000 - 130 + rounds.reduce((sum, { payout }) => sum + payout, 0);
		expect(pointsOf("elsa")).toBe(points);
		await own.until(() =>
			own.dataOf("points.updated").some((data) => (data as { points: number }).points === points),
		);
		own.close();
		audit();
	});

	it("serves solo Crash together with the others: one round, one bet, one payout", async () => {
		const cookie = await signInWithCookies(site, "carla");
		const [here, there] = [openCrash(site, "crash", cookie), openCrash(second, "crash", cookie)];
		await Promise.all([here.stream.begun, there.stream.begun]);
		chooseFlights(site, readPlayer(site, "carla").id, { from: 500, to: 900 });
		const betId = await there.place({ stake: 10 });
		expect(await here.post("place", { idempotencyKey: randomUUID(), stake: 10 })).toMatchObject({
			ok: false,
		});
		await here.post("fly", { betId });
		const { round_id: round } = rows.one("select round_id from crash_bets where id = ?", betId);
		for (const { hasSeen } of [here, there])
			await expect.poll(() => hasSeen("flying", String(round)), WAIT).toBe(true);
		const answers = await Promise.all([here, there].map(({ post }) => post("cash-out", { betId })));
		expect(answers.map(({ ok }) => ok)).toEqual([true, true]);
		for (const { hasSeen } of [here, there])
			await expect.poll(() => hasSeen("crashed", String(round)), { timeout: 60_000 }).toBe(true);
		const { payout } = rows.one("select payout from crash_bets where id = ?", betId);
		expect(pointsOf("carla")).toBe(990 + Number(payout));
		for (const { stream } of [here, there]) stream.close();
	});

	it("ends the streams of a moderator whose rights another process has removed, and refuses the next request", async () => {
		const cookie = await signInWithCookies(site, "rui");
		const { id } = rows.one("select id from users where twitch_username = 'rui'");
		const name = { intent: "addModerator", name: "rui", rights: "orders" };
		await sendForm(`${site.origin}/settings/admins`, { cookie: admin }, name);
		const orders = () => fetch(`${second.origin}/orders`, { headers: { cookie }, redirect: "manual" });
		expect((await orders()).status).toBe(200);
		const own = await stream(second, cookie);
		const removal = { intent: "removeModerator", userId: String(id) };
		await sendForm(`${site.origin}/settings/admins`, { cookie: admin }, removal);
		expect([await own.end(), (await orders()).status]).toEqual(["properly", 302]);
	});

	it("ends the streams of a session that another process has ended", async () => {
		const cookie = await signInWithCookies(site, "bruno");
		const own = await stream(second, cookie);
		await fetch(`${site.origin}/logout`, {
			...{ method: "POST", redirect: "manual", body: new URLSearchParams() },
			headers: { cookie, origin: site.origin },
		});
		expect(await own.end()).toBe("properly");
	});

	it("ends the streams of a session whose end was not published", async () => {
		const cookie = await signInWithCookies(site, "bruno");
		const own = await stream(second, cookie);
		rows.run(
			"delete from sessions where user_id = (select id from users where twitch_username = ?)",
			"bruno",
		);
		await expect.poll(() => own.ended, WAIT).toBe("properly");
	});

	it("applies settings that another process has saved, also if the change was not published", async () => {
		const isLive = async () => {
			const events = await stream(second);
			await events.until(() => events.dataOf("stream.changed").length > 0);
			events.close();
			return (events.dataOf("stream.changed")[0] as { isLive: boolean }).isLive;
		};
		expect(await isLive()).toBe(false);
		await postForm(
			`${site.origin}/settings/stream`,
			{ cookie: admin },
			{ intent: "switch", live: "on" },
		).catch(() => undefined);
		rows.run(
			"insert into site_settings (key, value, updated_at) values ('liveSince', ?, '') on conflict (key) do update set value = excluded.value",
			JSON.stringify(new Date().toISOString()),
		);
		await expect.poll(isLive, WAIT).toBe(true);
	});

	it("refuses to start with another key file while others run", async () => {
		const started = startNode(site, { DATA_FOLDER: `${site.backups}-other-key` });
		await expect(started).rejects.toThrow("differs from that of the processes that run");
	});
});

describe("when the leader is killed", () => {
	it("another process leads, refunds the open bets once and keeps its own streams", async () => {
		const cookie = await signInWithCookies(site, "carla");
		const own = await stream(second, cookie);
		const betId = await placeBet(site, cookie);
		await site.kill();
		await expect.poll(() => leads(second), WAIT).toBe(true);
		expect(rows.one("select status from crash_bets where id = ?", betId).status).not.toBe("active");
		const refunds = rows.all("select delta from point_entries where reference = ? order by id", betId);
		expect(refunds.length).toBeLessThanOrEqual(2);
		await own.until(
			() =>
				own
					.dataOf("points.updated")
					.some((data) => (data as { points: unknown }).points === pointsOf("carla")),
			WAIT.timeout,
		);
		await own.until(
			() => (own.dataOf("live-crash.own").at(-1) as { bet: unknown }).bet === null,
			WAIT.timeout,
		);
		expect(own.ended).toBeUndefined();
		expect(await placeBet(second, cookie)).not.toBe(betId);
		own.close();
		audit();
	});

	it("the killed process does not lead after it was started again", async () => {
		await site.restart();
		expect([await leads(site), await leads(second)]).toEqual([false, true]);
	});
});

it("a leader that was frozen writes nothing when it continues, and exits", async () => {
	const cookie = await signInWithCookies(second, "daniel").catch(() => undefined);
	await placeBet(second, cookie ?? admin);
	second.process.kill("SIGSTOP");
	await expect.poll(() => leads(site), { ...WAIT, interval: 50 }).toBe(true);
	const before = rows.one("select count(*) as entries, max(id) as last from point_entries");
	const exited = new Promise((done) => second.process.once("exit", done));
	second.process.kill("SIGCONT");
	expect(await exited).toBe(1);
	expect(second.logs()).toContain("database-taken");
	const written = rows.all(
		"select reason from point_entries where id > ? and reason not like '%refund%'",
		before.last as number,
	);
	expect(written).toEqual([]);
	audit();
});

it("when the leader stops, another process leads at once", async () => {
	second = await startNode(site);
	expect(await leads(second)).toBe(false);
	expect((await site.stop()).code).toBe(0);
	await expect.poll(() => leads(second), WAIT).toBe(true);
	await site.restart();
});
