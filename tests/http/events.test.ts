import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { afterAll, beforeAll, expect, it } from "vitest";
import { WebSocket } from "ws";
import { startBot } from "../support/bot-server";
import { eventually } from "../support/eventually";
import { type Visitor, visit } from "../support/http/visitor";
import { openStream } from "../support/site/event-stream";
import { openRows, type Rows } from "../support/site/rows";
import { type Site, startSite } from "../support/site/site";

const PATH = "/api/v1/events";

let site: Site;
let rows: Rows;
let boss: Visitor;
let admin: string;
let receiver: Awaited<ReturnType<typeof startBot>>;

beforeAll(async () => {
	receiver = await startBot();
	const { url } = receiver;
	const secret = { WEBHOOK_SECRET: "a secret of the site", WEBHOOK_TYPES: "stream.started" };
	site = await startSite({ env: { WEBHOOK_URL: url, DISCORD_URL: `${url}/discord`, ...secret } });
	rows = openRows(site);
	boss = await visit(site, { as: "admin" });
	admin = String(rows.one("select id from users").id);
	for (const number of [1, 2, 3]) {
		const at = `2026-03-01T20:00:0${number}.000Z`;
		const data = JSON.stringify({ raffleId: `raffle${number}` });
		rows.run(
			"insert into announcements (type, reference, data, created_at) values (?, ?, ?, ?)",
			...["raffle.opened", `raffle${number}`, data, at],
		);
	}
});
afterAll(async () => {
	rows?.close();
	await site?.close();
	await receiver?.close();
});

/** Stores a token that reads events. */
function addToken() {
	const secret = `plateia_${randomBytes(32).toString("base64url")}`;
	const id = crypto.randomUUID();
	const hash = createHash("sha256").update(secret).digest("hex");
	const times = { created_at: "2026-03-01T20:00:00.000Z", ends_at: "2099-01-01T00:00:00.000Z" };
	const unused = { daily_points: null, given_on: "", given_points: 0, revoked_at: null, last_used_at: null };
	const scopes = JSON.stringify(["events"]);
	rows.add("api_tokens", { id, hash, name: "Bot", scopes, created_by: admin, ...unused, ...times });
	const revoke = () => rows.run("update api_tokens set revoked_at = created_at where id = ?", id);
	return { secret, revoke };
}

it("a program reads the events as a stream or a WebSocket, goes on after the last one, and ends with its token", async () => {
	const { secret, revoke } = addToken();
	const authorization = `Bearer ${secret}`;
	const stream = await openStream(site.origin, PATH, { authorization, "last-event-id": "1" });
	await stream.until(() => stream.text.includes("raffle3"));
	expect(stream.head).toContain("content-type: text/event-stream");
	expect([...stream.text.matchAll(/^id:(.*)$/gm)].map(([, id]) => id)).toEqual(["1", "2", "3"]);
	expect(stream.text).toContain(
		'{"id":2,"type":"raffle.opened","timestamp":"2026-03-01T20:00:02.000Z","data":{"raffleId":"raffle2"}}',
	);

	// One that reconnects before its first event goes on where it began.
	const quiet = await openStream(site.origin, PATH, { authorization });
	expect(quiet.text).toMatch(/^id:3\nretry:3000\n\n/m);
	quiet.close();

	const socket = new WebSocket(`${site.origin.replace("http", "ws")}${PATH}?after=2&token=${secret}`);
	const messages: string[] = [];
	socket.on("message", (data) => messages.push(JSON.parse(String(data)).data.raffleId));
	const closed = once(socket, "close");
	await eventually(() => expect(messages).toEqual(["raffle3"]));

	revoke();
	expect(await stream.end()).toBe("properly");
	expect((await closed)[0]).toBe(1008);
});

it("nothing is read without a token that has the scope", async () => {
	expect((await fetch(site.origin + PATH)).status).toBe(401);
	expect((await fetch(site.origin + PATH, { headers: { authorization: "Bearer x" } })).status).toBe(401);
	const { secret } = addToken();
	rows.run("update api_tokens set scopes = ?", '["read"]');
	const headers = { authorization: `Bearer ${secret}` };
	expect((await fetch(site.origin + PATH, { headers })).status).toBe(403);
	expect((await fetch(site.origin + PATH, { method: "HEAD", headers })).status).toBe(405);
});

it("the start of the stream reaches a program, the webhook and Discord once, also when it pauses; a test shows that they answer", async () => {
	const page = await boss.open("/settings/services");
	for (const form of ["webhook", "discord"]) {
		const test = `[data-testid=test-${form}]`;
		expect((await page.submit(test)).text(test)).toContain("The message was accepted.");
	}
	expect(receiver.received.map(({ path }) => path)).toEqual(["/redeems", "/redeems/discord?wait=true"]);

	const { secret } = addToken();
	const stream = await openStream(site.origin, PATH, { authorization: `Bearer ${secret}` });
	for (const intent of ["start", "end", "start"])
		await (await boss.open("/")).submit("[data-testid=stream-switch]", {}, { button: `[value=${intent}]` });
	await stream.until(() => stream.text.includes("stream.started"));
	await eventually(() => expect(receiver.received).toHaveLength(4));
	// What would be sent again is written by now: announcements are stored one after the other.
	expect(rows.all("select 1 from announcements where type = 'stream.started'")).toHaveLength(1);
	expect(stream.text.match(/stream\.started/g)).toHaveLength(1);
	const sent = receiver.received.slice(2).map(({ path, body }) => [path, JSON.parse(body)]);
	expect(sent.toSorted()).toEqual([
		["/redeems", expect.objectContaining({ type: "stream.started" })],
		["/redeems/discord?wait=true", expect.objectContaining({ allowed_mentions: { parse: [] } })],
	]);
	stream.close();
});
