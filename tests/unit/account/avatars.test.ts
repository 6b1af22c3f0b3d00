import type { RequestListener } from "node:http";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { createAvatars } from "~/account/avatars/avatars.server";
import { eraseUser } from "~/account/erasure.server";
import { addUser, fakeClock } from "../../support/database";
import { databaseForEachTest } from "../../support/for-each-test";
import { serve } from "../../support/http-server";
import { keptLog } from "../../support/platforms";
import { testSite } from "../../support/test-site";

const test = databaseForEachTest();
const DAY_MS = 24 * 60 * 60 * 1000;

let requested: string[] = [];
let respond: RequestListener;
let host: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
	host = await serve((request, response) => {
		requested.push(request.url ?? "");
		respond(request, response);
	});
});
afterAll(() => host.close());

const red = await sharp({ create: { width: 300, height: 200, channels: 3, background: "#cc0000" } })
	.png()
	.toBuffer();

let clock: ReturnType<typeof fakeClock>;
let ana: string;
let count = 0;
beforeEach(async () => {
	clock = fakeClock();
	requested = [];
	respond = (_request, response) => response.writeHead(200, { "content-type": "image/png" }).end(red);
	ana = await addUser(test.db, "ana");
});

const open = (
	mayReach = (_ip: string) => true,
	issuer = "https://login.example",
	tools: Partial<Parameters<typeof createAvatars>[0]> = {},
) =>
	createAvatars({
		...testSite({ db: test.db, config: { OIDC_ISSUER: issuer }, now: clock.now }),
		randomHex: (size) => String(++count).padStart(2 * size, "0"),
		mayReach,
		...tools,
	});

const claims = (path: string | undefined) => ({
	sub: "subject-ana",
	...(path && { picture: host.origin + path }),
});
const rows = () => test.db.selectFrom("avatars").select(["user_id", "id", "source"]).execute();

/** Updates the avatar and waits until nothing is under way. */
async function update(path: string | undefined, { isSignIn = true, avatars = open() } = {}) {
	avatars.update(ana, claims(path), isSignIn);
	await expect.poll(() => avatars.isIdle()).toBe(true);
}

it("a picture is stored as a small square WebP under a random id", async () => {
	const avatars = open();
	await update("/ana.png", { avatars });
	const [row] = await rows();
	expect(row).toMatchObject({ user_id: ana, source: `${host.origin}/ana.png` });
	expect(row?.id).toMatch(/^[0-9a-f]{32}$/);
	const picture = await avatars.read(row?.id ?? "");
	expect(await sharp(picture).metadata()).toMatchObject({ format: "webp", width: 160, height: 160 });
	expect(await avatars.read("0".repeat(32))).toBeUndefined();
});

it("a picture is fetched again with a new id when its address changes or after a week, and not before", async () => {
	await update("/ana.png");
	const [first] = await rows();
	await update("/ana.png");
	expect(requested).toEqual(["/ana.png"]);
	await update("/new.png");
	const [second] = await rows();
	expect(second?.id).not.toBe(first?.id);
	clock.pass(8 * DAY_MS);
	await update("/new.png");
	expect(requested).toEqual(["/ana.png", "/new.png", "/new.png"]);
	expect(await rows()).toHaveLength(1);
});

it("a sign-in without a picture removes the stored one, a refresh does not", async () => {
	await update("/ana.png");
	await update(undefined, { isSignIn: false });
	expect(await rows()).toHaveLength(1);
	await update(undefined);
	await expect.poll(rows).toEqual([]);
});

it.each<[string, RequestListener]>([
	["an error", (_request, response) => response.writeHead(500).end()],
	["a document", (_request, response) => response.end("<svg xmlns='http://www.w3.org/2000/svg'/>")],
	["3 MB", (_request, response) => response.end(Buffer.alloc(3 * 1024 * 1024))],
])(
	"%s instead of a picture keeps the stored one, and the address is left alone for an hour",
	async (_, answer) => {
		await update("/ana.png");
		respond = answer;
		const avatars = open();
		await update("/bad.png", { avatars });
		await update("/bad.png", { avatars });
		expect(requested).toEqual(["/ana.png", "/bad.png"]);
		expect((await rows())[0]?.source).toBe(`${host.origin}/ana.png`);
		clock.pass(2 * 60 * 60 * 1000);
		respond = (_request, response) => response.end(red);
		await update("/bad.png", { avatars });
		expect((await rows())[0]?.source).toBe(`${host.origin}/bad.png`);
	},
);

it("an address in the site's own network is not fetched, except at the provider", async () => {
	await update("/ana.png", { avatars: open(() => false) });
	expect([requested, await rows()]).toEqual([[], []]);
	await update("/ana.png", { avatars: open(() => false, host.origin) });
	expect(await rows()).toHaveLength(1);
});

it("an erasure deletes the picture, and none is stored that was still on its way", async () => {
	await update("/ana.png");
	await eraseUser({ db: test.db, async remember() {} }, ana);
	expect(await rows()).toEqual([]);
	await update("/later.png");
	expect(requested).toEqual(["/ana.png", "/later.png"]);
	expect(await rows()).toEqual([]);
});

it("a database that cannot be read leaves the picture as it is", async () => {
	const log = keptLog();
	const db = new Proxy(test.db, {
		get: () => () => {
			throw new Error("a fault");
		},
	});
	const avatars = open(undefined, undefined, testSite({ db, log }));
	await update("/ana.png", { avatars });
	expect(log.entries).toMatchObject([{ event: "avatar-failed", userId: ana }]);
	expect(requested).toEqual([]);
});

it("the end aborts a download", async () => {
	const avatars = open();
	respond = () => {};
	avatars.update(ana, claims("/hanging.png"), true);
	await expect.poll(() => requested).toEqual(["/hanging.png"]);
	await avatars.end();
	expect(avatars.isIdle()).toBe(true);
	expect(await rows()).toEqual([]);
});
