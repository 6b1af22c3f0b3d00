import { chunksOf } from "db/chunks";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openHunts } from "../support/data/hunt-rows";
import { type ServedPage, UNSHARED, visit } from "../support/http/visitor";
import { openViewers } from "../support/site/crowd-viewers";
import { EventStream } from "../support/site/event-stream";
import { newPlayer } from "../support/site/new-player";
import { workerSite } from "../support/site/worker-site";
import { sized } from "../support/test-size";

const site = workerSite();
let hunts: ReturnType<typeof openHunts>;

beforeAll(() => {
	hunts = openHunts(site);
});
afterAll(() => {
	hunts.finishAll();
	hunts.close();
});

const HOSTILE = `"><img src=x onerror=alert(1)><script>alert(1)</script>`;
const GUESS = "#guess-amount";
const form = (intent: string) => `[data-testid=form-${intent}]`;
const shown = (page: ServedPage, testId: string) =>
	page.text(`[data-testid=${testId}]`).replaceAll("\u00a0", " ");
const count = ({ $ }: ServedPage, testId: string) => $(`[data-testid=${testId}]`).length;

async function guess(amount: string) {
	const name = newPlayer();
	const viewer = await visit(site, { as: name });
	const page = await (await viewer.open("/bonus-hunt")).submit(GUESS, { guess: amount });
	return { name, viewer, page };
}

/** Finishes the open hunt as an admin. @returns the page of the past hunt. */
async function finish() {
	const admin = await visit(site, { as: "admin" });
	return (await admin.open("/bonus-hunt/manage?ask=finish")).submit(form("finish"));
}

it("an admin runs a hunt from its creation to the winner's prize", async () => {
	hunts.finishAll();
	const manage = await (await visit(site, { as: "admin" })).open("/bonus-hunt/manage");
	const dear = await manage.submit(form("start"), { title: HOSTILE, startCost: "1.000" });
	expect([dear.status, Object.keys(dear.errors()), dear.fields(form("start")).title]).toEqual([
		...[400, ["startCost"], HOSTILE],
	]);
	const lossy = await dear.submit(form("start"), { startCost: "100,00", stopLoss: "100,01" });
	expect(Object.keys(lossy.errors())).toEqual(["stopLoss"]);
	let page = await lossy.submit(form("start"), { stopLoss: "" });
	expect(shown(page, "hunt-title")).toBe(HOSTILE);
	const huntId = String(hunts.open()?.id);
	for (const [place, name] of [HOSTILE, "Wolf Gold", "Fruit Party"].entries()) {
		page = await page.submit(form("add-slot"), { name, ...(place === 0 && { bet: "2,50" }) });
		expect(count(page, "slot-row")).toBe(place + 1);
		expect(page.fields(form("add-slot"))).toMatchObject({ name: "", bet: "2.50" });
	}

	const { name: winner } = await guess("100");
	await guess("1");
	const negative = await page.submit(form("open-slot"), { payout: "-5" });
	expect([negative.status, negative.text("#next-error").length > 0]).toEqual([400, true]);
	page = negative;
	for (const [place, payout] of ["30", "0", "120.50"].entries()) {
		page = await page.submit(form("open-slot"), { payout });
		expect(shown(page, "hunt-opened")).toContain(`${place + 1} of 3`);
	}
	expect(shown(page, "guessing")).toContain("closed");
	expect(hunts.slots(huntId)).toMatchObject([{ payout: 3000 }, { payout: 0 }, { payout: 12_050 }]);

	const undone = await page.submit(form("undo"));
	expect(shown(undone, "hunt-opened")).toContain("2 of 3");
	const moved = await undone.submit(`${form("move-slot")}:eq(1)`);
	expect(hunts.slots(huntId)[1]?.name).toBe(HOSTILE);
	expect(moved.text("[data-testid=slot-row]:eq(0)")).toContain("Wolf Gold");
	const edit = await moved.follow("[data-testid=slot-row]:eq(2) a[id^=edit-]");
	const wrong = await edit.submit(form("edit-slot"), { image: "javascript:alert(1)" });
	expect(Object.keys(wrong.errors())).toEqual(["image"]);
	const corrected = { image: "", preNote: "Chat's choice", payout: "120,50" };
	const edited = await wrong.submit(form("edit-slot"), corrected);
	expect(shown(edited, "hunt-opened")).toContain("3 of 3");
	// The payouts are known, so the page has no button to reopen guessing.
	expect(shown(edited, "guessing")).toContain("can't be reopened");
	expect(edited.$(form("guessing"))).toHaveLength(0);

	const question = await edited.follow('a[href="/bonus-hunt/manage?ask=finish#finish"]');
	const past = await question.submit(form("finish"));
	expect([past.path, shown(past, "hunt-won"), count(past, "guess-row")]).toEqual([
		...[`/bonus-hunt/past/${huntId}`, "€150.50", 2],
	]);
	const much = await (await past.follow("a[id^=correct-]:eq(0)")).submit(form("payout"), { payout: "much" });
	expect(Object.keys(much.errors())).toEqual(["payout"]);
	const won = await much.submit(form("payout"), { payout: "0,75" });
	expect(shown(won, "hunt-won")).toContain("151.25");
	const none = await won.submit("#prize-points", { points: 0 });
	expect([none.status, none.text("#prize-points-error").length > 0]).toEqual([400, true]);
	expect(shown(await none.submit("#prize-points", { points: 250 }), "hunt-prize")).toContain("250");
	const [{ points } = {}] = hunts.all(
		"select points from user_points join users on users.id = user_id where twitch_username = ?",
		winner,
	);
	expect(points).toBe(1250);
});

it("a viewer guesses, changes the guess until guessing is closed, and finds it later", async () => {
	hunts.finishAll();
	const huntId = hunts.add({ title: "Friday" });
	hunts.addSlot(huntId, "Wolf Gold", 100, 5000);
	const { viewer, page } = await guess("lots");
	expect([page.status, page.text("#guess-error").length > 0, page.fields(GUESS).guess]).toEqual([
		...[400, true, "lots"],
	]);
	const first = await page.submit(GUESS, { guess: "40" });
	expect(shown(first, "own-guess")).toBe("€40.00");
	const second = await first.submit(GUESS, { guess: "45,5" });
	expect(shown(second, "own-guess")).toBe("€45.50");
	hunts.run(`update hunts set guessing = 'closed', revision = revision + 1 where id = '${huntId}'`);
	const refused = await second.submit(GUESS, { guess: "50" });
	expect([refused.status, refused.$(GUESS).length]).toEqual([409, 0]);
	expect(shown(refused, "own-guess"), "the answered page shows the state of now").toContain("45");
	expect(refused.text("[role=alert]")).toContain("Guessing is closed, so your guess wasn't counted.");

	hunts.finishAll();
	const list = await viewer.open("/bonus-hunt/past");
	const past = await list.follow("[data-testid=past-hunt]:eq(0) a");
	expect(past.path).toBe(`/bonus-hunt/past/${huntId}`);
	expect(shown(past, "own-guess")).toContain("€4.50");
	expect(shown(past, "own-guess")).toContain("placed #1 of 1");
	expect([count(past, "guess-row"), past.$("a[id^=correct-]").length]).toEqual([0, 0]);
});

it("the end of a hunt is shown until the next one starts, and in the broadcast for some minutes", async () => {
	hunts.finishAll();
	const huntId = hunts.add({ title: HOSTILE });
	hunts.addSlot(huntId, "Wolf Gold", 100, 3000);
	hunts.addSlot(huntId, HOSTILE, 200, 12_050);
	const { viewer } = await guess("150");
	const past = await finish();
	const end = await viewer.open("/bonus-hunt");
	expect(shown(end, "hunt-outcome")).toContain("+€50.50");
	expect(end.text("[data-testid=hunt-end] dl")).toContain(HOSTILE);
	expect(shown(end, "hunt-winner")).toContain("You won!");
	expect(end.$(`[data-testid=hunt-end] a[href="/bonus-hunt/past/${huntId}"]`)).toHaveLength(1);
	expect([count(end, "next-hunt"), count(end, "tiles")]).toEqual([1, 0]);
	await past.submit("#prize-points", { points: 250 });
	expect(shown(await viewer.open("/bonus-hunt"), "hunt-prize")).toContain("250");

	const broadcast = await visit(site, { lang: "pt", ageVerified: false });
	const path = "/bonus-hunt/overlay?language=en";
	expect(shown(await broadcast.open(path, UNSHARED), "overlay-end")).toContain("+€50.50");
	hunts.run("update hunts set finished_at = '2020-01-01T00:00:00.000Z' where status = 'finished'");
	const later = await broadcast.open(path, UNSHARED);
	expect([count(later, "overlay"), count(later, "overlay-end")]).toEqual([1, 0]);
	hunts.add({ title: "Next" });
	const next = await viewer.open("/bonus-hunt");
	expect([count(next, "hunt-end"), count(next, "tiles")]).toEqual([0, 1]);
});

it("every open page hears of each added slot, also while viewers guess", async () => {
	const count = sized(150, 500);
	hunts.finishAll();
	const huntId = hunts.add();
	const viewers = openViewers(site);
	const cookies = viewers.signInAll(viewers.register(count));
	viewers.close();
	const streams: EventStream[] = [];
	try {
		// A busy site refuses hundreds at once.
		for (const some of chunksOf(cookies, 50)) {
			const opened = some.map(
				(cookie) => new EventStream(site.origin, "/live?topics=bonus-hunt", { cookie }),
			);
			streams.push(...opened);
			await Promise.all(opened.map(({ begun }) => begun));
		}
		const guesses = cookies.slice(0, 50).map(async (cookie, at) => {
			const response = await fetch(`${site.origin}/bonus-hunt`, {
				method: "POST",
				headers: { cookie, "sec-fetch-site": "same-origin" },
				body: new URLSearchParams({ huntId, guess: String(100 + at) }),
				redirect: "manual",
			});
			return response.status;
		});
		let page = await (await visit(site, { as: "admin" })).open("/bonus-hunt/manage");
		for (let at = 0; at < 5; at++) {
			page = await page.submit(form("add-slot"), { name: `Slot ${at}`, bet: 1 });
			const event = `"id":"${huntId}","revision":${hunts.open()?.revision},`;
			await Promise.all(streams.map((stream) => stream.until(() => stream.text.includes(event))));
		}
		expect(new Set(await Promise.all(guesses))).toEqual(new Set([302]));
		const stored = "select count(*) as guesses from hunt_guesses where hunt_id = ?";
		expect(hunts.all(stored, huntId)).toEqual([{ guesses: 50 }]);
		expect(streams.some(({ ended }) => ended)).toBe(false);
	} finally {
		for (const stream of streams) stream.close();
	}
});
